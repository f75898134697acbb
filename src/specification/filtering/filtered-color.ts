import type { Design } from '../../../rtl-model/design/design.ts';
import { baseScale } from '../coordinates/texel-coordinates.ts';
import { filterError, type FilterError } from './filter-error.ts';
import { type Footprint, footprints } from '../lod/footprint.ts';
import { ANYTHING, clamped, hull, type Interval, interval, scaled, sum, widened } from '../exact/interval.ts';
import {
  derivativesOf,
  type Lane,
  layerOf,
  offsetsOf,
  operandIndex,
  referenceOf,
  texelCoordinatesOf,
} from '../state/lane.ts';
import { joined, type SamplePlace, type SampleRange, sampleRange } from './level-samples.ts';
import { type LevelChoice, levelChoices } from '../lod/levels.ts';
import { leavesNoLevel, outOfBounds } from './out-of-bounds.ts';
import type { SampleState } from '../state/state.ts';
import { axesOf, isCube } from '../state/view.ts';

/** Half a unit in the last place of a float32, relative. */
const FLOAT32_ERROR = 2 ** -24;
const LARGEST_FLOAT32 = (2 - 2 ** -23) * 2 ** 127;

const OPEN: readonly Interval[] = [ANYTHING, ANYTHING, ANYTHING, ANYTHING];

/** r, g, b, a of OpImageSample*, over every coordinate, LOD and sampling rate within the errors of the design's widths. */
export function filteredColor(state: SampleState, lane: Lane): readonly Interval[] {
  if (leavesNoLevel(state)) return outOfBounds(state, lane);
  const coordinates = texelCoordinatesOf(state, lane);
  if (coordinates === undefined) return OPEN;
  const place: SamplePlace = {
    axes: coordinates,
    offsets: offsetsOf(state, lane),
    layer: layerOf(state, lane),
    reference: referenceOf(state, lane),
  };
  const explicit = state.instruction.lod === 'explicit';
  const colors = (explicit ? [ISOTROPIC] : laneFootprints(state, lane)).flatMap((footprint) =>
    colorsOf(state, lane, place, footprint),
  );
  return [0, 1, 2, 3].map((c) => (colors.length === 0 ? ANYTHING : colors.map((color) => color[c]).reduce(hull)));
}

/** A lane with an explicit LOD: one sample. */
const ISOTROPIC: Footprint = { length: interval(1, 1), samples: [1], axis: [], axisError: 0 };

/**
 * The footprints of a lane's derivatives. Anisotropic filtering is of 2D images; of 1D images and cubes it may be, so
 * both are allowed (D3D11.3 7.18.11, 7.18.13).
 */
export function laneFootprints(state: SampleState, lane: Lane): readonly Footprint[] {
  const { design, sampler, view } = state;
  const derivatives = derivativesOf(state, lane);
  const scales = baseScales(state);
  const of = (anisotropic: boolean) => footprints(derivatives, scales, design, sampler, anisotropic);
  if (!sampler.anisotropyEnable || view.viewType === '3d') return of(false);
  return view.viewType.startsWith('2d') ? of(true) : [...of(false), ...of(true)];
}

/** w_base, h_base, d_base (Vulkan: Scale Factor Operation). */
function baseScales({ image, view, texels }: SampleState): readonly number[] {
  return texels.size(view.baseMipLevel).map((size) => baseScale(size, image.cornerSampled === true));
}

/** The colours of each level choice and each N that a footprint allows. */
function colorsOf(
  state: SampleState,
  lane: Lane,
  place: SamplePlace,
  footprint: Footprint,
): readonly (readonly Interval[])[] {
  const at = operandIndex(lane);
  const operands = { lod: lane.batch.lod[at], minLod: lane.batch.minLod[at], length: footprint.length };
  const choices = levelChoices(operands, state);
  const sampled = new Map<string, readonly SampleRange[]>();
  return footprint.samples.flatMap((n) => {
    const places = samplePlaces(state, place, footprint, n);
    if (places === undefined) return [OPEN];
    const samplesAt = (level: number, filter: LevelChoice['filter']) => {
      const key = `${level} ${filter} ${n}`;
      const known = sampled.get(key) ?? places.map((sample) => sampleRange(state, level, filter, sample));
      sampled.set(key, known);
      return known;
    };
    return choices.map((choice) => {
      const finer = samplesAt(choice.finer, choice.filter);
      const coarser = choice.weight.upper === 0 ? finer : samplesAt(choice.coarser, choice.filter);
      return filtered(state, finer, coarser, choice, n);
    });
  });
}

/**
 * The N samples of a level, along the major axis around the lane's coordinates. The axis may point either way: its
 * positions lie evenly about the centre. float32 rounds the axis, its position, their product, and the sum with the
 * coordinate.
 *
 * @returns nothing where samples leave the face of a cube: where they go is open
 */
