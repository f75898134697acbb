import type { TexelBytes } from '../../rtl-model/memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { BlockWork } from '../block-work.ts';
import type { Clockwork, QuadSink, Tally } from '../clockwork.ts';
import { InFlight } from '../in-flight.ts';
import type { EvaluatedParts } from '../run-parts.ts';
import { Statistics } from '../statistics.ts';
import { Distribution } from './distribution.ts';
import type { Units } from './quad-list.ts';
import { SteppedUnits } from './stepped-units.ts';
import { TimedUnits } from './timed-units.ts';

/**
 * Several texture units, each with its own clock, caches and list of quads, in front of one L2 and one memory. The
 * distribution costs no time, and a list has no bound. Quads are evaluated in the order of the requests when they come,
 * and given to the sink at once: results don't depend on the number of units, nor on their order in time.
 */
export class UnitsClockwork implements Clockwork {
  private readonly units: Units;
  private readonly work: BlockWork;
  private readonly distribution: Distribution;
  private readonly sink: QuadSink;

  /** @param parts those of each unit, with one memory and one L2 */
  constructor(parts: readonly EvaluatedParts[], texels: TexelBytes, sink: QuadSink, stepped: boolean) {
    const { design } = parts[0];
    this.units = stepped ? new SteppedUnits(parts) : new TimedUnits(parts);
    this.work = new BlockWork(
      { ...parts[0], statistics: new Statistics() },
      new InFlight(BlockWork.slots(0), 1),
      texels,
    );
    this.distribution = new Distribution(design.pipeline.units);
    this.sink = sink;
  }

  get now(): number {
    return this.units.now;
  }

  run(batch: QuadBatch): void {
    const { units, work, distribution } = this;
    const { quad, x, y, active, lanes } = work.inFlight;
    for (let n = 0; n < batch.count; n++) {
      const unit = distribution.unitOf(batch.x[n], batch.y[n], batch.unit[n]);
      const slot = work.load(batch, n);
      units.lists[unit].add(batch.cycle[n], batch.warp[n], work, slot);
      this.sink(quad[slot], x[slot], y[slot], active[slot], lanes.color, 4 * QUAD_LANES * slot, lanes);
    }
    units.advance();
  }

  drain(): number {
    this.units.finish();
    return this.now;
  }

  tallies(): readonly Tally[] {
    return this.units.tallies();
  }
}
