import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { NOT_GIVEN, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { storeRequest } from '../../../traces/requests/request-batch.ts';
import { type PictureLoader, RequestTables } from '../../../traces/requests/request-tables.ts';
import type { RequestRecord } from '../../../traces/requests/request-trace.ts';
import { RequestLimits } from '../../simulate/request-limits.ts';
import { refusing } from '../../simulate/request-validity.ts';
import { checkState } from '../../validity/check-state.ts';
import { resolveState } from '../../validity/resolved-state.ts';

/**
 * The images and states of a trace's requests, found in a first reading. Units built once from them can take all
 * requests in a second reading.
 */
export class RequestWork {
  private readonly limits = this.designs.map((design) => new RequestLimits(design, this.file));
  private readonly tables: RequestTables;
  private checkedStates = 0;
  /** The number of requests so far. */
  requests = 0;

  /**
   * @param file name of the trace, for messages
   * @param designs the designs whose limits the requests must keep
   * @param load reads the pictures that the trace names
   */
  constructor(
    private readonly file: string,
    private readonly designs: readonly Design[],
    load: PictureLoader,
  ) {
    this.tables = new RequestTables(file, load);
  }

  get images(): readonly ImageSource[] {
    return this.tables.images;
  }

  /** The images' names in the trace. */
  readonly imageNames: string[] = [];

  get states(): readonly TextureState[] {
    return this.tables.states.slice(0, this.checkedStates);
  }

  /**
   * Takes the next record of the first reading.
   *
   * @throws TraceError when it exceeds the limits of a design, or is not allowed by the specifications
   */
  survey(record: RequestRecord): void {
    const { tables, limits, file } = this;
    const { line } = record;
    tables.add(record);
    switch (record.kind) {
      case 'image':
        this.imageNames.push(record.name);
        for (const limit of limits) limit.checkImage(tables.images.at(-1)!, line);
        break;
      case 'view': {
        const texels = tables.texelsOf(record.name);
        for (const limit of limits) limit.checkView(texels, tables.images[texels.image], line);
        break;
      }
      case 'request':
        for (const limit of limits) {
          limit.checkRequest(record, line);
          limit.checkIssue(record.cycle ?? NOT_GIVEN, record.unit ?? NOT_GIVEN, line);
        }
        for (; this.checkedStates < tables.states.length; this.checkedStates++) {
          refusing({ file, line }, 'request', () => this.checkState(tables.states[this.checkedStates]));
        }
        this.requests++;
        break;
      case 'sampler':
        break;
    }
  }

  /** Takes the next record of the second reading: a request goes into the batch, which must have room. */
  store(record: RequestRecord, batch: QuadBatch): void {
    if (record.kind !== 'request') return;
    const state = this.tables.stateOf(record);
    storeRequest(record, state, this.tables.shapes[state], batch);
  }

  private checkState(state: TextureState): void {
    const resolved = resolveState(state, this.images);
    for (const { limits } of this.designs) checkState(resolved, limits, 'model');
  }
}
