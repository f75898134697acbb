import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { LARGEST_FLOAT32 } from '../exact/float32.ts';
import { sumToOne } from './cubic.ts';
import { alignedError, filterError, type FilterError } from './filter-error.ts';
import { fusedResult } from './fused-sum.ts';
import type { Footprint } from '../lod/footprint.ts';
import {
  ANY_COLOR,
  ANYTHING,
  clamped,
  hull,
  hulls,
  interval,
  type Interval,
  point,
  scaled,
  sum,
} from '../exact/interval.ts';
import { type Lane, layerOf, offsetsOf, referenceOf, texelCoordinatesOf } from '../state/lane.ts';
import { type SamplePlace, type SampleRange, sampleRange } from './level-samples.ts';
import { type LevelChoice, levelChoices, lodOperands } from '../lod/levels.ts';
import { leavesNoLevel, outOfBounds } from './out-of-bounds.ts';
import { laneFootprints, samplePlaces } from './sample-places.ts';
import type { SampleState } from '../state/state.ts';
import { axesOf, isCube } from '../state/view.ts';

/**
 * r, g, b, a of OpImageSample*, over every coordinate, LOD and sampling rate within the errors of the design's widths.
 */
export function filteredColor(state: SampleState, lane: Lane): readonly Interval[] {
  if (leavesNoLevel(state)) return outOfBounds(state, lane);
  const coordinates = texelCoordinatesOf(state, lane);
  if (coordinates === undefined) return ANY_COLOR;
  const place: SamplePlace = {
    axes: coordinates,
    offsets: offsetsOf(state, lane),
    layer: layerOf(state, lane),
    reference: referenceOf(state, lane),
  };
  const colors: (readonly Interval[])[] = [];
  for (const footprint of laneFootprints(state, lane)) {
    const choices = levelChoices(lodOperands(lane, footprint.length), state);
    for (const n of footprint.samples) colors.push(colorOf(state, place, footprint, choices, n));
  }
  return colors.length === 0 ? ANY_COLOR : colors.reduce(hulls);
}

/** The colours of all level choices that a footprint allows, with n samples. */
function colorOf(
  state: SampleState,
  place: SamplePlace,
  footprint: Footprint,
  choices: readonly LevelChoice[],
  n: number,
): readonly Interval[] {
  const places = samplePlaces(state, place.axes, footprint, n);
  // Samples that leave the face of a cube may go anywhere.
  const leaves = (axes: readonly Interval[]) => axes.some(({ lower, upper }) => lower < 0 || upper > 1);
  if (n > 1 && isCube(state.view.viewType) && places.some(leaves)) return ANY_COLOR;
  const sampled: Record<Filter, (readonly SampleRange[])[]> = { nearest: [], linear: [], cubic: [] };
  const samplesAt = (level: number, filter: Filter) =>
    (sampled[filter][level] ??= places.map((axes) => sampleRange(state, level, filter, { ...place, axes })));
  return choices
    .map((choice) => {
      const finer = samplesAt(choice.finer, choice.filter);
      const coarser = choice.weight === null ? finer : samplesAt(choice.coarser, choice.filter);
      return filtered(state, { filter: choice.filter, finer, coarser, weight: choice.weight ?? point(0) });
    })
    .reduce(hulls);
}

/** The samples of two levels that become one result. */
interface LevelPair {
  readonly finer: readonly SampleRange[];
  readonly coarser: readonly SampleRange[];
  /** The weight of the coarser level. */
  readonly weight: Interval;
  readonly filter: Filter;
}

/** The samples of each level as one, the levels as one, and the division by the code of 1, with the errors of each. */
function filtered(state: SampleState, pair: LevelPair): readonly Interval[] {
  const { result, sampler, reading, design } = state;
  const { finer, coarser, weight } = pair;
  const largest = [...finer, ...coarser].reduce((most, sample) => Math.max(most, sample.largest), 0);
  const float = result.kind === 'float';
  const known = reading.extremesAreNumbers === true && !sampler.reductionMode.startsWith('weighted');
  if (float && !(largest * finer.length <= LARGEST_FLOAT32) && !known) return ANY_COLOR;
  if (largest === Infinity && !known) return ANY_COLOR;
  const single = finer.length === 1 && weight.upper === 0;
  const sumsToOne = pair.filter !== 'cubic' || sumToOne(sampler.cubicWeights, design.text);
  const codes = single ? finer[0].value : combined(state, pair, largest);
  return result.ones.map((one, c) => {
    const rounding = design.filter.alignedSum === null ? point(0) : sumRounding(state, pair, c, codes[c], largest);
    const held = result.kind === 'comparison' ? clamped(codes[c], 0, 1) : codes[c];
    const color =
      result.kind === 'integer' || !Number.isFinite(largest)
        ? held
        : (fused(pair, c) ?? roundedToFloat32(scaled(sum(held, rounding), 1 / one), largest / one, float));
    // A component that is 1 in each texel is the sum of the weights.
    const constant = sumsToOne ? result.constants[c] : undefined;
    return constant === undefined ? color : hull(color, point(constant));
  });
}

