import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { BlockClockwork } from '../stages/block-clockwork.ts';
import { BlockWork } from '../stages/block-work.ts';
import { giveQuad, type QuadSink, type Tally } from '../stages/clockwork.ts';
import type { QuadBlocks } from '../stages/quad-blocks.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { Statistics } from '../counters/statistics.ts';
import { Distribution } from './distribution.ts';
import type { Units } from './quad-list.ts';
import { SteppedUnits } from './stepped-units.ts';
import { TimedUnits } from './timed-units.ts';

/**
 * Several texture units, each with its own clock, caches and list of quads, in front of one L2 and one memory. The
 * distribution costs no time, and a list has no bound. Quads are evaluated in the order of the requests when they come,
 * and given to the sink at once: results don't depend on the number of units, nor on their order in time.
 */
export class UnitsClockwork extends BlockClockwork {
  private readonly units: Units;
  private readonly work = new BlockWork({ ...this.parts[0], statistics: new Statistics() }, this.blocks);
  private readonly distribution = new Distribution(this.parts[0].design.pipeline.units);

  /**
   * @param parts those of each unit, with one memory and one L2
   * @param blocks evaluate the quads, for several clocks perhaps
   */
  constructor(
    private readonly parts: readonly RunParts[],
    blocks: QuadBlocks,
    private readonly sink: QuadSink,
    stepped: boolean,
  ) {
    super(blocks);
    this.units = stepped ? new SteppedUnits(parts) : new TimedUnits(parts);
  }

  get now(): number {
    return this.units.now;
  }

  takeBlock(batch: QuadBatch, from: number, count: number): void {
    const { units, work, blocks, distribution } = this;
    for (let n = 0; n < count; n++) {
      const unit = distribution.unitOf(batch.x[from + n], batch.y[from + n], batch.unit[from + n]);
      const slot = blocks.first + n;
      units.lists[unit].add(batch.cycle[from + n], batch.warp[from + n], work, slot);
      giveQuad(this.sink, work.inFlight, slot);
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
