import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { BlockClockwork } from '../stages/block-clockwork.ts';
import { BlockWork } from '../stages/block-work.ts';
import { giveQuad, type QuadSink, type Tally } from '../stages/clockwork.ts';
import type { QuadBlocks } from '../stages/quad-blocks.ts';
import { UnitTimes } from './unit-times.ts';

/**
 * The clock that works out the times of each quad in each stage, quad after quad. All stages keep the order of the
 * quads. A stage takes a quad in as soon as the quad has come from the stage before, the stage is free, and there is
 * room after it; all three follow from the times of earlier quads. No cycle is stepped. The results are those of the
 * stepped clock, at a cost that does not depend on the length of waits. Texels come from the texel memory, and not from
 * the cache's data store: the units run for a block of quads at once.
 */
export class TimedClockwork extends BlockClockwork {
  private readonly unit = new BlockTimes(this.parts, new BlockWork(this.parts, this.blocks));

  /** @param blocks evaluate the quads, for several clocks perhaps */
  constructor(
    private readonly parts: RunParts,
    blocks: QuadBlocks,
    private readonly sink: QuadSink,
  ) {
    super(blocks);
  }

  get now(): number {
    return this.unit.times.out;
  }

  takeBlock(batch: QuadBatch, from: number, count: number): void {
    const { unit, blocks, sink } = this;
    for (let n = 0; n < count; n++) {
      const slot = blocks.first + n;
      unit.take(slot, batch.cycle[from + n], batch.warp[from + n]);
      giveQuad(sink, blocks.inFlight, slot);
    }
    unit.times.settle(Infinity);
  }

  drain(): number {
    this.unit.times.rest(this.now);
    return this.now;
  }

  tallies(): readonly Tally[] {
    return [this.unit.tally()];
  }
}

/** The times of quads that wait for no other unit. */
class BlockTimes extends UnitTimes {
  /** One quad, from the front end to the result. */
  take(slot: number, cycle: number, warp: number): void {
    this.work.enter(slot);
    this.enter(slot, cycle, warp);
    const last = this.work.inFlight.passes[slot] - 1;
    for (let pass = 0; pass <= last; pass++) {
      this.addressPass(slot, pass, pass === last);
      this.cache.take();
      this.filterPass(slot, pass === last);
    }
    this.give(slot);
  }
}
