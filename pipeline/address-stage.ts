import { QUAD_LANES } from '../rtl-model/quad-batch.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { PASS_TAPS } from './in-flight.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';

/** Expands a quad into its passes and addresses their taps, `tapsPerCycle` a cycle. */
export class AddressStage {
  private readonly parts: StageParts;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;
  /** Of a number of taps: the cycles that they take. */
  private readonly cyclesOf: Uint8Array;
  /** Next pass of the quad at the input's head. */
  private pass = 0;
  /** First cycle in which the unit is free again. */
  private free = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.address;
    const { tapsPerCycle } = parts.design.address;
    this.cyclesOf = Uint8Array.from({ length: PASS_TAPS + 1 }, (_, taps) =>
      Math.max(1, Math.ceil(taps / tapsPerCycle)),
    );
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    if (cycle < this.free) return ACTIVITY.busy;
    const quad = this.input.head(cycle);
    if (quad === NOTHING || this.out.full) return quad === NOTHING ? ACTIVITY.starved : ACTIVITY.blocked;
    const { inFlight, paths, announcer, statistics } = this.parts;
    const slot = inFlight.passSlots.take();
    inFlight.quadOf[slot] = quad;
    inFlight.pass[slot] = this.pass;
    const { addressUnit } = paths[inFlight.state[quad]];
    const foot = QUAD_LANES * slot;
    addressUnit.footprints(inFlight.lanes, QUAD_LANES * quad, inFlight.foot, foot, QUAD_LANES, this.pass);
    const taps = this.countTaps(slot);
    statistics.passes++;
    statistics.taps += taps;
    this.free = cycle + this.cyclesOf[taps];
    announcer?.enterPass(cycle, STAGE.address, slot);
    this.out.push(slot, this.free - 1 + this.latency);
    this.pass++;
    if (this.pass === inFlight.passes[quad]) {
      this.pass = 0;
      this.input.pop();
    }
    return ACTIVITY.busy;
  }

  /** As `Fifo.wakeAt`. */
  wakeAt(cycle: number): number {
    return this.free > cycle ? this.free : this.input.wakeAt(cycle, this.out);
  }

  private countTaps(slot: number): number {
    const { inFlight, statistics } = this.parts;
    const { tapCount } = inFlight.foot;
    let taps = 0;
    let samples = 0;
    for (let lane = QUAD_LANES * slot; lane < QUAD_LANES * (slot + 1); lane++) {
      taps += tapCount[lane];
      if (tapCount[lane] !== 0) samples++;
    }
    inFlight.samples[slot] = samples;
    statistics.samples += samples;
    return taps;
  }
}
