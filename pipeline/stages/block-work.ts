import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { QuadBlocks } from './quad-blocks.ts';
import { type BatchWork, QuadWork } from './quad-work.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { TexelCache } from '../cache/texel-cache.ts';

/** The work of all stages for quads that are evaluated ahead, in blocks. The stages find it done. */
export class BlockWork extends QuadWork implements BatchWork {
  readonly cache = new TexelCache(this.run, this.inFlight);
  /** Quads of the last block that have not been loaded, and the slot of the next one. */
  private ahead = 0;
  private next = 0;

  constructor(
    run: RunParts,
    private readonly blocks: QuadBlocks,
  ) {
    super(run, blocks.inFlight);
  }

  load(batch: QuadBatch, quad: number): number {
    if (this.ahead === 0) {
      this.ahead = this.blocks.evaluate(batch, quad);
      this.next = this.blocks.first;
    }
    this.ahead--;
    this.enter(this.next);
    return this.next++;
  }

  override select(): void {}

  override address(quad: number, pass: number, slot: number): number {
    const taps = this.blocks.tapsOf(quad, pass);
    this.count(quad, pass, slot, taps, this.blocks.samplesOf(quad, pass));
    return taps;
  }

  override collect(slot: number): void {
    this.blocks.collect(slot);
  }

  override filter(): void {}
}
