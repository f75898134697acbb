import type { PassView, PipelineObserver } from '../../pipeline/stages/observer.ts';
import type { Activity, Stage } from '../../pipeline/stages/stages.ts';
import type { PipelineDesign } from '../../rtl-model/design/design.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { copyRegisters, type RegisterPlace } from '../../rtl-model/registers/state-registers.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';
import { type QuadWait, WaitWatch, type WatchedStay } from './quad-waits.ts';

/** A look-up of the tag stage. Cycles of the miss's return are null for a hit. */
export interface WatchedLookup {
  readonly pass: number;
  /** First byte of the line. */
  readonly line: number;
  readonly hit: boolean;
  readonly cycle: number;
  filled: number | null;
}

/** A quad's registers, copied when it reaches the result stage, and what happened to it. */
export interface WatchedQuad {
  readonly quad: number;
  readonly state: number;
  readonly x: number;
  readonly y: number;
  readonly active: number;
  readonly lanes: LaneRegisters;
  /** The footprints of each pass when it enters the decoder, with the texels that the filter changes in place. */
  readonly decoded: Footprints[];
  /** The registers of each pass when the filter has taken it. */
  readonly passes: RegisterPlace[];
  readonly lookups: WatchedLookup[];
  readonly stays: WatchedStay[];
}

/** The registers of a quad that is through: those of its lanes, and those of its last pass. */
export function placeOf({ lanes, passes }: WatchedQuad): RegisterPlace {
  return passes.length > 0
    ? { ...passes[passes.length - 1], lanes }
    : { lanes, lane: 0, foot: new Footprints(QUAD_LANES), footLane: 0, pass: 0 };
}

/** Keeps what a pipeline does for the youngest quad that is through, and for those that are on their way. */
export class RequestWatch extends SilentObserver implements PipelineObserver {
  /** True while quads that the pipeline takes in are kept: of a long trace, only the last one is. */
  watching = true;
  private waits = new WaitWatch();
  private readonly quads = new Map<number, WatchedQuad>();
  private looking: { readonly quad: WatchedQuad; readonly pass: number } | undefined;
  /** Misses by line, until it is back. */
  private readonly missing = new Map<number, WatchedLookup>();

  /** A new pipeline starts counting its quads from 0. */
  restart(): void {
    this.waits = new WaitWatch();
    this.quads.clear();
    this.missing.clear();
    this.looking = undefined;
  }

  /** What the cycles of a quad's stay go to. It is through, and no quad was watched long before it. */
  waitsOf(quad: WatchedQuad, { latency }: PipelineDesign): readonly QuadWait[] {
    return this.waits.waitsOf(quad.stays, latency);
  }

  /** A quad that is on its way, or the last one that is through. */
  watched(quad: number): WatchedQuad | undefined {
    return this.quads.get(quad);
  }

  /** The last quad that the pipeline took in; undefined before the first. */
  get last(): WatchedQuad | undefined {
    return [...this.quads.values()].at(-1);
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    if (stage === 'frontEnd' && this.watching) {
      const { quad: number, state, x, y, active } = view;
      const lanes = new LaneRegisters(QUAD_LANES);
      this.quads.set(number, {
        quad: number,
        state,
        x,
        y,
        active,
        lanes,
        decoded: [],
        passes: [],
        lookups: [],
        stays: [],
      });
    }
    this.waits.enter(cycle, stage, view, this.watching && stage === 'frontEnd');
    const quad = this.quads.get(view.quad);
    if (stage === 'tag') this.looking = quad && { quad, pass: view.pass };
    if (quad === undefined) return;
    quad.stays.push({ stage, pass: view.pass, enter: cycle, leave: cycle });
    if (stage === 'decode') quad.decoded.push(copyFootprints(view));
    else if (stage === 'filter') quad.passes.push(copyPass(view));
    else if (stage === 'result') copyRegisters(view.lanes, view.lane, quad.lanes, QUAD_LANES);
  }

  override leave(cycle: number, stage: Stage, view: PassView): void {
    for (const stay of this.quads.get(view.quad)?.stays ?? []) {
      if (stay.stage === stage && (stage === 'filter' || stay.pass === view.pass)) stay.leave = cycle;
    }
    if (stage !== 'result') return;
    this.waits.leave(view.quad);
    for (const quad of this.quads.keys()) if (quad < view.quad) this.quads.delete(quad);
  }

  override activity(cycle: number, stage: Stage, activity: Activity): void {
    this.waits.activity(cycle, stage, activity);
  }

  override lookup(cycle: number, line: number, hit: boolean): void {
    this.waits.lookup(cycle, line, hit);
    if (this.looking === undefined) return;
    const { quad, pass } = this.looking;
    const lookup: WatchedLookup = { pass, line, hit, cycle, filled: null };
    quad.lookups.push(lookup);
    if (!hit) this.missing.set(line, lookup);
  }

  override fill(cycle: number, line: number): void {
    this.waits.fill(cycle, line);
    const lookup = this.missing.get(line);
    if (lookup !== undefined) lookup.filled = cycle;
    this.missing.delete(line);
  }
}

function copyFootprints({ foot, footLane }: PassView): Footprints {
  const copy = new Footprints(QUAD_LANES);
  copyRegisters(foot, footLane, copy, QUAD_LANES);
  return copy;
}

function copyPass(view: PassView): RegisterPlace {
  const lanes = new LaneRegisters(QUAD_LANES);
  copyRegisters(view.lanes, view.lane, lanes, QUAD_LANES);
  return { lanes, lane: 0, foot: copyFootprints(view), footLane: 0, pass: view.pass };
}
