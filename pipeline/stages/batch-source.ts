import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { BatchWork, QuadSource } from './quad-work.ts';

/** The quads of a batch in front of a unit. */
export class BatchSource implements QuadSource {
  private batch: QuadBatch | undefined;
  private next = 0;
  private end = 0;

  constructor(private readonly work: BatchWork) {}

  offer(batch: QuadBatch): void {
    this.batch = batch;
    this.next = 0;
    this.end = batch.count;
  }

  get waiting(): boolean {
    return this.next < this.end;
  }

  get cycle(): number {
    return this.batch!.cycle[this.next];
  }

  get warp(): number {
    return this.batch!.warp[this.next];
  }

  take(): number {
    return this.work.load(this.batch!, this.next++);
  }
}
