import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { axisTaps, footprintTaps, productError, weightSumError } from './axis-taps.ts';
import { chordError } from './cubic.ts';
import { axisRule, breakpoints, snappedRange, takenApart } from '../coordinates/texel-coordinates.ts';
import type { DecodedTexel } from '../texels/decoding.ts';
import type { SpecifiedAxis } from '../texels/reading.ts';
import type { AxisTap, WeightedTap } from '../texels/taps.ts';
import { alignedError, filterError } from './filter-error.ts';
import { combinations } from '../exact/combinations.ts';
import { ANY_COLOR, held, hull, hulls, interval, type Interval, point, sum, widened } from '../exact/interval.ts';
import { wholeHull, type WholeRange, wholeSum } from './fused-sum.ts';
import { LaneTexels } from './lane-texels.ts';
import type { LaneLayer } from '../state/lane.ts';
import { narrowedFraction } from '../exact/narrowing.ts';
import type { SampleState } from '../state/state.ts';

/** The place of a sample of a lane. */
export interface SamplePlace {
  /** The coordinate along each texel axis, as the instruction has it, and what a design may have made of it. */
  readonly axes: readonly Interval[];
  /** Texel offset along u, v, w. */
  readonly offsets: readonly number[];
  readonly layer: LaneLayer;
  readonly reference: number;
}

/** The range of a sample of one level, r, g, b, a in codes. */
export interface SampleRange {
  readonly value: readonly Interval[];
  /** Largest magnitude among the texels; infinity when one is not finite. */
  readonly largest: number;
  /** The exact sums, where the design's float path is `fused` and they are known. */
  readonly whole: readonly WholeRange[] | undefined;
}

/**
 * A sample over every coordinate that the design may snap to (D3D11.3 7.18.7, 7.18.8; Vulkan: Texel Filtering), with
 * the errors of its filter. Linear weights are whole fractions, so the sums are exact in float64 for normalized
 * formats.
 */
export function sampleRange(state: SampleState, level: number, filter: Filter, place: SamplePlace): SampleRange {
  const texels = new LaneTexels(state, level, place.layer, place.reference);
  const grids = place.axes.map((axis, n) => {
    const rule = axisRule(state, n, level, filter);
    const snapped = takenApart(snappedRange(axis, rule, place.offsets[n], state), rule, state);
    return snapped.flatMap((part) => triedCoordinates(state, filter, part, rule));
  });
  if (grids.some((points) => points.length > MOST_POINTS)) return UNBOUNDED;
  const places = combinations(grids);
  const range = texels
    .choices(() => places.map((ks) => sampleAt(state, texels, filter, ks)).reduce(rangeUnion))
    .reduce(rangeUnion);
  return filter === 'cubic' && isRange(state) ? withBends(state, grids, range) : range;
}

/** True if a text leaves a range of coordinates, between whose ends any may be. */
function isRange({ reading }: SampleState): boolean {
  return reading.snap !== undefined;
}

/** A cubic average, with what it may be between the coordinates that were tried. */
function withBends({ design, sampler }: SampleState, grids: readonly (readonly number[])[], range: SampleRange) {
  if (!sampler.reductionMode.startsWith('weighted_average')) return range;
  const steps = grids.flatMap((points) => points.slice(1).map((to, n) => to - points[n]));
  const error = chordError(Math.max(0, ...steps) / 2 ** design.address.coordinate.fractionBits, grids.length);
  return { ...range, value: range.value.map((value) => widened(value, error * range.largest)) };
}

const COMPONENTS = [0, 1, 2, 3] as const;

/** Coordinates so far out that a float32 is many texels wide: what they select is anything. */
const MOST_POINTS = 512;
const UNBOUNDED: SampleRange = { value: ANY_COLOR, largest: Infinity, whole: undefined };

/**
 * The snapped coordinates to try. A weight narrower than the coordinate's fraction is a coordinate on a coarser grid; a
 * minimum or maximum may go by either. A cubic filter bends between its grid points, so all are tried; of a range, some
 * (`withBends`).
 */
