import type { QuadSource, QuadWork } from '../stages/quad-work.ts';
import type { Tally } from '../stages/clockwork.ts';
import { PassCycles } from '../stages/pass-cycles.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { Warps } from '../stages/warps.ts';
import { CacheTimes } from './cache-times.ts';
import { QuadTimes } from './quad-times.ts';

/** The one slot of a pass: one comes after the other. */
const PASS = 0;

/**
 * A texture unit whose times are worked out quad after quad, and which stops in front of each miss that goes to the L2
 * or the memory. The cycle of the miss depends on the unit's own past alone, and on the answers to its earlier misses.
 */
export class TimedUnit {
  readonly times: QuadTimes;
  private readonly cycles: PassCycles;
  private readonly cache: CacheTimes;
  private readonly warps: Warps;
  /** The slot of the quad in work, its pass, and the passes that it has; no quad is in work if they are equal. */
  private slot = 0;
  private pass = 0;
  private passes = 0;
  /** The cycle of the next miss. It is Infinity if no quad is left. */
  next = Infinity;

  constructor(
    private readonly parts: RunParts,
    private readonly work: QuadWork,
    private readonly source: QuadSource,
  ) {
    this.cycles = new PassCycles(parts);
    this.times = new QuadTimes(parts);
    this.cache = new CacheTimes(parts, this.times, work);
    this.warps = new Warps(parts.design.pipeline.shader);
  }

  /** The serial number of the quad in work. */
  get quad(): number {
    return this.work.inFlight.quad[this.slot];
  }

  /** Works on up to the next miss, or to the last quad. */
  advance(): void {
    this.next = Infinity;
    for (;;) {
      if (this.pass === this.passes) {
        if (!this.source.waiting) return;
        this.takeQuad();
        this.takePass();
      }
      this.next = this.cache.lookUp();
      if (this.next !== Infinity) return;
      this.endPass();
    }
  }

  /** Sends the miss that it has stopped at, and works on. */
  send(): void {
    this.cache.send();
    this.advance();
  }

  tally(): Tally {
    const { statistics, timeline } = this.parts;
    return { statistics, timeline, stageCycles: this.times.stageCycles(), cache: this.cache.cache };
  }

  private takeQuad(): void {
    const { source, times, warps } = this;
    const { inFlight } = this.work;
    const { cycle, warp } = source;
    this.slot = source.take();
    inFlight.warp[this.slot] = times.issue(warps, cycle, warp);
    times.enter();
    this.pass = 0;
    this.passes = inFlight.passes[this.slot];
  }

  private takePass(): void {
    const { work, times, cycles, cache, slot, pass, passes } = this;
    times.addressPass(cycles.addressing(work.address(slot, pass, PASS)), pass === passes - 1);
    cache.begin();
  }

  private endPass(): void {
    const { times, cycles, cache, slot, pass, passes } = this;
    const { inFlight } = this.work;
    cache.end();
    times.filterPass(cycles.filtering(inFlight.state[slot], inFlight.samples[PASS]), pass === passes - 1);
    this.pass = pass + 1;
    if (this.pass < passes) {
      this.takePass();
      return;
    }
    times.give();
    if (this.warps.limited) this.warps.back(inFlight.warp[slot], times.out);
    this.parts.statistics.latency.add(times.quadLatency);
  }
}
