import { type Fifo, NOTHING } from './fifo.ts';
import type { InFlight } from '../in-flight.ts';
import { PassCycles } from '../pass-cycles.ts';
import { ACTIVITY, STAGE } from '../stages.ts';
import type { StageParts } from './stage-parts.ts';

const { busy, starved, blocked } = ACTIVITY;

/** Expands a quad into its passes and addresses their taps, `tapsPerCycle` a cycle. */
export class AddressStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;
  private readonly cycles: PassCycles;
  /** The next pass of the quad at the input's head. */
  private pass = 0;
  /** The first cycle in which the unit is free again. */
  private free = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.address;
    this.cycles = new PassCycles(parts);
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    if (cycle < this.free) return busy;
    const quad = this.input.head(cycle);
    if (quad === NOTHING) return starved;
    if (this.out.full) return blocked;
    this.take(cycle, quad);
    return busy;
  }

  private take(cycle: number, quad: number): void {
    const { inFlight, pass } = this;
    const { work, passSlots, announcer } = this.parts;
    const slot = passSlots.take();
    this.free = cycle + this.cycles.addressing(work.address(quad, pass, slot));
    announcer?.enter(cycle, STAGE.address, slot);
    this.out.push(slot, this.free - 1 + this.latency);
    if (pass + 1 < inFlight.passes[quad]) {
      this.pass = pass + 1;
      return;
    }
    this.pass = 0;
    this.input.pop();
  }
}
