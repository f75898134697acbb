import type { Design } from '../../rtl-model/design/design.ts';
import { layOutImages, type TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { unitPath } from '../../rtl-model/path/bind-units.ts';
import type { UnitPath } from '../../rtl-model/path/unit-path.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { axesOf, textureView } from '../specification/state/view.ts';
import { resultsOf } from '../../traces/requests/lane-results.ts';
import type { Texel } from '../../traces/requests/request-trace.ts';
import type { MeasuredTrace } from '../checker/results/measured-trace.ts';

/** The registers that are changed, in the order of the data's path. */
export const TRIED_REGISTERS = ['lod', 'level_weight', 'fixed_u, fixed_v, fixed_w'] as const;
export type TriedRegister = (typeof TRIED_REGISTERS)[number];

/** Steps of a register to try, and the most combinations of several. */
const STEPS = [-1, 1, -2, 2, -3, 3, -4, 4];
const MOST_COMBINATIONS = 81;
const AXES = ['u', 'v', 'w'] as const;

/** The steps that are added to registers; those of a coordinate axis by axis, of the finer level, then of the coarser. */
interface Change {
  readonly lod?: number;
  readonly levelWeight?: number;
  readonly fixed?: readonly number[];
}

/**
 * Runs a lane of a sample again with a register changed by few steps of its format, and all before it as they are: a
 * result that comes out then may differ in this register first.
 */
export class RegisterTrials {
  private readonly design: Design;
  private readonly trace: MeasuredTrace;
  private readonly memory: TexelMemory;
  private readonly paths = new Map<number, UnitPath>();
  private readonly lanes = new LaneRegisters(QUAD_LANES);
  private readonly foot = new Footprints(QUAD_LANES);

  constructor(design: Design, trace: MeasuredTrace) {
    this.design = design;
    this.trace = trace;
    this.memory = layOutImages(trace.images, design.cache.layout);
  }

  /**
   * The registers that explain a result.
   *
   * @param made the texel of the design
   * @returns null where the trial is none: another operation, or texels that were written before
   */
  explaining(quad: number, lane: number, made: Texel, isExpected: (texel: Texel) => boolean): TriedRegister[] | null {
    const { trace, lanes } = this;
    const state = trace.states[trace.batch.state[quad]];
    const view = textureView(state, trace.images);
    if (view === null || (state.instruction.op ?? 'sample') !== 'sample') return null;
    if (this.texel(quad, lane, {})?.every((value, c) => Object.is(value, made[c])) !== true) return null;
    const levels = lanes.levelWeight[lane] === 0 ? 1 : 2;
    const changes: Readonly<Record<TriedRegister, readonly Change[]>> = {
      lod: STEPS.map((step) => ({ lod: step })),
      level_weight: STEPS.map((step) => ({ levelWeight: step })),
      'fixed_u, fixed_v, fixed_w': combinations(levels * axesOf(view.viewType)).map((fixed) => ({ fixed })),
    };
    return TRIED_REGISTERS.filter((register) =>
      changes[register].some((change) => {
        const texel = this.texel(quad, lane, change);
        return texel !== null && isExpected(texel);
      }),
    );
  }

  /** The texel with a change; null where the change leaves the register's range. */
  private texel(quad: number, lane: number, { lod = 0, levelWeight = 0, fixed }: Change): Texel | null {
    const { trace, design, memory, lanes, foot } = this;
    const number = trace.batch.state[quad];
    const path = this.paths.get(number) ?? unitPath(design, memory, trace.states[number]);
    this.paths.set(number, path);
    path.frontEnd.load(trace.batch, quad, 1, lanes, 0);
    for (let l = 0; l < QUAD_LANES; l++) lanes.lodOperand[l] += lod / 2 ** design.lod.format.fractionBits;
    path.lodUnit.select(lanes, 0, QUAD_LANES);
    if (levelWeight !== 0) {
      const weight = lanes.levelWeight[lane] + levelWeight;
      if (lanes.levelWeight[lane] === 0 || weight <= 0 || weight >= path.lodUnit.format.one) return null;
      lanes.levelWeight[lane] = weight;
    }
    const own = AXES.map((axis) => lanes[axis][lane]);
    const move = (pass: number) => {
      if (fixed === undefined) return;
      const isCoarser = lanes.levelWeight[lane] !== 0 && 2 * pass >= lanes.passes[lane];
      const level = path.image.levels[(isCoarser ? lanes.levelLo : lanes.levelHi)[lane]];
      const sizes = [level.width, level.height, level.depth];
      const axes = fixed.length / (lanes.levelWeight[lane] === 0 ? 1 : 2);
      const { unnormalizedCoordinates } = trace.states[number].sampler;
      for (const [n, axis] of AXES.slice(0, axes).entries()) {
        const one = 2 ** design.address.coordinate.fractionBits * (unnormalizedCoordinates ? 1 : sizes[n]);
        lanes[axis][lane] = own[n] + fixed[n + (isCoarser ? axes : 0)] / one;
      }
    };
    move(0);
    path.filterPasses(0, QUAD_LANES, lanes, foot, memory.data, (pass) => move(pass + 1));
    const { texels } = resultsOf(trace.shapes[number], lanes.color, 0, lanes, trace.batch.active[quad], QUAD_LANES);
    return texels?.[lane] ?? null;
  }
}

/** All combinations of so many steps, as far as the most that are tried allow, the smallest first. */
function combinations(count: number): readonly (readonly number[])[] {
  const reach = Math.max(1, Math.min(4, Math.floor((MOST_COMBINATIONS ** (1 / count) - 1) / 2 + 1e-9)));
  const steps = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
  let all: readonly (readonly number[])[] = [[]];
  for (let n = 0; n < count; n++) all = all.flatMap((before) => steps.map((step) => [...before, step]));
  return all;
}
