import { giveQuad, type QuadSink } from '../stages/clockwork.ts';
import type { QuadSource } from '../stages/quad-work.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { ACTIVITY, STAGE } from '../stages/stages.ts';
import { type StageParts, SteppedStage } from './stepped-stage.ts';

const { busy, starved, blocked, warps, arrival } = ACTIVITY;

/** Takes quads in, one a cycle, when the shader has issued them. */
export class FrontEndStage {
  private readonly latency = this.parts.design.pipeline.latency.frontEnd;

  constructor(
    private readonly parts: StageParts,
    private readonly source: QuadSource,
    private readonly out: Fifo,
  ) {}

  /** @returns the stage's activity in this cycle */
  tick(cycle: number): number {
    const { source } = this;
    if (!source.waiting) return starved;
    const shader = this.parts.warps;
    if (shader.limited && cycle < shader.readyAt(source.warp)) return warps;
    if (cycle < source.cycle) return arrival;
    if (this.out.full) return blocked;
    this.take(cycle);
    return busy;
  }

  private take(cycle: number): void {
    const { announcer, inFlight, warps: shader } = this.parts;
    const { warp } = this.source;
    const slot = this.source.take();
    inFlight.entered[slot] = cycle;
    if (shader.limited) inFlight.warp[slot] = shader.issue(warp);
    announcer?.enter(cycle, STAGE.frontEnd, slot);
    this.out.push(slot, cycle + this.latency);
  }
}

/** Selects levels and samples, one quad a cycle. */
export class LodStage extends SteppedStage {
  constructor(parts: StageParts, input: Fifo, out: Fifo) {
    super('lod', parts, input, out);
  }

  protected override take(cycle: number, slot: number): void {
    this.parts.work.select(slot);
    super.take(cycle, slot);
  }
}

/** Returns results in order, one quad a cycle. */
export class ResultStage extends SteppedStage {
  /** Quads given to the sink. */
  returned = 0;

  constructor(
    parts: StageParts,
    input: Fifo,
    out: Fifo,
    private readonly sink: QuadSink,
  ) {
    super('result', parts, input, out);
  }

  /** Gives the sink the quads that are out when the cycle begins. */
  deliver(cycle: number): void {
    for (let slot = this.out.head(cycle); slot !== NOTHING; slot = this.out.head(cycle)) {
      this.out.pop();
      this.give(cycle, slot);
    }
  }

  private give(cycle: number, slot: number): void {
    const { inFlight, warps: shader, statistics } = this.parts;
    this.returned++;
    if (shader.limited) shader.back(inFlight.warp[slot], cycle);
    statistics.latency.add(cycle - inFlight.entered[slot]);
    giveQuad(this.sink, inFlight, slot);
  }
}
