import { CAUSE } from '../counters/causes.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { ACTIVITIES, ACTIVITY, capacities } from '../stages/stages.ts';
import type { Warps } from '../stages/warps.ts';
import { CauseTimes } from './cause-times.ts';
import { StageTimes } from './stage-times.ts';

// Entries of `when`.
const ENTERED = 0;
const AT_ADDRESS = 1;
export const ADDRESSING = 2;
export const AT_TAGS = 3;
export const AT_DECODE = 4;
const AT_RESULT = 5;
const OUT = 6;
const ENTRIES = 7;

/** The times of all stages. `CacheTimes` knows those of the tag and the data stage within a pass. */
export class QuadTimes {
  /**
   * The cycles in which the current quad or pass comes to the stages. They are in an array because floats in fields,
   * or as arguments, cost conversions and allocations.
   */
  readonly when = new Float64Array(ENTRIES);
  /** All stages, in the order of STAGES. */
  private readonly stages = capacities(this.parts.design.pipeline).map((items) => new StageTimes(items));
  readonly address: StageTimes;
  /** The tag stage, with the fragment FIFO after it. */
  readonly tags: StageTimes;
  readonly data: StageTimes;
  private readonly frontEnd: StageTimes;
  private readonly lod: StageTimes;
  private readonly decode: StageTimes;
  private readonly filter: StageTimes;
  private readonly result: StageTimes;
  readonly causes = new CauseTimes(this.parts);
  private readonly latency = this.parts.design.pipeline.latency;

  constructor(private readonly parts: RunParts) {
    [this.frontEnd, this.lod, this.address, this.tags, this.data, this.decode, this.filter, this.result] = this.stages;
  }

  /** The cycle in which the last quad is out. `quadLatency` is the number of cycles that it took. */
  get out(): number {
    return this.when[OUT];
  }

  get quadLatency(): number {
    return this.when[OUT] - this.when[ENTERED];
  }

  /** Waits until the shader has issued the next quad. @returns its warp, if warps are limited */
  issue(warps: Warps, cycle: number, name: number): number {
    if (warps.limited) this.unissued(warps.readyAt(name), ACTIVITY.warps, CAUSE.warps);
    if (cycle > 0) this.unissued(cycle, ACTIVITY.arrival, CAUSE.arrival);
    return warps.limited ? warps.issue(name) : 0;
  }

  private unissued(until: number, activity: number, cause: number): void {
    this.causes.unissued(this.frontEnd.known, until, cause);
    this.frontEnd.rest(until, activity);
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

  /** A pass of the quad is addressed in so many cycles. The quad leaves the LOD stage with its last pass. */
  addressPass(cycles: number, last: boolean): void {
    const { when } = this;
    const addressing = this.address.take(when[AT_ADDRESS], cycles);
    if (last) this.lod.leave(addressing);
    when[ADDRESSING] = addressing;
    when[AT_TAGS] = addressing + cycles - 1 + this.latency.address;
  }

  /** The pass, which has come from the texel cache, is decoded, and filtered in so many cycles. */
  filterPass(cycles: number, last: boolean): void {
    const { when, latency, decode } = this;
    const decoding = decode.take(when[AT_DECODE], 1);
    this.data.leave(decoding);
    const filtering = this.filter.take(decoding + latency.decode, cycles, last);
    decode.leave(filtering);
    this.causes.filters(filtering, cycles, last);
    when[AT_RESULT] = filtering + cycles - 1 + latency.filter;
  }

  /** The quad goes out after its last pass. */
  give(): void {
    const { when } = this;
    const returning = this.result.take(when[AT_RESULT], 1, false);
    this.filter.leave(returning);
    when[OUT] = returning + this.latency.result;
  }

  /** Finds the causes of waits for memory before the cycle, as far as the front end is known: the tag stage is further. */
  settle(before: number): void {
    const { known } = this.frontEnd;
    this.causes.settle(known < before ? known : before);
  }

  /** Nothing more comes in before the cycle. */
  rest(until: number): void {
    for (const stage of this.stages) stage.rest(until);
    this.causes.rest(until);
  }

  /** Cycles of stage s and activity a, at s * ACTIVITIES.length + a. */
  stageCycles(): Float64Array {
    const cycles = new Float64Array(this.stages.length * ACTIVITIES.length);
    this.stages.forEach((stage, s) => cycles.set(stage.activityCycles(), s * ACTIVITIES.length));
    return cycles;
  }
}
