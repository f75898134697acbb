import type { Design } from '../../rtl-model/design.ts';
import { type ImageSource, layOutImages, type TexelMemory } from '../../rtl-model/image.ts';
import { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { QuadSink } from '../../pipeline/pipeline.ts';
import { quadTexels, storeRequest } from '../../traces/request-batch.ts';
import { type PictureLoader, RequestTables } from '../../traces/request-tables.ts';
import type { RequestId, RequestRecord } from '../../traces/request-trace.ts';
import type { Result } from '../../traces/result-trace.ts';
import { TraceError } from '../../traces/trace-error.ts';
import { checkLimits } from './request-limits.ts';
import { type Mode, samplingUnit, type SamplingUnit } from './sampling-unit.ts';

const BATCH_QUADS = 1024;

/**
 * Samples the requests of a trace as they come in. Results leave in the order of the requests, at the latest when
 * flush() is called.
 */
export class RequestSampler {
  private readonly design: Design;
  private readonly mode: Mode;
  private readonly file: string;
  private readonly sink: (result: Result) => void;
  private readonly tables: RequestTables;
  private readonly batch = new QuadBatch(BATCH_QUADS);
  /** Requests whose results have not come yet, the oldest at `answered`. */
  private asked: { readonly id: RequestId; readonly lanes: number }[] = [];
  private answered = 0;
  /** What the unit was built from. A trace may define more images and states at any line. */
  private memory: TexelMemory = layOutImages([], 'linear');
  private unit: SamplingUnit | null = null;
  private unitStates = 0;
  private line = 0;

  /**
   * @param file name of the trace, for messages
   * @param load reads the pictures that the trace names
   */
  constructor(design: Design, mode: Mode, file: string, load: PictureLoader, sink: (result: Result) => void) {
    this.design = design;
    this.mode = mode;
    this.file = file;
    this.sink = sink;
    this.tables = new RequestTables(file, load);
  }

  /**
   * @throws TraceError when a record asks for more than the design's limits, a picture cannot be read, or the images
   * outgrow the texel memory
   */
  take(record: RequestRecord): void {
    this.line = record.line;
    checkLimits(record, this.design, this.file);
    this.tables.add(record);
    if (record.kind !== 'request') return;
    storeRequest(record, this.tables.stateOf(record), this.batch);
    this.asked.push({ id: record.id, lanes: record.lanes.length });
    if (this.batch.full) this.run();
  }

  /**
   * Answers every request that was taken.
   *
   * @throws TraceError when the images outgrow the texel memory
   */
  flush(): void {
    this.run();
    // A pipeline that has run empty is at its end; without a clock there is none.
    if (this.unit?.finish()) this.unit = null;
  }

  private run(): void {
    if (this.batch.count === 0) return;
    this.currentUnit().run(this.batch);
    this.batch.count = 0;
  }

  private currentUnit(): SamplingUnit {
    const { images, states } = this.tables;
    if (this.unit !== null && this.unitStates === states.length) return this.unit;
    this.unit?.finish();
    if (this.memory.images.length < images.length) this.memory = this.layOut(images);
    this.unitStates = states.length;
    this.unit = samplingUnit(this.mode, this.design, this.memory, [...states], this.answer);
    return this.unit;
  }

  private layOut(images: readonly ImageSource[]): TexelMemory {
    try {
      return layOutImages(images, this.design.cache.layout);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new TraceError({ file: this.file, line: this.line }, 'image', cause.message, { cause });
    }
  }

  private readonly answer: QuadSink = (_quad, _x, _y, active, colors, first) => {
    const { id, lanes } = this.asked[this.answered++];
    this.sink({ id, texels: quadTexels(colors, first, active).slice(0, lanes) });
    if (this.answered === this.asked.length) {
      this.asked = [];
      this.answered = 0;
    }
  };
}