/** The rounding of the aligned sums of a component, whose samples and levels together have a code. */
function sumRounding(state: SampleState, { finer, coarser }: LevelPair, c: number, code: Interval, largest: number) {
  // A sum of ones is 1 in any float; one with the alpha of a border, or of weights that add up to something else, is not.
  const { constants, ones } = state.result;
  const constant = constants[c] === undefined ? NaN : constants[c] * ones[c];
  if (code.lower === constant && code.upper === constant) return point(0);
  // Weights of cubic filters below 0 make sums that are larger than each texel.
  const sums = [code, ...[...finer, ...coarser].map(({ value }) => value[c])];
  const greatest = Math.max(largest, ...sums.flatMap(({ lower, upper }) => [Math.abs(lower), Math.abs(upper)]));
  return alignedError(state, greatest).rounding;
}

/** One rounding of the exact sum, where each sample has one. */
function fused({ finer, coarser, weight }: LevelPair, c: number): Interval | undefined {
  const isKnown = ({ whole }: SampleRange) => whole !== undefined;
  if (!finer.every(isKnown) || !coarser.every(isKnown)) return undefined;
  const wholes = (samples: readonly SampleRange[]) => samples.map(({ whole }) => whole![c]);
  return fusedResult(wholes(finer), wholes(coarser), weight);
}

/** The codes of several samples or levels. */
function combined({ design, view, result, sampler }: SampleState, pair: LevelPair, largest: number) {
  const { reductionMode } = sampler;
  const error = filterError(design, result, pair.filter, axesOf(view.viewType), pair.finer.length, largest);
  const extreme = reductionMode === 'min' || reductionMode === 'max' ? Math[reductionMode] : null;
  // Aligned sums of samples are divided as they are, but alpha beside them is not.
  const errors = design.filter.alignedSum === null ? [error] : [error, { ...error, factor: 1 }];
  const average = (c: number) => errors.map((one) => averaged(pair, c, one)).reduce(hull);
  return [0, 1, 2, 3].map((c) => (extreme === null ? average(c) : reduced(pair, c, extreme)));
}

/** Average over the samples, lerp between the levels. */
function averaged({ finer, coarser, weight }: LevelPair, c: number, error: FilterError): Interval {
  const high = average(finer, c, error);
  const low = average(coarser, c, error);
  const lerp = (w: number) => (w === 0 ? high : levelLerp(high, low, w, w === 1 ? point(0) : error.level));
  return weight.lower === weight.upper ? lerp(weight.lower) : hull(lerp(weight.lower), lerp(weight.upper));
}

/** The blend of two levels at a weight of the coarser one. */
export function levelLerp(finer: Interval, coarser: Interval, weight: number, error: Interval): Interval {
  return sum(sum(scaled(finer, 1 - weight), scaled(coarser, weight)), error);
}

function average(samples: readonly SampleRange[], c: number, error: FilterError): Interval {
  const total = samples.reduce((all, { value }) => sum(all, value[c]), point(0));
  return sum(scaled(total, error.factor / samples.length), error.average);
}

/** The least or greatest of samples and of levels with weights that are not zero; anything where one of several is NaN. */
function reduced({ finer, coarser, weight }: LevelPair, c: number, of: (...values: number[]) => number): Interval {
  const least = (samples: readonly SampleRange[]) =>
    interval(of(...samples.map(({ value }) => value[c].lower)), of(...samples.map(({ value }) => value[c].upper)));
  const [high, low] = [least(finer), least(coarser)];
  if (Number.isNaN(high.lower + low.lower) && (finer.length > 1 || weight.upper > 0)) return ANYTHING;
  const ways: Interval[] = [];
  if (weight.lower === 0) ways.push(high);
  if (weight.upper === 1) ways.push(low);
  if (weight.upper > 0 && weight.lower < 1) ways.push(interval(of(high.lower, low.lower), of(high.upper, low.upper)));
  return ways.reduce(hull);
}

/**
 * Rounding is monotone, so the rounded ends bound the rounded result. The ends are float64 results of fewer than 2^8
 * operations, each off by at most 2^-53 of the largest magnitude, and a float result may lose a denormal; 0 comes of
 * zeros alone.
 */
export function roundedToFloat32(exact: Interval, largest: number, float: boolean): Interval {
  const distance = 2 ** -45 * largest + (float ? 2 ** -126 : 0);
  const { lower, upper } = exact;
  return interval(Math.fround(lower === 0 ? 0 : lower - distance), Math.fround(upper === 0 ? 0 : upper + distance));
}
