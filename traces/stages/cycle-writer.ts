import type { PassView } from '../../pipeline/stages/observer.ts';
import { type Activity, type Stage, STAGES } from '../../pipeline/stages/stages.ts';
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

/** Consecutive cycles, from `start` on, in which a stage does the same, for the same quad or pass. */
export interface Slice {
  readonly start: number;
  readonly activity: Activity;
  /** The pass that last began its work, and its quad. */
  readonly quad: number;
  readonly pass: number;
}

/** The state of a stage in the current cycle. */
interface Track {
  quad: number;
  pass: number;
  /** True if a quad or pass began its work. */
  entered: boolean;
  activity: Activity | undefined;
  slice: Slice | undefined;
}

/** A writer of slices, which tile the run for each stage: one for each quad or pass, one for each other activity. */
export abstract class SliceWriter extends CycleWriter {
  private readonly tracks: ReadonlyMap<Stage, Track> = new Map(
    STAGES.map((stage) => [stage, { quad: 0, pass: 0, entered: false, activity: undefined, slice: undefined }]),
  );

  override enter(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    const { quad, pass } = view;
    Object.assign(this.tracks.get(stage)!, { quad, pass, entered: true });
    this.occupancy.enter(stage, view);
  }

  override activity(cycle: number, stage: Stage, activity: Activity): void {
    this.advance(cycle);
    this.tracks.get(stage)!.activity = activity;
  }

  override end(cycles: number): void {
    super.end(cycles);
    this.endSlices(cycles);
  }

  /** Takes a slice that is over. */
  protected abstract slice(stage: Stage, slice: Slice, end: number): void;

  /** Ends the slices of all stages before a cycle. */
  protected endSlices(cycle: number): void {
    for (const [stage, track] of this.tracks) this.endSlice(stage, track, cycle);
  }

  protected override closeCycle(): void {
    const { cycle } = this;
    for (const [stage, track] of this.tracks) {
      const { activity, entered, slice, quad, pass } = track;
      if (activity !== slice?.activity || (entered && activity === 'busy')) {
        this.endSlice(stage, track, cycle);
        track.slice = activity && { start: cycle, activity, quad, pass };
      }
      track.entered = false;
      track.activity = undefined;
    }
  }

  private endSlice(stage: Stage, track: Track, end: number): void {
    if (track.slice !== undefined) this.slice(stage, track.slice, end);
    track.slice = undefined;
  }
}
