import type { PipelineDesign } from '../../rtl-model/design.ts';
import type { RunParts } from '../run-parts.ts';
import { STAGE } from '../stages.ts';
import { StageTimes } from './stage-times.ts';

// Entries of `when`.
const ENTERED = 0;
const AT_ADDRESS = 1;
export const AT_TAGS = 2;
export const AT_DECODE = 3;
const AT_RESULT = 4;
const OUT = 5;
const ENTRIES = 6;

/** All stages; what the tag and the data stage do within a pass, `CacheTimes` knows. */
export class QuadTimes {
  /**
   * Where the quad or pass at hand comes when, in cycles. In an array: floats in fields, or that go from call to call, cost
   * conversions and allocations.
   */
  readonly when = new Float64Array(ENTRIES);
  readonly address: StageTimes;
  /** With the fragment FIFO behind it. */
  readonly tags: StageTimes;
  readonly data: StageTimes;
  private readonly frontEnd: StageTimes;
  private readonly lod: StageTimes;
  private readonly decode: StageTimes;
  private readonly filter: StageTimes;
  private readonly result: StageTimes;
  private readonly latency: PipelineDesign['latency'];

  constructor({ design, history }: RunParts) {
    const { fifoDepth: depth, latency } = design.pipeline;
    const stage = (number: number, entries: number) => new StageTimes(history, number, entries);
    this.frontEnd = stage(STAGE.frontEnd, depth.lod + latency.frontEnd);
    this.lod = stage(STAGE.lod, depth.address + latency.lod);
    this.address = stage(STAGE.address, depth.tag + latency.address);
    this.tags = stage(STAGE.tag, depth.fragment + latency.tag);
    this.data = stage(STAGE.data, depth.decode + latency.data);
    this.decode = stage(STAGE.decode, depth.filter + latency.decode);
    this.filter = stage(STAGE.filter, depth.result + latency.filter);
    this.result = stage(STAGE.result, 1);
    this.latency = latency;
  }

  /** The first cycle in which the next quad can come in: what comes in then changes nothing before it. */
  get known(): number {
    return this.frontEnd.known;
  }

  /** The cycle in which the last quad is out, and those that it took. */
  get out(): number {
    return this.when[OUT];
  }

  get quadLatency(): number {
    return this.when[OUT] - this.when[ENTERED];
  }

  /** A quad comes in, and gets its levels. */
  enter(): void {
    const { when, latency } = this;
    const entering = this.frontEnd.take(0, 1);
    const selecting = this.lod.take(entering + latency.frontEnd, 1);
    this.frontEnd.leave(selecting);
    when[ENTERED] = entering;
    when[AT_ADDRESS] = selecting + latency.lod;
  }

  /** A pass of it is addressed, in so many cycles; the quad leaves with the last one. */
  addressPass(cycles: number, last: boolean): void {
    const { when } = this;
    const addressing = this.address.take(when[AT_ADDRESS], cycles);
    if (last) this.lod.leave(addressing);
    when[AT_TAGS] = addressing + cycles - 1 + this.latency.address;
  }

  /** The pass, which has come from the texel cache, is decoded and filtered, in so many cycles. */
  filterPass(cycles: number, last: boolean): void {
    const { when, latency, decode } = this;
    const decoding = decode.take(when[AT_DECODE], 1);
    this.data.leave(decoding);
    const filtering = this.filter.take(decoding + latency.decode, cycles, last);
    decode.leave(filtering);
    when[AT_RESULT] = filtering + cycles - 1 + latency.filter;
  }

  /** The quad goes out after its last pass. */
  give(): void {
    const { when } = this;
    const returning = this.result.take(when[AT_RESULT], 1, false);
    this.filter.leave(returning);
    when[OUT] = returning + this.latency.result;
  }

  /** Nothing more comes in before the cycle. */
  rest(until: number): void {
    const { frontEnd, lod, address, tags, data, decode, filter, result } = this;
    for (const stage of [frontEnd, lod, address, tags, data, decode, filter, result]) stage.rest(until);
  }
}
