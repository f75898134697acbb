import { QUAD_LANES } from '../rtl-model/quad-batch.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { type InFlight, PASS_TAPS } from './in-flight.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';

const { busy, starved, blocked } = ACTIVITY;

/** Expands a quad into its passes and addresses their taps, `tapsPerCycle` a cycle. */
export class AddressStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
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
    this.inFlight = parts.inFlight;
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
    if (cycle < this.free) return busy;
    const quad = this.input.head(cycle);
    if (quad === NOTHING) return starved;
    if (this.out.full) return blocked;
    this.take(cycle, quad);
    return busy;
  }

  /** As `Fifo.wakeAt`. */
  wakeAt(cycle: number): number {
    return this.free > cycle ? this.free : this.input.wakeAt(cycle, this.out);
  }

  private take(cycle: number, quad: number): void {
    const { inFlight, pass } = this;
    const { paths, announcer, statistics } = this.parts;
    const slot = inFlight.passSlots.take();
    const foot = QUAD_LANES * slot;
    inFlight.quadOf[slot] = quad;
    inFlight.pass[slot] = pass;
    paths[inFlight.state[quad]].addressUnit.footprints(
      inFlight.lanes,
      QUAD_LANES * quad,
      inFlight.foot,
      foot,
      QUAD_LANES,
      pass,
    );
    const { tapCount } = inFlight.foot;
    let taps = 0;
    let samples = 0;
    for (let lane = foot; lane < foot + QUAD_LANES; lane++) {
      taps += tapCount[lane];
      if (tapCount[lane] !== 0) samples++;
    }
    inFlight.samples[slot] = samples;
    statistics.passes++;
    statistics.samples += samples;
    statistics.taps += taps;
    this.free = cycle + this.cyclesOf[taps];
    announcer?.enterPass(cycle, STAGE.address, slot);
    this.out.push(slot, this.free - 1 + this.latency);
    if (pass + 1 < inFlight.passes[quad]) {
      this.pass = pass + 1;
      return;
    }
    this.pass = 0;
    this.input.pop();
  }
}
