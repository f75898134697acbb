import type { FilterDesign } from '../rtl-model/design.ts';
import { QUAD_LANES } from '../rtl-model/quad-batch.ts';
import type { TexelFormat } from '../rtl-model/texel-decoder/texel-format.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { ACTIVITY, STAGE, type StageClock } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';

/** The time of the decoder, one pass a cycle. Its values come from the data store: see `CacheStages`. */
export class DecodeStage {
  private readonly parts: StageParts;
  private readonly clock: StageClock;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.clock = parts.clock;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.decode;
  }

  tick(cycle: number): void {
    const slot = this.input.head(cycle);
    if (slot === NOTHING || this.out.full) {
      this.clock.record(cycle, STAGE.decode, slot === NOTHING ? ACTIVITY.starved : ACTIVITY.blocked);
      return;
    }
    this.clock.record(cycle, STAGE.decode, ACTIVITY.busy);
    this.input.pop();
    this.parts.announcer?.enterPass(cycle, STAGE.decode, slot);
    this.out.push(slot, cycle + this.latency);
  }
}

/**
 * Filters a pass, `samplesPerCycle` samples a cycle for 8-bit components and at the design's rate for wider ones; the
 * last pass of a quad finishes it.
 */
export class FilterStage {
  private readonly parts: StageParts;
  private readonly clock: StageClock;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;
  private free = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.clock = parts.clock;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.filter;
  }

  tick(cycle: number): void {
    if (cycle < this.free) {
      this.clock.record(cycle, STAGE.filter, ACTIVITY.busy);
      return;
    }
    const slot = this.input.head(cycle);
    if (slot === NOTHING) {
      this.clock.record(cycle, STAGE.filter, ACTIVITY.starved);
      return;
    }
    const { inFlight, paths, announcer, design } = this.parts;
    const quad = inFlight.quadOf[slot];
    const pass = inFlight.pass[slot];
    const last = pass === inFlight.passes[quad] - 1;
    if (last && this.out.full) {
      this.clock.record(cycle, STAGE.filter, ACTIVITY.blocked);
      return;
    }
    this.clock.record(cycle, STAGE.filter, ACTIVITY.busy);
    this.input.pop();
    const { filter, image } = paths[inFlight.state[quad]];
    const foot = QUAD_LANES * slot;
    const lane = QUAD_LANES * quad;
    filter.accumulate(inFlight.foot, foot, inFlight.lanes, lane, QUAD_LANES, pass);
    const batches = Math.ceil(inFlight.samples[slot] / design.filter.samplesPerCycle);
    this.free = cycle + Math.max(1, batches * cyclesOf(image.format, design.filter));
    announcer?.enterPass(cycle, STAGE.filter, slot);
    inFlight.passSlots.release(slot);
    if (last) {
      filter.finish(inFlight.lanes, lane, QUAD_LANES);
      this.out.push(quad, this.free - 1 + this.latency);
    }
  }
}

function cyclesOf(format: TexelFormat, { rate }: FilterDesign): number {
  return format.componentBits === 8 ? 1 : format.componentBits === 16 ? rate.bits16 : rate.bits32;
}
