import type { PassView, PipelineObserver } from '../../pipeline/observer.ts';
import type { Stage } from '../../pipeline/stages.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';

/** A look-up of the tag stage. Cycles of the miss's return are null for a hit. */
export interface WatchedLookup {
  readonly pass: number;
  /** First byte of the line. */
  readonly line: number;
  readonly hit: boolean;
  readonly cycle: number;
  filled: number | null;
}

/** A pass as it stands when the filter has taken it in. */
export interface WatchedPass {
  readonly foot: Footprints;
  /** The sums of the finer and the coarser level with this pass in them. */
  readonly sumHi: Float64Array;
  readonly sumLo: Float64Array;
  /** What the passes of the sample, or of the window, have added up to. */
  readonly part: Float64Array;
}

/** When a pass, or in `frontEnd`, `lod` and `result` the quad, was in a stage. */
export interface WatchedStay {
  readonly stage: Stage;
  readonly pass: number;
  readonly enter: number;
  leave: number;
}

/** A quad's registers, copied when it reaches the result stage, and what happened to it. */
export interface WatchedQuad {
  readonly quad: number;
  readonly state: number;
  readonly x: number;
  readonly y: number;
  readonly active: number;
  readonly lanes: LaneRegisters;
  readonly passes: WatchedPass[];
  readonly lookups: WatchedLookup[];
  readonly stays: WatchedStay[];
}

/** Keeps what a pipeline does for the youngest quad that is through, and for those that are on their way. */
export class RequestWatch extends SilentObserver implements PipelineObserver {
  /** Whether quads that the pipeline takes in are to be kept: of a long trace, only the last one. */
  watching = true;
  private readonly quads = new Map<number, WatchedQuad>();
  private looking: { readonly quad: WatchedQuad; readonly pass: number } | undefined;
  /** Misses by line, until it is back. */
  private readonly missing = new Map<number, WatchedLookup>();

  /** A new pipeline starts counting its quads from 0. */
  restart(): void {
    this.quads.clear();
    this.missing.clear();
    this.looking = undefined;
  }

  /** The last quad that the pipeline took in; undefined before the first. */
  get last(): WatchedQuad | undefined {
    return [...this.quads.values()].at(-1);
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    if (stage === 'frontEnd' && this.watching) this.quads.set(view.quad, begin(view));
    const quad = this.quads.get(view.quad);
    if (stage === 'tag') this.looking = quad && { quad, pass: view.pass };
    if (quad === undefined) return;
    quad.stays.push({ stage, pass: view.pass, enter: cycle, leave: cycle });
    if (stage === 'filter') quad.passes.push(copyPass(view));
    else if (stage === 'result') copyLanes(view.lanes, view.lane, quad.lanes);
  }

  override leave(cycle: number, stage: Stage, view: PassView): void {
    for (const stay of this.quads.get(view.quad)?.stays ?? []) {
      if (stay.stage === stage && (stage === 'filter' || stay.pass === view.pass)) stay.leave = cycle;
    }
    if (stage !== 'result') return;
    for (const quad of this.quads.keys()) if (quad < view.quad) this.quads.delete(quad);
  }

  override lookup(cycle: number, line: number, hit: boolean): void {
    if (this.looking === undefined) return;
    const { quad, pass } = this.looking;
    const lookup: WatchedLookup = { pass, line, hit, cycle, filled: null };
    quad.lookups.push(lookup);
    if (!hit) this.missing.set(line, lookup);
  }

  override fill(cycle: number, line: number): void {
    const lookup = this.missing.get(line);
    if (lookup !== undefined) lookup.filled = cycle;
    this.missing.delete(line);
  }
}

function begin({ quad, state, x, y, active }: PassView): WatchedQuad {
  const lanes = new LaneRegisters(QUAD_LANES);
  return { quad, state, x, y, active, lanes, passes: [], lookups: [], stays: [] };
}

function copyPass({ foot, footLane, lanes, lane }: PassView): WatchedPass {
  const copy = new Footprints(QUAD_LANES);
  copyLanes(foot, footLane, copy);
  const from = 4 * lane;
  const to = from + 4 * QUAD_LANES;
  return {
    foot: copy,
    sumHi: lanes.sumHi.slice(from, to),
    sumLo: lanes.sumLo.slice(from, to),
    part: lanes.part.slice(from, to),
  };
}

/** Copies the registers of a quad: every field is an array with the same number of elements for each lane. */
function copyLanes<Registers extends LaneRegisters | Footprints>(from: Registers, lane: number, to: Registers): void {
  for (const [name, target] of Object.entries(to)) {
    if (!isRegister(target)) continue;
    const perLane = target.length / QUAD_LANES;
    const source: unknown = Reflect.get(from, name);
    if (isRegister(source)) target.set(source.subarray(perLane * lane, perLane * (lane + QUAD_LANES)));
  }
}

type Register = Float64Array | Float32Array | Int32Array | Int16Array | Uint8Array;

function isRegister(value: unknown): value is Register {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
