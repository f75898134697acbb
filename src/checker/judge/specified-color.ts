import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { ANYTHING, hull, hulls, type Interval, point, scaled, widened } from '../../specification/exact/interval.ts';
import { filterError } from '../../specification/filtering/filter-error.ts';
import { levelLerp, roundedToFloat32 } from '../../specification/filtering/filtered-color.ts';
import { isAnisotropic } from '../../specification/lod/anisotropy.ts';
import { levelChoices, lodOperands } from '../../specification/lod/levels.ts';
import { leavesNoLevel } from '../../specification/filtering/out-of-bounds.ts';
import { type Lane, type LaneLayer, layerOf } from '../../specification/state/lane.ts';
import type { SampleState } from '../../specification/state/state.ts';
import { axesOf } from '../../specification/state/view.ts';
import { isFree } from '../profiles.ts';
import { accurately, LERP } from './result-accuracy.ts';
import { boundedSample } from './specified-bounds.ts';
import { comparesFreely, type KnownSteps, type LevelSample, rounded, specifiedSample } from './specified-level.ts';
import type { JudgedLane } from './specified-coordinates.ts';
import { specifiedLength } from './specified-lod.ts';

/** True if `specifiedColor` knows the sample: an average, or anything between texels. */
export function isSpecified(state: SampleState, lane: Lane): boolean {
  const { instruction, sampler, result } = state;
  const filters = [sampler.magFilter, sampler.minFilter];
  const averages = sampler.reductionMode === 'weighted_average';
  return (
    (instruction.op ?? 'sample') === 'sample' &&
    result.kind !== 'integer' &&
    (averages || (instruction.dref !== true && isAnisotropic(state, lane))) &&
    sampler.ycbcrConversion === null &&
    !filters.includes('cubic') &&
    !leavesNoLevel(state)
  );
}

/**
 * The results that a specification allows a sample: the hull over all designs that are at least as precise as the
 * profile, so nothing in it is an allowance for errors.
 *
 * - A coordinate snaps to any grid of at least the profile's bits (`snappedHull`), and a weight is its fraction.
 * - The levels and their weight are those that the freedom of the LOD leaves (`freedomOfLod`). The layer is the nearest,
 *   even where two are; Vulkan has floor(a + 0.5) beside it.
 * - Each lerp of a normalized format may be rounded to the format, half a unit (D3D11.3 7.18.16.2: at least as much
 *   precision as the format; Vulkan says nothing less), for sRGB half a code of it or of linear light; and the result
 *   lies between the texels (7.18.16.3). Texels alone are what the state reads. Floats are float32 operations, 0.5 ULP
 *   each (3.1). Vulkan has 1 part in 10^5 for each operation, the conversion of a code to a float among them
 *   (`accurately`).
 * - Comparisons are filtered as texels of 0 and 1 (D3D11.3 22.4.19); Vulkan decides less (`comparesFreely`).
 * - Anisotropic filtering is implementation-dependent, and so is a coordinate that need not fit the format, or an LOD
 *   that is no number. The result lies between the texels that the sample may read (7.18.16.3).
 *
 * @param judged with a design of `SPECIFIED_DESIGN`, for which `isSpecified` holds
 * @param known steps that the designs of the hull have in common
 * @returns r, g, b, a as float32 bounds
 */
export function specifiedColor(judged: JudgedLane, known: KnownSteps = {}): readonly Interval[] {
  const { state, lane, profile } = judged;
  const layers = layersOf(state, lane, isFree(profile, 'layer-rule'));
  const length = isAnisotropic(state, lane) ? undefined : specifiedLength(judged);
  if (length === undefined) {
    return layers.map((layer) => finished(judged, boundedSample({ ...judged, layer }))).reduce(hulls);
  }
  const { selection } = known;
  const choices = selection === undefined ? levelChoices(lodOperands(lane, length), state) : [selection];
  const colors = layers.flatMap((layer) => {
    const sampled = new Map<string, LevelSample>();
    const sampleOf = (level: number, filter: Filter) => {
      const key = `${level} ${filter}`;
      const sample = sampled.get(key) ?? specifiedSample({ ...judged, layer, known }, level, filter);
      sampled.set(key, sample);
      return sample;
    };
    return choices.map(({ weight, filter, ...levels }) => {
      const finer = sampleOf(levels.finer, filter);
      if (weight === null) return finished(judged, finer);
      return finished(judged, blended(judged, [finer, sampleOf(levels.coarser, filter)], weight.lower, filter));
    });
  });
  return colors.reduce(hulls);
}

