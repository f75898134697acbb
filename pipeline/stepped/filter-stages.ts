import type { Announcer } from './announcer.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import type { InFlight } from '../in-flight.ts';
import { PassCycles } from '../pass-cycles.ts';
import { ACTIVITY, STAGE } from '../stages.ts';
import type { StageParts } from './stage-parts.ts';

const { busy, starved, blocked } = ACTIVITY;

/** The time of the decoder, one pass a cycle. `TapReader` decodes the values. */
export class DecodeStage {
  private readonly announcer: Announcer | undefined;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.announcer = parts.announcer;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.decode;
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.out.full) return blocked;
    this.input.pop();
    this.announcer?.enter(cycle, STAGE.decode, slot);
    this.out.push(slot, cycle + this.latency);
    return busy;
  }
}

/**
 * Filters a pass: `samplesPerCycle` samples a cycle for 8-bit components, and at the design's rate for wider ones. The
 * last pass of a quad finishes the quad.
 */
export class FilterStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;
  private readonly cycles: PassCycles;
  /** The first cycle in which the unit is free again. */
  private free = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.filter;
    this.cycles = new PassCycles(parts);
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    if (cycle < this.free) return busy;
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    return this.take(cycle, slot);
  }

  private take(cycle: number, slot: number): number {
    const { inFlight } = this;
    const { work, passSlots, announcer } = this.parts;
    const quad = inFlight.quadOf[slot];
    const last = inFlight.pass[slot] === inFlight.passes[quad] - 1;
    if (last && this.out.full) return blocked;
    this.input.pop();
    work.filter(slot);
    this.free = cycle + this.cycles.filtering(inFlight.state[quad], inFlight.samples[slot]);
    announcer?.enter(cycle, STAGE.filter, slot);
    passSlots.release(slot);
    if (last) this.out.push(quad, this.free - 1 + this.latency);
    return busy;
  }
}
