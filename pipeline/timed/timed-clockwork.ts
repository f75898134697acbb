import type { TexelBytes } from '../../rtl-model/memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Clockwork, QuadSink } from '../clockwork.ts';
import { InFlight } from '../in-flight.ts';
import { PassCycles } from '../pass-cycles.ts';
import type { RunParts } from '../run-parts.ts';
import { StageWork } from '../stage-work.ts';
import { BlockPasses } from './block-passes.ts';
import { CacheTimes } from './cache-times.ts';
import { QuadTimes } from './quad-times.ts';

/** The most quads that go through front end and LOD unit together. */
const BLOCK_QUADS = 32;

/**
 * The clock that works out the times of each quad in each stage, quad after quad. All stages keep the order of the
 * quads. A stage takes a quad in as soon as the quad has come from the stage before, the stage is free, and there is
 * room behind it; all three follow from the times of earlier quads. No cycle is stepped. The results are those of the
 * stepped clock, at a cost that does not depend on the length of waits. Texels come from the texel memory, and not from
 * the cache's data store: the units run for a block of quads at once.
 */
export class TimedClockwork implements Clockwork {
  private readonly parts: RunParts;
  private readonly source: TexelBytes;
  private readonly inFlight = new InFlight(BLOCK_QUADS, BLOCK_QUADS);
  private readonly passes: BlockPasses;
  /** The quads of the block at hand. */
  private quads = 0;
  private readonly notePass = (pass: number) => this.passes.note(pass, this.quads);
  private readonly work: StageWork;
  private readonly cycles: PassCycles;
  private readonly times: QuadTimes;
  private readonly cache: CacheTimes;
  private readonly sink: QuadSink;

  constructor(parts: RunParts, source: TexelBytes, sink: QuadSink) {
    this.parts = parts;
    this.source = source;
    this.work = new StageWork(parts, this.inFlight);
    this.cycles = new PassCycles(parts);
    this.times = new QuadTimes(parts);
    this.cache = new CacheTimes(parts, this.times, this.inFlight);
    this.passes = new BlockPasses(this.inFlight, this.cache.cache.sectors, BLOCK_QUADS);
    this.sink = sink;
  }

  get now(): number {
    return this.times.out;
  }

  run(batch: QuadBatch): void {
    const { causes, tags } = this.times;
    for (let quad = 0; quad < batch.count;) {
      const count = sameState(batch, quad);
      this.evaluate(batch, quad, count);
      for (let slot = 0; slot < count; slot++) this.take(slot);
      causes.settle(tags.known);
      quad += count;
    }
  }

  drain(): number {
    this.times.rest(this.now);
    return this.now;
  }

  stageCycles(): Float64Array {
    return this.times.stageCycles();
  }

  cacheTotals() {
    return this.cache.totals();
  }

  /** The units' work on a block of quads of one state: results, and the passes' footprints. */
  private evaluate(batch: QuadBatch, quad: number, count: number): void {
    const { work, inFlight, passes } = this;
    work.load(batch, quad, count, 0);
    work.select(0, count);
    let most = 1;
    for (let slot = 0; slot < count; slot++) most = Math.max(most, inFlight.passes[slot]);
    passes.begin(most);
    this.quads = count;
    const path = this.parts.paths[batch.state[quad]];
    path.filterPasses(QUAD_LANES * count, inFlight.lanes, inFlight.foot, this.source, this.notePass);
  }

  /** One quad, from the front end to the sink. */
  private take(slot: number): void {
    const { times } = this;
    const { quad, x, y, active, lanes, passes } = this.inFlight;
    times.enter();
    const last = passes[slot] - 1;
    for (let pass = 0; pass <= last; pass++) this.takePass(slot, pass, pass === last);
    times.give();
    this.parts.statistics.latency.add(times.quadLatency);
    this.sink(quad[slot], x[slot], y[slot], active[slot], lanes.color, 4 * QUAD_LANES * slot, lanes);
  }

  private takePass(slot: number, pass: number, last: boolean): void {
    const { times, cycles, cache, inFlight, passes } = this;
    const { statistics } = this.parts;
    const at = passes.load(slot, pass);
    const taps = passes.taps[at];
    const samples = passes.samples[at];
    statistics.passes++;
    statistics.taps += taps;
    statistics.samples += samples;
    times.addressPass(cycles.addressing(taps), last);
    cache.take();
    times.filterPass(cycles.filtering(inFlight.state[slot], samples), last);
  }
}

/** The number of quads from `from` on that have one state, BLOCK_QUADS at most. */
function sameState({ state, count }: QuadBatch, from: number): number {
  const last = Math.min(count, from + BLOCK_QUADS);
  let end = from + 1;
  while (end < last && state[end] === state[from]) end++;
  return end - from;
}
