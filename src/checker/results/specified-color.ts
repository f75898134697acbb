import type { Filter, Sampler } from '../../../rtl-model/state/sampler.ts';
import { axisRule } from '../../specification/coordinates/texel-coordinates.ts';
import { filterError } from '../../specification/filtering/filter-error.ts';
import { float32 } from '../../specification/filtering/filtered-color.ts';
import {
  ANY_COLOR,
  clamped,
  hull,
  hulls,
  interval,
  type Interval,
  point,
  scaled,
  sum,
  widened,
} from '../../specification/exact/interval.ts';
import { type Lane, type LaneLayer, layerOf, offsetsOf, texelCoordinatesOf } from '../../specification/state/lane.ts';
import { sampleRange } from '../../specification/filtering/level-samples.ts';
import { leavesNoLevel } from '../../specification/filtering/out-of-bounds.ts';
import type { SampleState } from '../../specification/state/state.ts';
import { axesOf } from '../../specification/state/view.ts';
import type { Profile } from '../profiles.ts';
import { accurately, CONVERSION, LERP } from './result-accuracy.ts';
import { snappedHull, specifiedCoordinates } from './specified-coordinates.ts';
import { specifiedLod } from './specified-lod.ts';
import { srgbHalfCode } from '../../specification/texels/srgb.ts';

/** A sample of a level: r, g, b, a in codes, and the least and the greatest texel it may take. */
interface LevelSample {
  readonly value: readonly Interval[];
  readonly texels: readonly Interval[];
  readonly largest: number;
  /** On floats, that make up a component of the value. */
  readonly operations: number;
}

/** Steps of a sample whose outcome is known: they are free no more. */
export interface KnownSteps {
  /** The choice of the LOD unit. */
  readonly selection?: Blend;
  /** The snapped coordinates in a level, in texels, the filter's shift taken off and the offset added. */
  readonly coordinates?: ReadonlyMap<number, readonly number[]>;
}

/** True if `specifiedColor` knows the operation; anisotropic filtering, which is left open, is known. */
export function isSpecified(state: SampleState): boolean {
  const { instruction, sampler, image, result } = state;
  const filters = [sampler.magFilter, sampler.minFilter];
  return (
    (instruction.op ?? 'sample') === 'sample' &&
    (result.kind === 'fixed' || result.kind === 'float') &&
    sampler.reductionMode === 'weighted_average' &&
    sampler.ycbcrConversion === null &&
    !filters.includes('cubic') &&
    image.cornerSampled !== true &&
    !leavesNoLevel(state)
  );
}

/**
 * The results that a specification allows a sample: the hull over all designs that are at least as precise as the
 * profile, so nothing in it is an allowance for errors.
 *
 * - A coordinate snaps to any grid of at least the profile's bits (`snappedHull`), and a weight is its fraction.
 * - The LOD is computed and snapped likewise (`specifiedLod`); the level's weight is its fraction, without exception
 *   (D3D11.3 7.18.10). The nearest level is floor(d + 0.5) for D3D11.3; Vulkan has ceil(d + 0.5) - 1 beside it. The
 *   layer is the nearest, even where two are; Vulkan has floor(a + 0.5) beside it.
 * - Each lerp of a normalized format may be rounded to the format, half a unit (D3D11.3 7.18.16.2: at least as much
 *   precision as the format; Vulkan says nothing less), and the result lies between the texels (7.18.16.3). Texels alone
 *   are exact; those of an sRGB format within half a code (3.2.3.7). Floats are float32 operations, 0.5 ULP each (3.1).
 *   Vulkan has 1 part in 10^5 for each operation, the conversion of a code to a float among them (`accurately`).
 * - Anisotropic filtering is implementation-dependent: ANYTHING. So is a coordinate that need not fit the format.
 *
 * @param state with a design of `SPECIFIED_DESIGN`, for which `isSpecified` holds
 * @param known steps that the designs of the hull have in common
 * @returns r, g, b, a as float32 bounds
 */
