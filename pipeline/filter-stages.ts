import type { FilterDesign } from '../rtl-model/design.ts';
import { QUAD_LANES } from '../rtl-model/quad-batch.ts';
import type { TexelFormat } from '../rtl-model/texel-decoder/texel-format.ts';
import type { Announcer } from './announcer.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import type { InFlight } from './in-flight.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';

const { busy, starved, blocked } = ACTIVITY;

/** The time of the decoder, one pass a cycle. Its values come from the data store: see `CacheStages`. */
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
    this.announcer?.enterPass(cycle, STAGE.decode, slot);
    this.out.push(slot, cycle + this.latency);
    return busy;
  }

  /** As `Fifo.wakeAt`. */
  wakeAt(cycle: number): number {
    return this.input.wakeAt(cycle, this.out);
  }
}

/**
 * Filters a pass, `samplesPerCycle` samples a cycle for 8-bit components and at the design's rate for wider ones; the
 * last pass of a quad finishes it.
 */
export class FilterStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;
  /** Of a texture state and 0 to 4 samples, at state * SAMPLE_COUNTS + samples: the cycles that they take. */
  private readonly cyclesOf: Int32Array;
  /** First cycle in which the unit is free again. */
  private free = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.filter;
    const { filter } = parts.design;
    this.cyclesOf = Int32Array.from({ length: SAMPLE_COUNTS * parts.paths.length }, (_, at) => {
      const batches = Math.ceil((at % SAMPLE_COUNTS) / filter.samplesPerCycle);
      const { format } = parts.paths[Math.floor(at / SAMPLE_COUNTS)].image;
      return Math.max(1, batches * batchCycles(format, filter));
    });
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    if (cycle < this.free) return busy;
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    return this.take(cycle, slot);
  }

  /** As `Fifo.wakeAt`: a pass that has arrived and was not taken in is one that needs room behind. */
  wakeAt(cycle: number): number {
    return this.free > cycle ? this.free : this.input.wakeAt(cycle, this.out);
  }

  private take(cycle: number, slot: number): number {
    const { inFlight } = this;
    const { paths, announcer } = this.parts;
    const quad = inFlight.quadOf[slot];
    const pass = inFlight.pass[slot];
    const last = pass === inFlight.passes[quad] - 1;
    if (last && this.out.full) return blocked;
    this.input.pop();
    const state = inFlight.state[quad];
    const { filter } = paths[state];
    const lane = QUAD_LANES * quad;
    filter.accumulate(inFlight.foot, QUAD_LANES * slot, inFlight.lanes, lane, QUAD_LANES, pass);
    this.free = cycle + this.cyclesOf[state * SAMPLE_COUNTS + inFlight.samples[slot]];
    announcer?.enterPass(cycle, STAGE.filter, slot);
    inFlight.passSlots.release(slot);
    if (last) {
      filter.finish(inFlight.lanes, lane, QUAD_LANES);
      this.out.push(quad, this.free - 1 + this.latency);
    }
    return busy;
  }
}

/** A pass has a sample for each lane at most. */
const SAMPLE_COUNTS = QUAD_LANES + 1;

/** Cycles for one batch of samples. */
function batchCycles(format: TexelFormat, { rate }: FilterDesign): number {
  return format.componentBits === 8 ? 1 : format.componentBits === 16 ? rate.bits16 : rate.bits32;
}