/** The layers that a sample may read: two of them half way between layers, where the rule is free as under Vulkan. */
export function layersOf(state: SampleState, lane: Lane, anyRule: boolean): readonly LaneLayer[] {
  const { design } = state;
  const [even, up] = (['nearest-even', 'floor-plus-half'] as const).map((layerRounding) =>
    layerOf({ ...state, design: { ...design, address: { ...design.address, layerRounding } } }, lane),
  );
  return up.layer === even.layer || !anyRule ? [even] : [even, up];
}

/** @param weight of the coarser level, one of the ends that `levelChoices` gives */
function blended(
  { state, profile }: JudgedLane,
  [finer, coarser]: readonly [LevelSample, LevelSample],
  weight: number,
  filter: Filter,
): LevelSample {
  const { result, view, design } = state;
  const largest = Math.max(finer.largest, coarser.largest);
  const error = filterError(design, result, filter, axesOf(view.viewType), 1, largest);
  const value = finer.value.map((fine, c) => {
    if (comparesFreely(state, profile)) return hull(fine, coarser.value[c]);
    // 0 times infinity, and the sum of open values, make a NaN of float64 that is not the specification's.
    if (!Number.isFinite(largest)) return weight > 0 && weight < 1 ? lerpOf(fine, coarser.value[c]) : ANYTHING;
    const lerp = levelLerp(fine, coarser.value[c], weight, error.level);
    return rounded(state, lerp, hull(finer.texels[c], coarser.texels[c]), c, 1);
  });
  const texels = finer.texels.map((fine, c) => hull(fine, coarser.texels[c]));
  return { value, texels, largest, operations: Math.max(finer.operations, coarser.operations) + LERP };
}

/** A lerp of samples that are not finite, where it is certain: one is NaN, or both have the same infinity. */
function lerpOf(fine: Interval, coarse: Interval): Interval {
  if (!isKnown(fine) || !isKnown(coarse)) return ANYTHING;
  return Object.is(fine.lower, coarse.lower) ? fine : point(NaN);
}

/** The float32 operations of a filter, on a constant. */
const CONSTANT_ERROR = 2 ** -20;

/** Nothing but the components that the format lacks, or that the swizzle replaces. */
export function constantsAlone({ result, sampler }: SampleState): readonly Interval[] {
  const known = result.kind !== 'integer' && sampler.ycbcrConversion === null;
  return result.constants.map((constant) =>
    known && constant !== undefined ? widened(point(constant), CONSTANT_ERROR) : ANYTHING,
  );
}

/** True for one infinity, and for NaN. */
function isKnown({ lower, upper }: Interval): boolean {
  return !Number.isFinite(lower) && Object.is(lower, upper);
}

/** The returned result of a sample in codes. */
function finished({ state, profile }: JudgedLane, sample: LevelSample): readonly Interval[] {
  const { value, largest, operations } = sample;
  const { result } = state;
  if (!Number.isFinite(largest)) {
    return constantsAlone(state).map((constant, c) => (isKnown(value[c]) ? value[c] : constant));
  }
  return result.ones.map((one, c) => {
    const constant = result.constants[c];
    // A component that each texel lacks is as large as the constant.
    const greatest = constant === undefined ? largest / one : Math.abs(constant);
    const exact = roundedToFloat32(scaled(value[c], 1 / one), greatest, result.kind === 'float');
    const color = accurately(exact, { operations, largest: greatest }, profile);
    return constant === undefined ? color : hull(color, point(constant));
  });
}
