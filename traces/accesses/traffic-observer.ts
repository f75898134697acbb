import type { Stage } from '../../pipeline/stages/stages.ts';
import { SilentObserver } from '../stages/observers.ts';
import { AccessBatch } from './access-batch.ts';

const BATCH = 8192;

interface MemoryRequest {
  readonly cycle: number;
  readonly address: number;
  readonly bytes: number;
  readonly write: boolean;
}

/** Collects the requests of a run to the memory below its caches, in the order of their cycles; each is a quad. */
export class TrafficObserver extends SilentObserver {
  private readonly batch = new AccessBatch(BATCH);
  /** Requests that an earlier one may still come before. */
  private readonly ahead: MemoryRequest[] = [];
  private now = 0;
  private requests = 0;

  /** @param take gets them batch by batch; the batch is used again after the call */
  constructor(private readonly take: (batch: AccessBatch) => void) {
    super();
  }

  override activity(cycle: number, _stage: Stage): void {
    if (cycle === this.now) return;
    this.now = cycle;
    this.settle(cycle);
  }

  override request(cycle: number, address: number, bytes: number, write: boolean): void {
    const { ahead } = this;
    ahead.splice(ahead.findLastIndex((other) => other.cycle <= cycle) + 1, 0, { cycle, address, bytes, write });
  }

  /** Hands over all requests. None may follow. */
  complete(): void {
    this.settle(Infinity);
    if (this.batch.count > 0) this.take(this.batch);
  }

  /** The requests before a cycle: later ones are made for that cycle or a later one. */
  private settle(before: number): void {
    const { ahead, batch } = this;
    while (ahead.length > 0 && ahead[0].cycle < before) {
      const { cycle, address, bytes, write } = ahead.shift()!;
      batch.push(address, bytes, this.requests++ % 2 ** 32, 0, 0, write ? 1 : 0);
      batch.issue(batch.count - 1, cycle, 0);
      if (batch.count < batch.capacity) continue;
      this.take(batch);
      batch.count = 0;
    }
  }
}