function samplePlaces(
  state: SampleState,
  place: SamplePlace,
  { axis, axisError }: Footprint,
  n: number,
): readonly SamplePlace[] | undefined {
  if (n === 1) return [place];
  const scales = baseScales(state);
  const places = Array.from({ length: n }, (_, k) => {
    const position = samplePosition(k, n, state.design);
    const axes = place.axes.map((center, a) => {
      const along = scales[a] === 0 ? 0 : (axis[a] * position) / scales[a];
      const sample = sum(center, interval(along, along));
      const size = Math.max(Math.abs(sample.lower), Math.abs(sample.upper));
      if (!Number.isFinite(size)) return sample;
      const axisShare = scales[a] === 0 ? 0 : axisError / 2 / scales[a];
      return widened(sample, FLOAT32_ERROR * (size + 4 * Math.abs(along)) + axisShare + 2 ** -149);
    });
    return { ...place, axes };
  });
  const leaves = places.some(({ axes }) => axes.some(({ lower, upper }) => lower < 0 || upper > 1));
  return leaves && isCube(state.view.viewType) ? undefined : places;
}

/** Vulkan: Texel Anisotropic Filtering, in [-1/2, 1/2] of the axis. */
function samplePosition(k: number, n: number, { lod }: Design): number {
  return lod.anisotropicSpacing === 'centered' ? (2 * k + 1 - n) / (2 * n) : (k + 1) / (n + 1) - 1 / 2;
}

/** The samples of each level as one, the levels as one, and the division by the code of 1, with the errors of each. */
function filtered(
  state: SampleState,
  finer: readonly SampleRange[],
  coarser: readonly SampleRange[],
  choice: LevelChoice,
  n: number,
): readonly Interval[] {
  const { design, view, result, sampler } = state;
  const { largest } = [...finer, ...coarser].reduce(joined);
  const float = result.kind === 'float';
  if (float && !(largest * n <= LARGEST_FLOAT32)) return OPEN;
  if (largest === Infinity) return OPEN;
  const error = filterError(design, result, choice.filter, axesOf(view.viewType), n, largest);
  const combine = sampler.reductionMode === 'min' || sampler.reductionMode === 'max' ? reduced : averaged;
  return result.ones.map((one, c) => {
    const codes = combine(finer, coarser, c, choice.weight, error, sampler.reductionMode);
    const held = result.kind === 'comparison' ? clamped(codes, 0, 1) : codes;
    const color = result.kind === 'integer' ? held : float32(scaled(held, 1 / one), largest / one, float);
    const constant = result.constants[c];
    return constant === undefined ? color : hull(color, interval(constant, constant));
  });
}

type Combine = (
  finer: readonly SampleRange[],
  coarser: readonly SampleRange[],
  c: number,
  weight: Interval,
  error: FilterError,
  mode: string,
) => Interval;

/** Average over the samples, lerp between the levels. */
const averaged: Combine = (finer, coarser, c, weight, error) => {
  const high = average(finer, c, error);
  const low = average(coarser, c, error);
  const ends = [weight.lower, weight.upper].map((w) => {
    if (w === 0) return high;
    const lerp = sum(scaled(high, 1 - w), scaled(low, w));
    return w === 1 ? lerp : sum(lerp, error.level);
  });
  return ends.reduce(hull);
};

function average(samples: readonly SampleRange[], c: number, error: FilterError): Interval {
  const total = samples.map(({ value }) => value[c]).reduce((a, b) => sum(a, b));
  return sum(scaled(total, error.factor / samples.length), error.average);
}

/** The least or greatest of samples and of levels with weights that are not zero. */
const reduced: Combine = (finer, coarser, c, weight, _, mode) => {
  const of = mode === 'min' ? Math.min : Math.max;
  const least = (samples: readonly SampleRange[]) =>
    interval(of(...samples.map(({ value }) => value[c].lower)), of(...samples.map(({ value }) => value[c].upper)));
  const [high, low] = [least(finer), least(coarser)];
  const ways: Interval[] = [];
  if (weight.lower === 0) ways.push(high);
  if (weight.upper === 1) ways.push(low);
  if (weight.upper > 0 && weight.lower < 1) ways.push(interval(of(high.lower, low.lower), of(high.upper, low.upper)));
  return ways.reduce(hull);
};

/**
 * Rounding is monotone, so the rounded ends bound the rounded result. The ends are float64 results of fewer than 2^8
 * operations, each off by at most 2^-53 of the largest magnitude, and a float result may lose a denormal; 0 comes of
 * zeros alone.
 */
export function float32(exact: Interval, largest: number, float: boolean): Interval {
  const distance = 2 ** -45 * largest + (float ? 2 ** -126 : 0);
  const { lower, upper } = exact;
  return interval(Math.fround(lower === 0 ? 0 : lower - distance), Math.fround(upper === 0 ? 0 : upper + distance));
}
