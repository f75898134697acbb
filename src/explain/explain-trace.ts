import type { Design } from '../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../rtl-model/memory/image.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import type { PictureLoader } from '../../traces/requests/request-tables.ts';
import type { Request } from '../../traces/requests/request-trace.ts';
import type { Result } from '../../traces/requests/result-trace.ts';
import { RequestSampler } from '../simulate/request-sampler.ts';
import type { UndefinedPolicy } from '../checker/validity/undefined-policy.ts';
import type { Answered } from './explain.ts';
import { RequestWatch } from './request-watch.ts';

/**
 * Carries out a trace, line by line, up to the request that is to be explained: those before it fill the cache and write
 * images.
 */
export class TraceToExplain {
  private readonly design: Design;
  private readonly id: string | null;
  private readonly reader: RequestReader;
  private readonly sampler: RequestSampler;
  private readonly watch = new RequestWatch();
  private request: Request | undefined;
  private result: Result | undefined;
  private memory: TexelMemory | undefined;
  private states: readonly TextureState[] = [];

  /**
   * @param name of the trace, for messages
   * @param id of the request as text; null for the first one
   */
  constructor(design: Design, name: string, id: string | null, load: PictureLoader, policy: UndefinedPolicy) {
    this.design = design;
    this.id = id;
    this.reader = new RequestReader(name);
    const sink = (result: Result) => (this.result = result);
    const { watch } = this;
    this.sampler = new RequestSampler(design, 'cycle', name, load, sink, policy, {
      observer: watch,
      onUnit: (memory, states) => {
        this.memory = memory;
        this.states = states;
        watch.restart();
      },
    });
  }

  /**
   * @returns whether the request has been found: nothing behind it counts
   * @throws TraceError as RequestReader and RequestSampler
   */
  take(line: string): boolean {
    const record = this.reader.read(line);
    if (record === null) return false;
    const found = record.kind === 'request' && (this.id === null || String(record.id) === this.id);
    this.watch.watching = found;
    this.sampler.take(record);
    if (found) this.request = record;
    return found;
  }

  /**
   * Runs the pipeline until the request is through.
   *
   * @returns null when the trace does not have it
   * @throws TraceError when the trace has no header
   */
  answer(): Answered | null {
    if (this.request === undefined) {
      this.reader.end();
      return null;
    }
    this.sampler.flush();
    const { design, memory, states, request, result } = this;
    const quad = this.watch.last;
    if (memory === undefined || result === undefined || quad === undefined)
      throw new Error('the request has no result');
    return { design, memory, states, request, quad, result };
  }
}
