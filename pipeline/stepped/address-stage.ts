import type { Fifo } from './fifo.ts';
import { PassCycles } from '../stages/pass-cycles.ts';
import { type StageParts, SteppedStage } from './stepped-stage.ts';

/** Expands a quad into its passes and addresses their taps, `tapsPerCycle` a cycle. */
export class AddressStage extends SteppedStage {
  private readonly cycles = new PassCycles(this.parts);
  /** The next pass of the quad at the input's head. */
  private pass = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    super('address', parts, input, out);
  }

  protected override take(cycle: number, quad: number): void {
    const { pass } = this;
    const { work, passSlots, inFlight } = this.parts;
    const slot = passSlots.take();
    this.free = cycle + this.cycles.addressing(work.address(quad, pass, slot));
    this.push(cycle, slot, this.free - 1);
    if (pass + 1 < inFlight.passes[quad]) {
      this.pass = pass + 1;
      return;
    }
    this.pass = 0;
    this.input.pop();
  }
}
