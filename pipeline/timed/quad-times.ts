import type { PipelineDesign } from '../../rtl-model/design.ts';
import type { RunParts } from '../run-parts.ts';
import { STAGE } from '../stages.ts';
import { FifoTimes } from './fifo-times.ts';
import { StageTimes } from './stage-times.ts';

// Entries of `when`.
const ENTERED = 0;
const AT_ADDRESS = 1;
export const AT_TAGS = 2;
export const AT_DECODE = 3;
const AT_RESULT = 4;
const OUT = 5;
const ENTRIES = 6;

/** The stages before the texel cache and behind it. */
export class QuadTimes {
  /**
   * Where the quad or pass at hand comes when, in cycles. In an array: floats in fields, or that go from call to call, cost
   * conversions and allocations.
   */
  readonly when = new Float64Array(ENTRIES);
  readonly addressed: FifoTimes;
  readonly fetched: FifoTimes;
  private readonly frontEnd: StageTimes;
  private readonly lod: StageTimes;
  private readonly address: StageTimes;
  private readonly decode: StageTimes;
  private readonly filter: StageTimes;
  private readonly result: StageTimes;
  private readonly entered: FifoTimes;
  private readonly selected: FifoTimes;
  private readonly decoded: FifoTimes;
  private readonly filtered: FifoTimes;
  private readonly latency: PipelineDesign['latency'];

  constructor({ design, history }: RunParts) {
    const { fifoDepth: depth, latency } = design.pipeline;
    this.frontEnd = new StageTimes(history, STAGE.frontEnd);
    this.lod = new StageTimes(history, STAGE.lod);
    this.address = new StageTimes(history, STAGE.address);
    this.decode = new StageTimes(history, STAGE.decode);
    this.filter = new StageTimes(history, STAGE.filter);
    this.result = new StageTimes(history, STAGE.result);
    this.entered = new FifoTimes(depth.lod + latency.frontEnd);
    this.selected = new FifoTimes(depth.address + latency.lod);
    this.addressed = new FifoTimes(depth.tag + latency.address);
    this.fetched = new FifoTimes(depth.decode + latency.data);
    this.decoded = new FifoTimes(depth.filter + latency.decode);
    this.filtered = new FifoTimes(depth.result + latency.filter);
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
    const { when, entered } = this;
    const entering = this.frontEnd.take(0, entered.room, 1);
    const selecting = this.lod.take(entering + this.latency.frontEnd, this.selected.room, 1);
    entered.leave(selecting);
    when[ENTERED] = entering;
    when[AT_ADDRESS] = selecting + this.latency.lod;
  }

  /** A pass of it is addressed, in so many cycles; the quad leaves with the last one. */
  addressPass(cycles: number, last: boolean): void {
    const { when } = this;
    const addressing = this.address.take(when[AT_ADDRESS], this.addressed.room, cycles);
    if (last) this.selected.leave(addressing);
    when[AT_TAGS] = addressing + cycles - 1 + this.latency.address;
  }

  /** The pass, which has come from the texel cache, is decoded and filtered, in so many cycles. */
  filterPass(cycles: number, last: boolean): void {
    const { when, decoded } = this;
    const decoding = this.decode.take(when[AT_DECODE], decoded.room, 1);
    this.fetched.leave(decoding);
    const filtering = this.filter.take(decoding + this.latency.decode, last ? this.filtered.room : 0, cycles);
    decoded.leave(filtering);
    when[AT_RESULT] = filtering + cycles - 1 + this.latency.filter;
  }

  /** The quad goes out after its last pass. */
  give(): void {
    const { when } = this;
    const returning = this.result.take(when[AT_RESULT], 0, 1);
    this.filtered.leave(returning);
    when[OUT] = returning + this.latency.result;
  }

  /** Nothing more comes in before the cycle. */
  rest(until: number): void {
    const { frontEnd, lod, address, decode, filter, result } = this;
    for (const stage of [frontEnd, lod, address, decode, filter, result]) stage.rest(until);
  }
}