export function specifiedColor(
  state: SampleState,
  lane: Lane,
  profile: Profile,
  known: KnownSteps = {},
): readonly Interval[] {
  const { sampler, instruction } = state;
  if (sampler.anisotropyEnable && instruction.lod !== 'explicit') return ANY_COLOR;
  const lambda = specifiedLod(state, lane, profile);
  if (lambda === undefined) return ANY_COLOR;
  const free = () => [
    ...(lambda.lower <= 0 ? blendsOf(state, clamped(lambda, -Infinity, 0), sampler.magFilter, profile) : []),
    ...(lambda.upper > 0 ? blendsOf(state, clamped(lambda, 0, Infinity), sampler.minFilter, profile) : []),
  ];
  const blends = known.selection === undefined ? free() : [known.selection];
  const lastLevel = state.view.baseMipLevel + state.view.levelCount - 1;
  const colors = layersOf(state, lane, profile).flatMap((layer) => {
    const sampled = new Map<string, LevelSample | undefined>();
    const sampleOf = (level: number, filter: Filter) => {
      const key = `${level} ${filter}`;
      if (!sampled.has(key)) sampled.set(key, levelSample(state, lane, level, filter, layer, profile, known));
      return sampled.get(key);
    };
    return blends.map(({ level, weight, filter }) => {
      const finer = sampleOf(level, filter);
      const coarser = weight === null ? finer : sampleOf(Math.min(level + 1, lastLevel), filter);
      if (finer === undefined || coarser === undefined) return ANY_COLOR;
      return finished(state, weight === null ? finer : blended(state, finer, coarser, weight, filter), profile);
    });
  });
  return colors.reduce(hulls);
}

/** A level, alone or with the next at the weight. */
interface Blend {
  readonly level: number;
  readonly weight: number | null;
  readonly filter: Filter;
}

/**
 * The levels that an interval of LODs selects, where one filter serves: each level alone, or the ends of each piece
 * from level to level, because within one the blend is linear in the weight.
 */
function blendsOf(state: SampleState, lambda: Interval, filter: Filter, profile: Profile): readonly Blend[] {
  const { lower, upper } = imageLevels(lambda, state, profile);
  if (state.sampler.mipmapMode === 'nearest') {
    const last = Math.floor(upper + 0.5);
    const first = profile.specification === 'Vulkan' ? Math.ceil(lower + 0.5) - 1 : Math.floor(lower + 0.5);
    return Array.from({ length: last - first + 1 }, (_, n) => ({ level: first + n, weight: null, filter }));
  }
  if (lower === upper && Number.isInteger(lower)) return [{ level: lower, weight: null, filter }];
  return Array.from({ length: Math.ceil(upper) - Math.floor(lower) }, (_, n) => {
    const level = Math.floor(lower) + n;
    return [Math.max(lower - level, 0), Math.min(upper - level, 1)].map((weight) => ({ level, weight, filter }));
  }).flat();
}

/** d' (Vulkan: Image Level(s) Selection); the view's minimum may count as a whole number. */
function imageLevels(lambda: Interval, { view }: SampleState, profile: Profile): Interval {
  const { lower, upper } = clamped(lambda, 0, view.levelCount - 1);
  const snapped = snappedHull(point(view.minLod), profile.mipmapPrecisionBits, profile.specification);
  const whole = profile.specification === 'Vulkan' ? Math.floor(view.minLod) : snapped.lower;
  return interval(
    Math.max(view.baseMipLevel + lower, Math.min(snapped.lower, whole)),
    Math.max(view.baseMipLevel + upper, snapped.upper),
  );
}

function layersOf(state: SampleState, lane: Lane, profile: Profile): readonly LaneLayer[] {
  const { design } = state;
  const [even, up] = (['nearest-even', 'floor-plus-half'] as const).map((layerRounding) =>
    layerOf({ ...state, design: { ...design, address: { ...design.address, layerRounding } } }, lane),
  );
  return profile.specification === 'D3D11.3' || up.layer === even.layer ? [even] : [even, up];
}