export function triedCoordinates(
  state: SampleState,
  filter: Filter,
  snapped: Interval,
  { size, mode }: SpecifiedAxis,
): readonly number[] {
  const { design, sampler } = state;
  const one = 2 ** design.address.coordinate.fractionBits;
  const step = one / 2 ** design.filter.weightBits;
  if (filter === 'nearest') return breakpoints(snapped, size, mode, one);
  const coarse = narrowedFraction(snapped, step, design.filter.rounding);
  if (filter === 'cubic') {
    if (isRange(state)) return cubicPoints(breakpoints(coarse, size, mode, one), one);
    const count = (coarse.upper - coarse.lower) / step + 1;
    return Array.from({ length: Math.min(count, MOST_POINTS + 1) }, (_, n) => coarse.lower + n * step);
  }
  const reduces = sampler.reductionMode === 'min' || sampler.reductionMode === 'max';
  const points = breakpoints(reduces ? hull(snapped, coarse) : coarse, size, mode, one);
  return reduces && isRange(state) ? withMiddles(points, one) : points;
}

/** With the places between two texels where both may have the least weight, and none counts for a minimum or maximum. */
function withMiddles(points: readonly number[], one: number): readonly number[] {
  return points.flatMap((from, n) => {
    const middle = (Math.floor(from / one) + 0.5) * one;
    return middle > from && middle < points[n + 1] ? [from, middle] : [from];
  });
}

/** Points of a part of a texel. */
const POINTS = 4;

/**
 * Points between the ends of parts of a range. At a whole texel, where a part may end, the sample may be another one than
 * before it.
 */
function cubicPoints(ends: readonly number[], one: number): readonly number[] {
  const parts = ends.slice(1).flatMap((end, n) => {
    const [first, last] = [ends[n], end % one === 0 ? end - 1 : end];
    return Array.from({ length: POINTS }, (_, k) => Math.round(first + ((last - first) * k) / (POINTS - 1)));
  });
  return [...new Set([...parts, ...ends.slice(-1)])];
}

/**
 * A sample at one place, with the errors of its filter.
 *
 * @param ks snapped coordinates along each axis, in 2^-f texels, the shift taken off
 */
export function sampleAt(state: SampleState, texels: LaneTexels, filter: Filter, ks: readonly number[]): SampleRange {
  if (filter === 'nearest') return nearestTexel(state, texels, ks);
  const { design, sampler, result } = state;
  const axes = ks.map((k, axis) => axisTaps(state, filter, k, axis));
  // A texel of weight zero counts for nothing, unless it is not finite (7.18.16.2).
  const linear = filter === 'linear' ? state.reading.faultySteps?.linearTaps : undefined;
  const allTaps = linear?.(axes, state.texels.size(texels.level)) ?? footprintTaps(axes);
  const exactTaps = allTaps.filter(({ weight }) => weight !== 0 || result.kind === 'float');
  const taps = filter === 'linear' ? roundedTaps(state, axes, exactTaps) : exactTaps;
  const values = taps.map((tap) => texels.at(tap, false));
  const all: WeightedTexels = { taps, values };
  const largest = values.reduce((most, texel) => Math.max(most, magnitude(texel)), 0);
  // The error of a texel counts the other way in a sum that subtracts it, but not in a minimum.
  const subtracts = filter === 'cubic' && sampler.reductionMode !== 'weighted_average';
  const read = subtracts ? { taps, values: taps.map((tap) => texels.at({ ...tap, weight: 1 }, false)) } : all;
  if (sampler.reductionMode === 'min' || sampler.reductionMode === 'max') {
    const which = sampler.reductionMode;
    const numbers = state.reading.extremesAreNumbers === true;
    return { value: COMPONENTS.map((c) => extreme(read, c, which, numbers)), largest, whole: undefined };
  }
  const fuses = filter === 'linear' && areFused(state) && !texels.metCorner && largest < Infinity;
  const weights = taps.map(({ weight }) => weight);
  const component = (c: number) => values.map((texel) => texel[c]);
  const whole = fuses ? COMPONENTS.map((c) => wholeSum(component(c), weights)) : undefined;
  const error = filterError(design, result, filter, ks.length, 1, largest);
  const { cut } = alignedError(state, largest);
  const corner = texels.metCorner ? error.corner : point(0);
  const sumError = weightSumError(axes);
  const value = COMPONENTS.map((c) => {
    // A component that the format lacks is 0 or 1 in each texel: a cut takes no bit of it.
    const lost = result.constants[c] === undefined ? sum(error.sample, cut) : error.sample;
    const average = sum(sum(weighted(all, c, sumError), lost), corner);
    if (sampler.reductionMode === 'weighted_average') return average;
    return held(average, extreme(read, c, 'min'), extreme(read, c, 'max'));
  });
  return { value, largest, whole };
}

