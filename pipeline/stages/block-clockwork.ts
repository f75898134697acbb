import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Clockwork, Tally } from './clockwork.ts';
import type { QuadBlocks } from './quad-blocks.ts';

/** A clock of quads that are evaluated ahead of it, in blocks. Several clocks can time the same blocks. */
export abstract class BlockClockwork implements Clockwork {
  constructor(protected readonly blocks: QuadBlocks) {}

  run(batch: QuadBatch): void {
    runTogether(batch, this.blocks, [this]);
  }

  /** Takes in the block that was evaluated last: `count` quads of the batch, from quad `from` on. */
  abstract takeBlock(batch: QuadBatch, from: number, count: number): void;

  abstract readonly now: number;
  abstract drain(): number;
  abstract tallies(): readonly Tally[];
}

/** Takes every quad of the batch into all clocks, whose quads are evaluated in `blocks`, once for all of them. */
export function runTogether(batch: QuadBatch, blocks: QuadBlocks, clocks: readonly BlockClockwork[]): void {
  for (let quad = 0; quad < batch.count;) {
    const count = blocks.evaluate(batch, quad);
    for (const clock of clocks) clock.takeBlock(batch, quad, count);
    quad += count;
  }
}
