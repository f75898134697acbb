import type { InFlight } from '../cache/in-flight.ts';
import type { RunParts } from '../cache/run-parts.ts';
import type { QuadWork } from '../stages/quad-work.ts';
import { ACTIVITY, type Stage, STAGE } from '../stages/stages.ts';
import type { Announcer } from './announcer.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import type { Warps } from '../stages/warps.ts';
import type { SlotPool } from './slot-pool.ts';

const { busy, starved, blocked } = ACTIVITY;

/** The parts that every stage works with. */
export interface StageParts extends RunParts {
  readonly inFlight: InFlight;
  readonly work: QuadWork;
  readonly passSlots: SlotPool;
  readonly announcer: Announcer | undefined;
  readonly warps: Warps;
}

/** A stage between two FIFOs, which takes one item a cycle unless it says otherwise. */
export class SteppedStage {
  protected readonly latency = this.parts.design.pipeline.latency[this.name];
  /** The first cycle in which the unit is free again. */
  protected free = 0;
  private readonly stage = STAGE[this.name];

  constructor(
    private readonly name: Stage,
    protected readonly parts: StageParts,
    protected readonly input: Fifo,
    protected readonly out: Fifo,
  ) {}

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    if (cycle < this.free) return busy;
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.out.full && this.gives(slot)) return blocked;
    this.take(cycle, slot);
    return busy;
  }

  /** True if the item in the slot goes on into the FIFO after the stage. */
  protected gives(_slot: number): boolean {
    return true;
  }

  /** Takes the item at the input's head. */
  protected take(cycle: number, slot: number): void {
    this.input.pop();
    this.push(cycle, slot, cycle);
  }

  /** The item in the slot begins in this cycle, and is in the stage's last register a latency after `last`. */
  protected push(cycle: number, slot: number, last: number): void {
    this.parts.announcer?.enter(cycle, this.stage, slot);
    this.out.push(slot, last + this.latency);
  }
}
