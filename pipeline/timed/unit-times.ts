import { PassCycles } from '../stages/pass-cycles.ts';
import type { Tally } from '../stages/clockwork.ts';
import type { QuadWork } from '../stages/quad-work.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { Warps } from '../stages/warps.ts';
import { CacheTimes } from './cache-times.ts';
import { QuadTimes } from './quad-times.ts';

/** The one slot of a pass: one comes after the other. */
const PASS = 0;

/** The times of a texture unit: its quads and their passes take the stages one after the other. */
export class UnitTimes {
  readonly times = new QuadTimes(this.parts);
  protected readonly cache = new CacheTimes(this.parts, this.times, this.work);
  private readonly cycles = new PassCycles(this.parts);
  private readonly warps = new Warps(this.parts.design.pipeline.shader);

  constructor(
    private readonly parts: RunParts,
    protected readonly work: QuadWork,
  ) {}

  /** The quad in the slot comes in, issued in a cycle by a warp, both as in a QuadBatch. */
  protected enter(slot: number, cycle: number, warp: number): void {
    this.work.inFlight.warp[slot] = this.times.issue(this.warps, cycle, warp);
    this.times.enter();
  }

  /** A pass of the quad goes through the address unit. */
  protected addressPass(slot: number, pass: number, last: boolean): void {
    this.times.addressPass(this.cycles.addressing(this.work.address(slot, pass, PASS)), last);
  }

  /** The pass goes through decoder and filter. */
  protected filterPass(slot: number, last: boolean): void {
    const { state, samples } = this.work.inFlight;
    this.times.filterPass(this.cycles.filtering(state[slot], samples[PASS]), last);
  }

  /** The quad goes out. */
  protected give(slot: number): void {
    const { times, warps } = this;
    times.give();
    if (warps.limited) warps.back(this.work.inFlight.warp[slot], times.out);
    this.parts.statistics.latency.add(times.quadLatency);
  }

  tally(): Tally {
    const { statistics, timeline } = this.parts;
    return { statistics, timeline, stageCycles: this.times.stageCycles(), cache: this.cache.cache };
  }
}
