import type { Design } from '../../rtl-model/design.ts';
import { filterError, type FilterError } from './filter-error.ts';
import { type Footprint, footprints } from './footprint.ts';
import { ANYTHING, hull, type Interval, interval, scaled, sum } from './interval.ts';
import { coordinatesOf, derivativesOf, type Lane, layerOf, operandIndex } from './lane.ts';
import { joined, type SampleRange, sampleRange } from './level-samples.ts';
import { type LevelChoice, levelChoices } from './levels.ts';
import type { SampleState } from './state.ts';

/** Half a unit in the last place of a float32, relative. */
const FLOAT32_ERROR = 2 ** -24;
const LARGEST_FLOAT32 = (2 - 2 ** -23) * 2 ** 127;

/**
 * What a design with these widths may return for a lane, straight from the specification (D3D11.3 7.18; Vulkan: Image
 * Operation Steps): the smallest and largest r, g, b, a over every coordinate, LOD and sampling rate within the
 * errors of its widths, which are derived where they are computed.
 *
 * @returns float32 bounds of r, g, b, a; ANYTHING where the specification leaves the result open
 */
export function allowedColor(state: SampleState, lane: Lane): readonly Interval[] {
  const colors = footprintsOf(state, lane).flatMap((footprint) => colorsOf(state, lane, footprint));
  return [0, 1, 2, 3].map((c) => (colors.length === 0 ? ANYTHING : colors.map((color) => color[c]).reduce(hull)));
}

function footprintsOf(state: SampleState, lane: Lane): readonly Footprint[] {
  const { design, image, sampler, instruction } = state;
  if (instruction.lod === 'explicit') return [ISOTROPIC];
  return footprints(derivativesOf(state, lane), image.width, image.height, design, sampler);
}

/** A lane with an explicit LOD: one sample. */
const ISOTROPIC: Footprint = { length: interval(1, 1), samples: [1], axisU: 0, axisV: 0, axisError: 0 };

/** The colours of each level choice and each N that a footprint allows. */
function colorsOf(state: SampleState, lane: Lane, footprint: Footprint): readonly (readonly Interval[])[] {
  const at = operandIndex(lane);
  const operands = { lod: lane.batch.lod[at], minLod: lane.batch.minLod[at], length: footprint.length };
  const choices = levelChoices(operands, state);
  const sampled = new Map<string, readonly SampleRange[]>();
  const samplesAt = (level: number, linear: boolean, n: number) => {
    const key = `${level} ${linear} ${n}`;
    const known = sampled.get(key) ?? samplesOf(state, lane, footprint, level, linear, n);
    sampled.set(key, known);
    return known;
  };
  return footprint.samples.flatMap((n) =>
    choices.map((choice) => {
      const finer = samplesAt(choice.finer, choice.linear, n);
      const coarser = choice.weight.upper === 0 ? finer : samplesAt(choice.coarser, choice.linear, n);
      return filtered(state, finer, coarser, choice, n);
    }),
  );
}

/**
 * The N samples of a level, along the major axis around the lane's coordinates. The axis may point either way: its
 * positions lie evenly about the centre. float32 rounds the axis, its position, their product, and the sum with the
 * coordinate.
 */
function samplesOf(
  state: SampleState,
  lane: Lane,
  { axisU, axisV, axisError }: Footprint,
  level: number,
  linear: boolean,
  n: number,
): readonly SampleRange[] {
  const { image, design } = state;
  const { s, t } = coordinatesOf(state, lane);
  const { batch, quad } = lane;
  return Array.from({ length: n }, (_, k) => {
    const position = n === 1 ? 0 : samplePosition(k, n, design);
    const alongU = (axisU * position) / image.width;
    const alongV = (axisV * position) / image.height;
    const error = (sample: number, along: number, size: number) =>
      n === 1 ? 0 : FLOAT32_ERROR * (Math.abs(sample) + 4 * Math.abs(along)) + axisError / 2 / size + 2 ** -149;
    return sampleRange(state, level, linear, {
      u: s + alongU,
      v: t + alongV,
      errorU: error(s + alongU, alongU, image.width),
      errorV: error(t + alongV, alongV, image.height),
      layer: layerOf(state, lane),
      offsetU: batch.offsetU[quad],
      offsetV: batch.offsetV[quad],
    });
  });
}

/** Average, level lerp and the one division by the code of 1, with the errors of each. */
function filtered(
  state: SampleState,
  finer: readonly SampleRange[],
  coarser: readonly SampleRange[],
  choice: LevelChoice,
  n: number,
): readonly Interval[] {
  const { format } = state.image;
  const { largest } = [...finer, ...coarser].reduce(joined);
  const float = format.componentType === 'sfloat';
  if (float && !(largest * n <= LARGEST_FLOAT32)) return [ANYTHING, ANYTHING, ANYTHING, ANYTHING];
  const error = filterError(state.design, format, n, largest);
  return state.texels.ones.map((one, c) => {
    const high = averaged(finer, c, choice.linear, error);
    const low = averaged(coarser, c, choice.linear, error);
    const ends = [choice.weight.lower, choice.weight.upper].map((weight) => {
      if (weight === 0) return high;
      const lerp = sum(scaled(high, 1 - weight), scaled(low, weight));
      return weight === 1 ? lerp : sum(lerp, error.level);
    });
    return float32(scaled(ends.reduce(hull), 1 / one), largest / one, float);
  });
}

/** Vulkan: Texel Anisotropic Filtering, in [-1/2, 1/2] of the axis. */
function samplePosition(k: number, n: number, { lod }: Design): number {
  return lod.anisotropicSpacing === 'centered' ? (2 * k + 1 - n) / (2 * n) : (k + 1) / (n + 1) - 1 / 2;
}

function averaged(samples: readonly SampleRange[], c: number, linear: boolean, error: FilterError): Interval {
  const total = samples
    .map(({ value }) => (linear ? sum(value[c], error.bilinear) : value[c]))
    .reduce((a, b) => sum(a, b));
  return sum(scaled(total, error.factor / samples.length), error.average);
}

/**
 * Rounding is monotone, so the rounded ends bound the rounded result. The ends are float64 results of fewer than 2^8
 * operations, each off by at most 2^-53 of the largest magnitude; a float result may lose a denormal.
 */
function float32(exact: Interval, largest: number, float: boolean): Interval {
  const distance = 2 ** -45 * largest + (float ? 2 ** -126 : 0);
  return interval(Math.fround(exact.lower - distance), Math.fround(exact.upper + distance));
}
