import { PASS_TAPS } from '../../pipeline/cache/in-flight.ts';
import type { PassView } from '../../pipeline/stages/observer.ts';
import type { Stage } from '../../pipeline/stages/stages.ts';
import { AccessBatch } from './access-batch.ts';
import { SilentObserver } from '../stages/observers.ts';
import type { TapAccesses } from './tap-accesses.ts';

const BATCH = 8192;

/** Collects the texel accesses of a run in the order of the tag look-ups, with their cycles. */
export class AccessObserver extends SilentObserver {
  private readonly batch = new AccessBatch(BATCH);

  /** @param take gets them batch by batch; the batch is used again after the call */
  constructor(
    private readonly taps: TapAccesses,
    private readonly take: (batch: AccessBatch) => void,
  ) {
    super();
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    if (stage !== 'tag') return;
    const { quad, pass, state, foot, footLane } = view;
    const { count } = this.batch;
    this.taps.append(this.batch, quad, pass, state, foot, footLane);
    this.batch.issue(count, cycle, 0);
    if (this.batch.capacity - this.batch.count < PASS_TAPS) this.flush();
  }

  override end(): void {
    if (this.batch.count > 0) this.flush();
  }

  private flush(): void {
    this.take(this.batch);
    this.batch.count = 0;
  }
}
