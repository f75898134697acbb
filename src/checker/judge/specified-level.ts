import type { Filter, Sampler } from '../../../rtl-model/state/sampler.ts';
import { axisRule, specifiedCoordinates } from '../../specification/coordinates/texel-coordinates.ts';
import { FLOAT32_ERROR } from '../../specification/exact/float32.ts';
import {
  ANY_COLOR,
  ANYTHING,
  clamped,
  hull,
  type Interval,
  interval,
  point,
  widened,
} from '../../specification/exact/interval.ts';
import { type SampleRange, sampleRange } from '../../specification/filtering/level-samples.ts';
import type { LevelChoice } from '../../specification/lod/levels.ts';
import {
  type Lane,
  type LaneLayer,
  offsetsOf,
  referenceOf,
  texelCoordinatesOf,
} from '../../specification/state/lane.ts';
import { swizzled } from '../../specification/state/result-components.ts';
import type { SampleState } from '../../specification/state/state.ts';
import { axesOf } from '../../specification/state/view.ts';
import { srgbEncoded, srgbLinear } from '../../specification/texels/srgb.ts';
import { floatUlp } from '../float-precision.ts';
import type { Profile } from '../profiles.ts';
import { CONVERSION, LERP } from './result-accuracy.ts';
import { freedomOfCoordinates, type JudgedLane } from './specified-coordinates.ts';
import { comparedWith, type TexelHull, texelHull, uncompared } from './specified-hull.ts';

/** A sample of a level: r, g, b, a in codes, and the least and the greatest texel it may take. */
export interface LevelSample extends TexelHull {
  readonly value: readonly Interval[];
  /** The number of float operations in a component of the value. */
  readonly operations: number;
}

/** Steps of a sample with a known outcome, which leave no freedom. */
export interface KnownSteps {
  /** The choice of the LOD unit. */
  readonly selection?: LevelChoice;
  /** The snapped coordinates in a level, in texels, the filter's shift taken off and the offset added. */
  readonly coordinates?: ReadonlyMap<number, readonly number[]>;
}

/** The sample of a layer that a profile judges, and the steps that are known. */
export interface JudgedSample extends JudgedLane {
  readonly layer: LaneLayer;
  readonly known?: KnownSteps;
}

/**
 * The coordinates in a level that a profile allows, in texels, the shift taken off and the offset added; undefined where
 * one is no number or need not fit the format.
 */
export function snappedBy({ state, lane, profile }: JudgedLane, level: number, filter: Filter) {
  const offsets = offsetsOf(state, lane);
  const freedom = freedomOfCoordinates(profile);
  const snapped = texelCoordinatesOf(state, lane)?.map((u, axis) =>
    specifiedCoordinates(u, axisRule(state, axis, level, filter), offsets[axis], freedom),
  );
  return snapped?.every((texels) => texels !== undefined) === true ? snapped : undefined;
}

/**
 * The samples of a level that a profile allows. A coordinate that Vulkan leaves open, because it is no number or need not
 * fit the format, selects any texels of the level.
 */
export function specifiedSample(judged: JudgedSample, level: number, filter: Filter): LevelSample {
  const { state, lane, layer, profile, known } = judged;
  const fixed = known?.coordinates?.get(level);
  const snapped = fixed?.map((texels) => point(texels)) ?? snappedBy(judged, level, filter);
  if (snapped === undefined) return sampleWithin(state, lane, texelHull(uncompared(state), level, layer), filter);
  const isWhole = ({ lower, upper }: Interval) => lower === upper && Number.isInteger(lower);
  const lerps = filter === 'linear' ? snapped.filter((texels) => !isWhole(texels)).length : 0;
  const axes = snapped.map(({ lower, upper }, axis) => {
    const { shift, scale } = axisRule(state, axis, level, filter);
    return interval((lower + shift) / scale, (upper + shift) / scale);
  });
  const place = { axes, offsets: [0, 0, 0], layer, reference: referenceOf(state, lane) };
  const reduced = (of: SampleState, reductionMode: Sampler['reductionMode']) =>
    sampleRange({ ...of, sampler: { ...of.sampler, reductionMode } }, level, filter, place);
  const hullOf = (of: SampleState): readonly Interval[] => {
    const [least, greatest] = [reduced(of, 'min'), reduced(of, 'max')];
    return least.value.map(({ lower }, c) => interval(lower, greatest.value[c].upper));
  };
  const exact = reduced(state, 'weighted_average');
  if (comparesFreely(state, profile)) {
    return sampleWithin(state, lane, { texels: hullOf(uncompared(state)), largest: exact.largest }, filter);
  }
  const operations = operationsOf(state, lerps);
  if (!Number.isFinite(exact.largest)) {
    // A texel of weight 0 may count as 0 times infinity, which is NaN.
    const weighs = snapped.every(({ lower, upper }) => {
      const first = Math.floor(lower);
      return filter === 'nearest' ? first === Math.floor(upper) : first < lower && upper < first + 1;
    });
    const known = weighs && profile.specification === 'D3D11.3';
    const value = known ? nonFinite(reduced(state, 'min'), reduced(state, 'max')) : ANY_COLOR;
    return { value, texels: ANY_COLOR, largest: exact.largest, operations };
  }
  const texels = hullOf(state);
  const value = exact.value.map((range, c) => rounded(state, range, texels[c], c, lerps));
  return { value, texels, largest: exact.largest, operations };
}

