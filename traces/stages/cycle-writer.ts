import type { PassView } from '../../pipeline/stages/observer.ts';
import type { Stage } from '../../pipeline/stages/stages.ts';
import { SilentObserver } from './observers.ts';
import { FifoOccupancy, OutstandingMisses } from './occupancy.ts';

/** A writer that takes stock at the end of every cycle, and follows the FIFOs and the outstanding misses. */
export abstract class CycleWriter extends SilentObserver {
  /** Set with the first call: what they can know depends on where in the run that is. */
  protected occupancy!: FifoOccupancy;
  protected outstanding!: OutstandingMisses;
  protected cycle = 0;
  private begun = false;

  override leave(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    this.occupancy.leave(stage, view);
  }

  override miss(cycle: number, address: number): void {
    this.advance(cycle);
    this.outstanding.miss(address);
  }

  override fill(cycle: number, address: number): void {
    this.advance(cycle);
    this.outstanding.fill(address);
  }

  override lookup(cycle: number, _address: number, _hit: boolean): void {
    this.advance(cycle);
  }

  override end(cycles: number): void {
    if (this.begun) this.closeCycles(cycles);
  }

  /** Goes on to the cycle, which is not before the last one. */
  protected advance(cycle: number): void {
    if (!this.begun) {
      this.begun = true;
      this.occupancy = new FifoOccupancy(cycle === 0);
      this.outstanding = new OutstandingMisses(cycle === 0);
      this.cycle = cycle;
      this.begin();
    }
    if (cycle === this.cycle) return;
    this.closeCycles(cycle);
    this.cycle = cycle;
    this.openCycle();
  }

  /** The first cycle begins. */
  protected begin(): void {}

  /** Another cycle begins. */
  protected openCycle(): void {}

  /** The cycle is over. */
  protected abstract closeCycle(): void;

  /** Closes the cycle, and those before `next` without an event, as one. */
  private closeCycles(next: number): void {
    this.closeCycle();
    if (next <= this.cycle + 1) return;
    this.cycle++;
    this.openCycle();
    this.closeCycle();
  }
}
