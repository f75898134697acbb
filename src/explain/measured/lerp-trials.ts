import type { Design } from '../../../rtl-model/design/design.ts';
import { FixedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterScales } from '../../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import type { TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { unitPath } from '../../../rtl-model/path/bind-units.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { bindState } from '../../../rtl-model/state/binding.ts';
import { planeDecoder } from '../../../rtl-model/texel-decoder/plane-decoder.ts';
import { componentSources, swizzleColor } from '../../../rtl-model/texel-decoder/swizzle.ts';
import type { MeasuredTrace } from '../../checker/judge/measured-trace.ts';
import { lerpsPlane } from '../filter-steps.ts';

/** The lerps of a sample in their order. */
const LERPS = ['first lerp, along u', 'second lerp, along v', 'lerp between levels'] as const;
export type LerpName = (typeof LERPS)[number];

/** A lerp that is rounded otherwise than the design rounds it. */
export interface RoundedLerp {
  readonly lerp: LerpName;
  readonly rounding: RoundingMode;
}

/** The texels of a lane in one level, r, g, b, a of four taps, with the weights of the lerps. */
interface LevelTexels {
  readonly texel: Float32Array;
  readonly taps: number;
  readonly alpha: number;
  readonly beta: number;
}

/**
 * The lerps of which another rounding alone makes a result of a lane: of a filter of codes in a plane, with one sample a
 * level.
 *
 * @param isWanted true for the result
 * @returns null for other filters
 */
export function roundedLerps(
  design: Design,
  memory: TexelMemory,
  { batch, states }: MeasuredTrace,
  quad: number,
  lane: number,
  isWanted: (texel: readonly number[]) => boolean,
): readonly RoundedLerp[] | null {
  const state = states[batch.state[quad]];
  if (state.image === null) return null;
  const binding = bindState(design, memory, state);
  if (!lerpsPlane(binding)) return null;
  const path = unitPath(design, memory, state);
  const decoder = planeDecoder(binding);
  const lanes = new LaneRegisters(QUAD_LANES);
  const foot = new Footprints(QUAD_LANES);
  path.frontEnd.load(batch, quad, 1, lanes, 0);
  path.lodUnit.select(lanes, 0, QUAD_LANES);
  if (lanes.samples[lane] !== 1) return null;
  const levels: LevelTexels[] = [];
  path.filterPasses(0, QUAD_LANES, lanes, foot, memory.data, (pass) => {
    if (pass >= lanes.passes[lane]) return;
    decoder.decode(foot, 0, QUAD_LANES, memory.data);
    const texel = foot.texel.slice(16 * lane, 16 * (lane + 1));
    levels.push({ texel, taps: foot.tapCount[lane], alpha: foot.alpha[lane], beta: foot.beta[lane] });
  });
  const scales = filterScales(binding);
  const sources = componentSources(binding.view.components);
  const arithmeticOf = (rounding: RoundingMode) =>
    new FixedArithmetic({ ...design, filter: { ...design.filter, rounding } }, scales, binding.dimensions);
  const own = arithmeticOf(design.filter.rounding);
  const colorOf = (lerp: LerpName, other: FixedArithmetic): readonly number[] => {
    const [alongU, alongV, between] = LERPS.map((name) => (name === lerp ? other : own));
    const [finer, coarser] = levels.map(({ texel, taps, alpha, beta }) => {
      const value = new Float64Array(4);
      own.lift(texel, 0, value, 0);
      const row = (first: number) => alongU.alongU(texel[first], texel[first + 4], alpha);
      return taps === 4 ? value.map((_, c) => alongV.alongV(row(c), row(c + 8), beta)) : value;
    });
    const color = new Float32Array(4);
    between.finish(finer, coarser ?? finer, 0, 1, levels.length > 1 ? lanes.levelWeight[lane] : 0, color);
    swizzleColor(color, 0, sources);
    return [...color];
  };
  const used = LERPS.filter((_, n) => (n === 2 ? levels.length > 1 : levels.some(({ taps }) => taps === 4)));
  const others = ROUNDING_MODES.filter((mode) => mode !== design.filter.rounding).map((rounding) => {
    return { rounding, arithmetic: arithmeticOf(rounding) };
  });
  return used.flatMap((lerp) =>
    others.flatMap(({ rounding, arithmetic }) => (isWanted(colorOf(lerp, arithmetic)) ? [{ lerp, rounding }] : [])),
  );
}