function levelSample(
  state: SampleState,
  lane: Lane,
  level: number,
  filter: Filter,
  layer: LaneLayer,
  profile: Profile,
  known: KnownSteps,
): LevelSample | undefined {
  const coordinates = texelCoordinatesOf(state, lane);
  if (coordinates === undefined) return undefined;
  const offsets = offsetsOf(state, lane);
  const rules = coordinates.map((_, axis) => axisRule(state, axis, level, filter));
  const fixed = known.coordinates?.get(level);
  const snapped = coordinates.map((u, axis) =>
    fixed ? point(fixed[axis]) : specifiedCoordinates(u, rules[axis], offsets[axis], profile),
  );
  if (!snapped.every((texels) => texels !== undefined)) return undefined;
  const isWhole = ({ lower, upper }: Interval) => lower === upper && Number.isInteger(lower);
  const lerps = filter === 'linear' ? snapped.filter((texels) => !isWhole(texels)).length : 0;
  const axes = snapped.map(({ lower, upper }, axis) => {
    const { shift, scale } = rules[axis];
    return interval((lower + shift) / scale, (upper + shift) / scale);
  });
  const place = { axes, offsets: [0, 0, 0], layer, reference: 0 };
  const reduced = (reductionMode: Sampler['reductionMode']) =>
    sampleRange({ ...state, sampler: { ...state.sampler, reductionMode } }, level, filter, place);
  const [exact, least, greatest] = [reduced('weighted_average'), reduced('min'), reduced('max')];
  if (!Number.isFinite(exact.largest)) return undefined;
  const texels = least.value.map(({ lower }, c) => interval(lower, greatest.value[c].upper));
  const value = exact.value.map((range, c) => rounded(state, range, texels[c], c, lerps));
  const converted = state.result.kind === 'float' ? 0 : CONVERSION;
  return { value, texels, largest: exact.largest, operations: converted + LERP * lerps };
}

/** A value after lerps of a format that they may be rounded to. */
function rounded(state: SampleState, exact: Interval, texels: Interval, c: number, lerps: number): Interval {
  if (state.result.kind === 'float' || lerps === 0) return exact;
  return clamped(widened(exact, (lerps * formatUnit(state, c)) / 2), texels.lower, texels.upper);
}

/** One code of the format as it is stored, in codes of the result: an sRGB component counts as an 8-bit one. */
function formatUnit({ view, result }: SampleState, c: number): number {
  return view.format.componentType === 'srgb' ? result.ones[c] / 255 : 1;
}

function blended(
  state: SampleState,
  finer: LevelSample,
  coarser: LevelSample,
  weight: number,
  filter: Filter,
): LevelSample {
  const { result, view, design } = state;
  const largest = Math.max(finer.largest, coarser.largest);
  const error = filterError(design, result, filter, axesOf(view.viewType), 1, largest);
  const value = finer.value.map((fine, c) => {
    const lerp = sum(scaled(fine, 1 - weight), scaled(coarser.value[c], weight));
    if (result.kind === 'float') return sum(lerp, error.level);
    return rounded(state, lerp, hull(finer.texels[c], coarser.texels[c]), c, 1);
  });
  const texels = finer.texels.map((fine, c) => hull(fine, coarser.texels[c]));
  return { value, texels, largest, operations: Math.max(finer.operations, coarser.operations) + LERP };
}

/** Codes as they are returned. */
function finished(state: SampleState, sample: LevelSample, profile: Profile): readonly Interval[] {
  const { value, texels, largest, operations } = sample;
  const { result } = state;
  return result.ones.map((one, c) => {
    const codes = sum(value[c], srgbTolerance(state, texels[c], c));
    const exact = float32(scaled(codes, 1 / one), largest / one, result.kind === 'float');
    const color = accurately(exact, { operations, largest: largest / one }, profile);
    const constant = result.constants[c];
    return constant === undefined ? color : hull(color, point(constant));
  });
}

/** The error that texels in this range may add to a result, in codes; 0 and 1 are exact. */
function srgbTolerance({ view, result }: SampleState, { lower, upper }: Interval, c: number): Interval {
  const one = result.ones[c];
  const isExact = lower === upper && (upper === 0 || upper === one);
  if (view.format.componentType !== 'srgb' || one === 255 || isExact) return point(0);
  const distance = one * srgbHalfCode(upper / one);
  return interval(-Math.min(distance, lower), Math.min(distance, one - upper));
}
