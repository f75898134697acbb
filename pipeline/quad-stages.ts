import type { LaneExtras } from '../rtl-model/lane-extras.ts';
import { QUAD_LANES, type QuadBatch } from '../rtl-model/quad-batch.ts';
import { mostPasses } from '../rtl-model/texture-unit.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import type { InFlight } from './in-flight.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';

/**
 * Receives a finished quad, in request order, valid until it returns: r, g, b, a of lane l at colors[first + 4l], the rest of
 * it in `extras`, as lane first / 4 + l.
 */
export type QuadSink = (
  quad: number,
  x: number,
  y: number,
  active: number,
  colors: Float32Array,
  first: number,
  extras: LaneExtras,
) => void;

const { busy, starved, blocked } = ACTIVITY;

/** Takes quads in, one a cycle. */
export class FrontEndStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly out: Fifo;
  private readonly latency: number;
  private batch: QuadBatch | undefined;
  private next = 0;
  /** Quads of the batch. */
  private end = 0;

  constructor(parts: StageParts, out: Fifo) {
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.out = out;
    this.latency = parts.design.pipeline.latency.frontEnd;
  }

  offer(batch: QuadBatch): void {
    this.batch = batch;
    this.next = 0;
    this.end = batch.count;
  }

  get waiting(): boolean {
    return this.next < this.end;
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    if (this.next >= this.end) return starved;
    if (this.out.full) return blocked;
    this.take(cycle, this.batch!, this.next++);
    return busy;
  }

  /** As `Fifo.wakeAt`. */
  wakeAt(cycle: number): number {
    return this.waiting && !this.out.full ? cycle + 1 : Infinity;
  }

  private take(cycle: number, batch: QuadBatch, quad: number): void {
    const { inFlight } = this;
    const { statistics, announcer, paths } = this.parts;
    const slot = inFlight.quadSlots.take();
    const state = batch.state[quad];
    const active = batch.active[quad];
    inFlight.quad[slot] = statistics.quads++;
    inFlight.state[slot] = state;
    inFlight.x[slot] = batch.x[quad];
    inFlight.y[slot] = batch.y[quad];
    inFlight.active[slot] = active;
    inFlight.passes[slot] = 0;
    inFlight.entered[slot] = cycle;
    statistics.pixels += LANES_IN[active];
    paths[state].frontEnd.load(batch, quad, 1, inFlight.lanes, QUAD_LANES * slot);
    announcer?.enterQuad(cycle, STAGE.frontEnd, slot);
    this.out.push(slot, cycle + this.latency);
  }
}

/** How many lanes an active mask holds. */
const LANES_IN = Uint8Array.from(
  { length: 16 },
  (_, mask) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + (mask >> 3),
);

/** Levels and samples, one quad a cycle. */
export class LodStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly latency: number;

  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.input = input;
    this.out = out;
    this.latency = parts.design.pipeline.latency.lod;
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.out.full) return blocked;
    this.input.pop();
    this.take(cycle, slot);
    return busy;
  }

  /** As `Fifo.wakeAt`. */
  wakeAt(cycle: number): number {
    return this.input.wakeAt(cycle, this.out);
  }

  private take(cycle: number, slot: number): void {
    const { inFlight } = this;
    const { paths, announcer } = this.parts;
    const lane = QUAD_LANES * slot;
    paths[inFlight.state[slot]].lodUnit.select(inFlight.lanes, lane, QUAD_LANES);
    // A quad without active lanes still travels, as one empty pass.
    inFlight.passes[slot] = Math.max(1, mostPasses(inFlight.lanes, lane, QUAD_LANES));
    announcer?.enterQuad(cycle, STAGE.lod, slot);
    this.out.push(slot, cycle + this.latency);
  }
}

/** Returns results in order, one quad a cycle. */
export class ResultStage {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly input: Fifo;
  private readonly out: Fifo;
  private readonly sink: QuadSink;
  private readonly latency: number;
  /** Quads given to the sink. */
  returned = 0;

  constructor(parts: StageParts, input: Fifo, out: Fifo, sink: QuadSink) {
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.input = input;
    this.out = out;
    this.sink = sink;
    this.latency = parts.design.pipeline.latency.result;
  }

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    this.input.pop();
    this.parts.announcer?.enterQuad(cycle, STAGE.result, slot);
    this.out.push(slot, cycle + this.latency);
    return busy;
  }

  /** As `Fifo.wakeAt`. */
  wakeAt(cycle: number): number {
    return Math.max(cycle + 1, Math.min(this.input.arrival, this.out.arrival));
  }

  /** Gives the sink what is out when the cycle begins. */
  deliver(cycle: number): void {
    for (let slot = this.out.head(cycle); slot !== NOTHING; slot = this.out.head(cycle)) {
      this.out.pop();
      this.give(cycle, slot);
    }
  }

  private give(cycle: number, slot: number): void {
    const { quad, x, y, active, lanes, entered, quadSlots } = this.inFlight;
    this.returned++;
    this.parts.statistics.latency.add(cycle - entered[slot]);
    this.sink(quad[slot], x[slot], y[slot], active[slot], lanes.color, 4 * QUAD_LANES * slot, lanes);
    quadSlots.release(slot);
  }
}
