import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { BlockClockwork } from '../stages/block-clockwork.ts';
import { BlockWork } from '../stages/block-work.ts';
import type { QuadSink, Tally } from '../stages/clockwork.ts';
import type { InFlight } from '../cache/in-flight.ts';
import { PassCycles } from '../stages/pass-cycles.ts';
import type { QuadBlocks } from '../stages/quad-blocks.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { Warps } from '../stages/warps.ts';
import { CacheTimes } from './cache-times.ts';
import { QuadTimes } from './quad-times.ts';

/** The one slot of a pass: one comes after the other. */
const PASS = 0;

/**
 * The clock that works out the times of each quad in each stage, quad after quad. All stages keep the order of the
 * quads. A stage takes a quad in as soon as the quad has come from the stage before, the stage is free, and there is
 * room after it; all three follow from the times of earlier quads. No cycle is stepped. The results are those of the
 * stepped clock, at a cost that does not depend on the length of waits. Texels come from the texel memory, and not from
 * the cache's data store: the units run for a block of quads at once.
 */
export class TimedClockwork extends BlockClockwork {
  private readonly parts: RunParts;
  private readonly inFlight: InFlight;
  private readonly work: BlockWork;
  private readonly cycles: PassCycles;
  private readonly times: QuadTimes;
  private readonly cache: CacheTimes;
  private readonly warps: Warps;
  private readonly sink: QuadSink;

  /** @param blocks evaluate the quads, for several clocks perhaps */
  constructor(parts: RunParts, blocks: QuadBlocks, sink: QuadSink) {
    super(blocks);
    this.parts = parts;
    this.inFlight = blocks.inFlight;
    this.work = new BlockWork(parts, blocks);
    this.cycles = new PassCycles(parts);
    this.times = new QuadTimes(parts);
    this.cache = new CacheTimes(parts, this.times, this.work);
    this.warps = new Warps(parts.design.pipeline.shader);
    this.sink = sink;
  }

  get now(): number {
    return this.times.out;
  }

  takeBlock(batch: QuadBatch, from: number, count: number): void {
    const { inFlight, work, times, warps, blocks } = this;
    for (let n = 0; n < count; n++) {
      const slot = blocks.first + n;
      work.enter(slot);
      inFlight.warp[slot] = times.issue(warps, batch.cycle[from + n], batch.warp[from + n]);
      this.take(slot);
    }
    times.settle(Infinity);
  }

  drain(): number {
    this.times.rest(this.now);
    return this.now;
  }

  tallies(): readonly Tally[] {
    const { statistics, timeline } = this.parts;
    return [{ statistics, timeline, stageCycles: this.times.stageCycles(), cache: this.cache.cache }];
  }

  /** One quad, from the front end to the sink. */
  private take(slot: number): void {
    const { times } = this;
    const { quad, x, y, active, lanes, passes } = this.inFlight;
    times.enter();
    const last = passes[slot] - 1;
    for (let pass = 0; pass <= last; pass++) this.takePass(slot, pass, pass === last);
    times.give();
    if (this.warps.limited) this.warps.back(this.inFlight.warp[slot], times.out);
    this.parts.statistics.latency.add(times.quadLatency);
    this.sink(quad[slot], x[slot], y[slot], active[slot], lanes.color, 4 * QUAD_LANES * slot, lanes);
  }

  private takePass(slot: number, pass: number, last: boolean): void {
    const { work, times, cycles, cache, inFlight } = this;
    const taps = work.address(slot, pass, PASS);
    times.addressPass(cycles.addressing(taps), last);
    cache.take();
    times.filterPass(cycles.filtering(inFlight.state[slot], inFlight.samples[PASS]), last);
  }
}
