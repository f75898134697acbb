import type { Design } from '../../../rtl-model/design/design.ts';
import { texelMemory, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { unitPath } from '../../../rtl-model/path/bind-units.ts';
import type { UnitPath } from '../../../rtl-model/path/unit-path.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { axesOf, textureView } from '../../specification/state/view.ts';
import { resultsOf } from '../../../traces/requests/lane-results.ts';
import type { LaneResults, Texel } from '../../../traces/requests/request-trace.ts';
import { isExpected, type MeasuredTrace } from '../../checker/judge/measured-trace.ts';

/** The registers that are changed, in the order of the data's path. */
export const TRIED_REGISTERS = ['lod', 'level_weight', 'fixed_u, fixed_v, fixed_w'] as const;
export type TriedRegister = (typeof TRIED_REGISTERS)[number];

const MOST_STEPS = 4;
/** The most combinations of steps of several coordinates. */
const MOST_COMBINATIONS = 81;
const AXES = ['u', 'v', 'w'] as const;

/** Steps that are added to a register; those of coordinates axis by axis, of the finer level, then of the coarser. */
interface Change {
  readonly lod?: number;
  readonly levelWeight?: number;
  readonly fixed?: readonly number[];
}

/**
 * Runs lanes of samples again with a register changed by few steps of its format, and all before it as they are: a
 * result that comes out then may differ in this register first.
 */
export class RegisterTrials {
  private readonly memory: TexelMemory;
  private readonly paths: (UnitPath | undefined)[] = [];
  private readonly lanes = new LaneRegisters(QUAD_LANES);
  private readonly foot = new Footprints(QUAD_LANES);

  constructor(
    private readonly design: Design,
    private readonly trace: MeasuredTrace,
  ) {
    this.memory = texelMemory(design, trace.images);
  }

  /**
   * The registers that explain the measured result of a lane.
   *
   * @returns null where the design's own result does not come out again: after writes, and in other operations
   */
  explaining(quad: number, lane: number, made: LaneResults): readonly TriedRegister[] | null {
    const { trace, lanes } = this;
    const state = trace.states[trace.batch.state[quad]];
    const view = textureView(state, trace.images);
    const request = trace.requests[quad];
    const [own, measured] = [made, request.results].map((results) => results?.texels?.[lane]);
    if (view === null || (state.instruction.op ?? 'sample') !== 'sample' || !own || !measured) return null;
    if (!this.texel(quad, lane, {})?.every((value, c) => Object.is(value, own[c]))) return null;
    const levels = lanes.levelWeight[lane] === 0 ? 1 : 2;
    const steps = combinations(1);
    const changes: Readonly<Record<TriedRegister, readonly Change[]>> = {
      lod: steps.map(([lod]) => ({ lod })),
      level_weight: steps.map(([levelWeight]) => ({ levelWeight })),
      'fixed_u, fixed_v, fixed_w': combinations(levels * axesOf(view.viewType)).map((fixed) => ({ fixed })),
    };
    return TRIED_REGISTERS.filter((register) =>
      changes[register].some((change) => {
        return this.texel(quad, lane, change)?.every((value, c) => isExpected(request, value, measured[c])) === true;
      }),
    );
  }

  /** The texel with a change; undefined where the change leaves the register's range. */
  private texel(quad: number, lane: number, { lod = 0, levelWeight = 0, fixed }: Change): Texel | null | undefined {
    const { trace, design, memory, lanes, foot } = this;
    const number = trace.batch.state[quad];
    const path = (this.paths[number] ??= unitPath(design, memory, trace.states[number]));
    path.frontEnd.load(trace.batch, quad, 1, lanes, 0);
    for (let l = 0; l < QUAD_LANES; l++) lanes.lodOperand[l] += lod / 2 ** design.lod.format.fractionBits;
    path.lodUnit.select(lanes, 0, QUAD_LANES);
    const weight = lanes.levelWeight[lane];
    if (levelWeight !== 0 && weight * (weight + levelWeight) <= 0) return undefined;
    if (weight + levelWeight >= path.lodUnit.format.one) return undefined;
    lanes.levelWeight[lane] = weight + levelWeight;
    const own = AXES.map((axis) => lanes[axis][lane]);
    const move = (pass: number) => {
      if (fixed === undefined) return;
      const isCoarser = weight !== 0 && 2 * pass >= lanes.passes[lane];
      const { width, height, depth } = path.image.levels[(isCoarser ? lanes.levelLo : lanes.levelHi)[lane]];
      const axes = fixed.length / (weight === 0 ? 1 : 2);
      const { unnormalizedCoordinates } = trace.states[number].sampler;
      for (const [n, axis] of AXES.slice(0, axes).entries()) {
        const size = unnormalizedCoordinates ? 1 : [width, height, depth][n];
        const step = 1 / (2 ** design.address.coordinate.fractionBits * size);
        lanes[axis][lane] = own[n] + fixed[n + (isCoarser ? axes : 0)] * step;
      }
    };
    move(0);
    path.filterPasses(0, QUAD_LANES, lanes, foot, memory.data, (pass) => move(pass + 1));
    const { shapes, batch } = trace;
    return resultsOf(shapes[number], lanes.color, 0, lanes, batch.active[quad], QUAD_LANES).texels?.[lane];
  }
}

/** Combinations of so many steps, each as far as the most that are tried allow. */
function combinations(count: number): readonly (readonly number[])[] {
  const most = Math.floor((MOST_COMBINATIONS ** (1 / count) - 1) / 2 + 1e-9);
  const reach = Math.max(1, Math.min(MOST_STEPS, most));
  const steps = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
  let all: readonly (readonly number[])[] = [[]];
  for (let n = 0; n < count; n++) all = all.flatMap((before) => steps.map((step) => [...before, step]));
  return all;
}
