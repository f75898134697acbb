import type { Fifo } from './fifo.ts';
import { PassCycles } from '../stages/pass-cycles.ts';
import { STAGE } from '../stages/stages.ts';
import { type StageParts, SteppedStage } from './stepped-stage.ts';

/**
 * Filters a pass: `samplesPerCycle` samples a cycle for 8-bit components, and at the design's rate for wider ones. The
 * last pass of a quad finishes the quad.
 */
export class FilterStage extends SteppedStage {
  private readonly cycles = new PassCycles(this.parts);

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    super('filter', parts, input, out);
  }

  protected override gives(slot: number): boolean {
    const { pass, passes, quadOf } = this.parts.inFlight;
    return pass[slot] === passes[quadOf[slot]] - 1;
  }

  protected override take(cycle: number, slot: number): void {
    const { work, passSlots, announcer, inFlight } = this.parts;
    const quad = inFlight.quadOf[slot];
    this.input.pop();
    work.filter(slot);
    this.free = cycle + this.cycles.filtering(inFlight.state[quad], inFlight.samples[slot]);
    announcer?.enter(cycle, STAGE.filter, slot);
    if (this.gives(slot)) this.out.push(quad, this.free - 1 + this.latency);
    passSlots.release(slot);
  }
}