/**
 * The average of the same texels wherever the sample is: infinity where one of them is, and NaN where one is NaN or there
 * are infinities of both signs (D3D11.3 3.1.3.1).
 */
function nonFinite(least: SampleRange, greatest: SampleRange): readonly Interval[] {
  return least.value.map(({ lower, upper }, c) => {
    const most = greatest.value[c];
    if (Number.isNaN(lower) || (most.upper === Infinity && lower === -Infinity)) return point(NaN);
    if (most.lower === Infinity && lower > -Infinity) return point(Infinity);
    return upper === -Infinity && most.upper < Infinity ? point(-Infinity) : ANYTHING;
  });
}

/**
 * A sample that is anywhere between texels, compared where the instruction compares. Filtered floats may be off by half
 * an ULP of the largest for each operation (7.18.16.2), as they may where the coordinates are known.
 *
 * @param more operations beside those of a filter within a level
 */
export function sampleWithin(state: SampleState, lane: Lane, within: TexelHull, filter: Filter, more = 0): LevelSample {
  const { instruction, view, result } = state;
  const operations = operationsOf(state, filter === 'nearest' ? 0 : axesOf(view.viewType)) + more;
  if (instruction.dref !== true) {
    const error = result.kind === 'float' ? operations * FLOAT32_ERROR * within.largest : 0;
    const value = within.texels.map((range) => (error > 0 && error < Infinity ? widened(range, error) : range));
    return { ...within, value, operations };
  }
  const compared = comparedWith(state, referenceOf(state, lane), within.texels[0]);
  const texels = swizzled([compared, point(0), point(0), point(1)], view.components, point(0), point(1));
  return { value: texels, texels, largest: Math.min(1, within.largest), operations };
}

function operationsOf({ result }: SampleState, lerps: number): number {
  return (result.kind === 'float' ? 0 : CONVERSION) + LERP * lerps;
}

/**
 * True if a comparison may be filtered in an implementation-dependent manner (Vulkan: Depth Compare Operation). Then
 * only a comparison that has one result for all depths between the texels is decided. Vulkan 1.1 does not say so: there
 * a comparison is filtered as a texel of 0 or 1 is.
 */
export function comparesFreely({ instruction, sampler }: SampleState, { specification, text }: Profile): boolean {
  const linear = sampler.magFilter === 'linear' || sampler.minFilter === 'linear';
  return specification === 'Vulkan' && text === 'current' && instruction.dref === true && linear;
}

/** A value after lerps of a format that they may be rounded to. */
export function rounded(state: SampleState, exact: Interval, texels: Interval, c: number, lerps: number): Interval {
  const unit = state.result.kind === 'float' ? floatUnit(state, texels) : formatUnit(state, c);
  if (unit === 0 || lerps === 0) return exact;
  const { lower, upper } = hull(widened(exact, (lerps * unit) / 2), roundedAsStored(state, exact, texels, c, lerps));
  // The weights of a fault need not sum to 1.
  const bounds = state.reading.faultySteps?.linearTaps ? hull(texels, exact) : texels;
  return clamped(interval(lower - belowLeast(state, texels, c), upper), bounds.lower, bounds.upper);
}

/**
 * Values of an sRGB format after lerps that round to its codes (D3D11.3 7.18.16.2: the precision of the format). Near 1
 * these are wider apart than codes of linear light. Vulkan does not name the precision of a filter: there the codes are
 * as wide as those of the brightest texel, as the ULPs of floats are those of the largest.
 */
function roundedAsStored(state: SampleState, exact: Interval, { upper }: Interval, c: number, lerps: number): Interval {
  const { view, result, reading } = state;
  const one = result.ones[c];
  if (view.format.componentType !== 'srgb' || one === 255) return exact;
  const moved = (value: number, codes: number) => {
    const at = (reading.filterFreedom === undefined ? value : upper) / one;
    return value + one * (srgbLinear(srgbEncoded(at) + codes / 255) - at);
  };
  return interval(moved(exact.lower, -lerps / 2), moved(exact.upper, lerps / 2));
}

/** Vulkan: the least SNORM code may count as less than -1 until the result is clamped (Fixed-Point to Floating-Point). */
function belowLeast({ view, result, reading }: SampleState, { lower }: Interval, c: number): number {
  const isLeast = view.format.componentType === 'snorm' && lower === -result.ones[c];
  return isLeast && reading.filterFreedom !== undefined ? 1 : 0;
}

/**
 * One code of the format as it is stored, in codes of the result: an sRGB component counts as an 8-bit one, a
 * comparison has the precision of its depth, and a float has no codes.
 */
export function formatUnit({ view, result, texels }: SampleState, c: number): number {
  if (result.kind === 'comparison') return texels.kind === 'fixed' ? 1 / texels.ones[0] : 0;
  if (result.kind === 'float') return 0;
  return view.format.componentType === 'srgb' ? result.ones[c] / 255 : 1;
}

const HALF = { fractionBits: 10, leastExponent: -14 };

/** The ULP of a half for floats of fewer than 32 bits, where a text leaves the precision of the filter open; else 0. */
function floatUnit({ view: { format }, reading }: SampleState, { lower, upper }: Interval): number {
  const narrow = /[su]float/.test(format.name) && !format.bits.includes(32);
  if (!narrow || reading.filterFreedom === undefined) return 0;
  return floatUlp(Math.max(Math.abs(lower), Math.abs(upper)), HALF.fractionBits, HALF.leastExponent);
}