function roundedTaps(
  { reading }: SampleState,
  axes: readonly (readonly AxisTap[])[],
  taps: readonly WeightedTap[],
): readonly WeightedTap[] {
  const error = productError(reading, axes);
  if (error === 0) return taps;
  return taps.map((tap) => {
    if (tap.weight === 0) return tap;
    return { ...tap, error: tap.error + error, mayVanish: tap.mayVanish || tap.weight <= error };
  });
}

/** True if a float filter rounds the exact sum, once: the average of linear filters is in its texels' range. */
function areFused({ design, result, sampler }: SampleState): boolean {
  const { floatPath, alignedSum } = design.filter;
  const isAligned = alignedSum !== null && sampler.reductionMode === 'weighted_average';
  const averages = sampler.reductionMode.startsWith('weighted_average');
  return result.kind === 'float' && floatPath === 'fused' && !isAligned && averages;
}

/** The one texel of a nearest filter, as it is. */
function nearestTexel(state: SampleState, texels: LaneTexels, ks: readonly number[]): SampleRange {
  const one = 2 ** state.design.address.coordinate.fractionBits;
  const [i, j = 0, k = 0] = ks.map((x) => Math.floor(x / one));
  const texel = texels.at({ i, j, k, weight: 1 }, true);
  const largest = magnitude(texel);
  const whole = areFused(state) && largest < Infinity ? texel.map((x) => wholeSum([x], [1])) : undefined;
  return { value: texel.map((x) => point(x)), largest, whole };
}

/** The taps of a filter with their texels. */
interface WeightedTexels {
  readonly taps: readonly WeightedTap[];
  readonly values: readonly DecodedTexel[];
}

/**
 * The weighted sum. Errors of the weights nearly cancel: they sum to `sumError`, so what counts is how far the texels
 * are from a middle one.
 */
function weighted({ taps, values }: WeightedTexels, c: number, sumError: number): Interval {
  let [exact, least, greatest] = [0, Infinity, -Infinity];
  for (let n = 0; n < taps.length; n++) {
    const value = values[n][c];
    if (taps[n].weight !== 0) exact += taps[n].weight * value;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  const middle = (least + greatest) / 2;
  let distance = 0;
  for (let n = 0; n < taps.length; n++) distance += taps[n].error * Math.abs(values[n][c] - middle);
  return widened(point(exact), distance + Math.abs(middle * sumError));
}

/** The least or the greatest of the texels with weights that are not zero. @param numbers true if it is no NaN among numbers */
function extreme({ taps, values }: WeightedTexels, c: number, which: 'min' | 'max', numbers = false): Interval {
  const [of, opposite] = which === 'min' ? [Math.min, Math.max] : [Math.max, Math.min];
  const withoutNaN = numbers && taps.some(({ weight }, n) => weight !== 0 && !Number.isNaN(values[n][c]));
  let [all, sure, farthest, isSure] = [of(), of(), opposite(), false];
  for (let n = 0; n < taps.length; n++) {
    const { weight, mayVanish } = taps[n];
    const value = values[n][c];
    if (weight === 0 || (withoutNaN && Number.isNaN(value))) continue;
    all = of(all, value);
    farthest = opposite(farthest, value);
    if (mayVanish) continue;
    isSure = true;
    sure = of(sure, value);
  }
  if (!isSure) sure = farthest;
  return interval(Math.min(all, sure), Math.max(all, sure));
}

function magnitude([r, g, b, a]: DecodedTexel): number {
  const largest = Math.max(Math.abs(r), Math.abs(g), Math.abs(b), Math.abs(a));
  return Number.isFinite(largest) ? largest : Infinity;
}

/** Everything that either of two ranges holds. */
export function rangeUnion(a: SampleRange, b: SampleRange): SampleRange {
  const [first, second] = [a.whole, b.whole];
  const whole = first && second ? first.map((range, c) => wholeHull(range, second[c])) : undefined;
  return { value: hulls(a.value, b.value), largest: Math.max(a.largest, b.largest), whole };
}
