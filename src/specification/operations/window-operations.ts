import type { WeightView } from '../../../rtl-model/state/image-view.ts';
import { type Answer, OPEN, type ResultRange } from '../answers/answer.ts';
import { coordinatesOf, type Lane, layerOf, operandIndex } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import {
  ANYTHING,
  gridPoints,
  hull,
  hulls,
  integersOf,
  interval,
  type Interval,
  point,
  scaled,
  sum,
} from '../exact/interval.ts';
import { narrowed } from '../exact/narrowing.ts';
import { axisRule, snappedRange } from '../coordinates/texel-coordinates.ts';
import { fusedQuotient, wholeSum } from '../filtering/fused-sum.ts';
import { codeValue } from './integer-access.ts';
import { swizzled } from '../state/result-components.ts';

/**
 * OpImageSampleWeightedQCOM in the view's first level (Vulkan: Weight Sampling Operation), for every snapped coordinate
 * that the design may have. A minimum or maximum is of the texels with weight 1: others than 0 and 1 are undefined
 * (Weight Sampling Operation).
 *
 * @param kernel the weight image, and how its view reads it; null for a null descriptor, which has no weight but 0
 */
export function weightedSample(
  state: SampleState,
  kernel: SampleState | null,
  weights: WeightView | undefined,
  lane: Lane,
): Answer {
  if (kernel === null || weights === undefined) return kernelAnswer(state, lane, [{ taps: [], divisor: 1 }]);
  const one = 2 ** state.design.address.coordinate.fractionBits;
  const phases = Math.sqrt(weights.numPhases);
  const places = [0, 1].map((axis) => {
    const snapped = snappedCoordinate(state, lane, axis);
    // The phase, or the first texel, changes at these alone: halves of a texel and of a phase lie on the grid.
    return snapped && gridPoints(snapped, one / (2 * phases));
  });
  const [columns, rows] = places;
  if (columns === undefined || rows === undefined) return OPEN;
  const divisor = isSeparable(kernel) ? kernel.texels.ones[0] ** 2 : kernel.texels.ones[0];
  const extreme = state.sampler.reductionMode === 'min' || state.sampler.reductionMode === 'max';
  const ways = columns.flatMap((column) =>
    rows.map((row) => ({ taps: kernelTaps(kernel, weights, column / one, row / one), divisor })),
  );
  if (extreme && ways.some(({ taps }) => taps.some(({ weight }) => weight !== 0 && weight !== divisor))) return OPEN;
  return kernelAnswer(state, lane, ways);
}

function kernelAnswer(state: SampleState, lane: Lane, ways: readonly Window[]): Answer {
  const answer = windowAnswer(state, lane, ways);
  // The first text of VK_QCOM_image_processing adds the components that the format lacks to the sum.
  const sums = state.reading.snap !== undefined && state.design.text === 'vulkan-1.1' ? answer.ways : undefined;
  return sums === undefined ? answer : { ...answer, ways: [...sums, ...sums.map((way) => completed(state, way))] };
}

/** A result whose components that the format lacks are 0, 0 and 1. */
function completed({ result }: SampleState, way: ResultRange): ResultRange {
  return way.map((range, c) => (result.constants[c] === undefined ? range : point(result.constants[c])));
}

function kernelTaps(kernel: SampleState, weights: WeightView, u: number, v: number): readonly WindowTap[] {
  const { filterCenter, filterSize, numPhases } = weights;
  const phases = Math.sqrt(numPhases);
  // frac(u - 0.5) now; frac(u) in the first text of VK_QCOM_image_processing.
  const shift = kernel.design.text === 'vulkan-1.1' ? 0 : 0.5;
  const phase = (x: number) => Math.floor((x - shift - Math.floor(x - shift)) * phases);
  const [left, top] = [Math.floor(u - filterCenter[0]), Math.floor(v - filterCenter[1])];
  return Array.from({ length: filterSize[0] * filterSize[1] }, (_, n) => {
    const [k, l] = [n % filterSize[0], Math.floor(n / filterSize[0])];
    return { i: left + k, j: top + l, weight: weightOf(kernel, k, l, phase(u), phase(v), phases) };
  });
}

function isSeparable({ view }: SampleState): boolean {
  return view.viewType.startsWith('1d');
}

/**
 * The code of w(k, l, psi): a texel of the phase's layer, or the product of a horizontal and a vertical texel, packed in
 * fours. The code of 1 is squared for a product. Both are exact.
 */
function weightOf(kernel: SampleState, k: number, l: number, hPhase: number, vPhase: number, phases: number): number {
  if (!isSeparable(kernel)) return weightAt(kernel, k, l, vPhase * phases + hPhase);
  const packed = (n: number, phase: number) => phases * 4 * Math.floor(n / 4) + phase * 4 + (n % 4);
  return weightAt(kernel, packed(k, hPhase), 0, 0) * weightAt(kernel, packed(l, vPhase), 0, 1);
}

function weightAt({ texels, view }: SampleState, i: number, j: number, layer: number): number {
  return texels.inside(view.baseMipLevel, view.baseArrayLayer + layer, i, j)[0];
}

/** The start and the length of a box along an axis, and the length that the sum is divided by, in texels. */
interface BoxAxis {
  readonly start: number;
  readonly length: number;
  readonly divisor: number;
}

/**
 * OpImageBoxFilterQCOM in the view's first level (Vulkan: Box Filter Operation), for every snapped centre and length
 * that the design may have: a length is narrowed once, to nearest or as coordinates are, and so is the start.
 *
 * Where a text is the standard, the fractions of the start and of the end have its bits or more, and so may the length.
 * The sum is linear in start and length while both ends stay in their texels, so its extremes are where they leave them.
 */
export function boxFiltered(state: SampleState, lane: Lane): Answer {
  const { batch } = lane;
  const at = operandIndex(lane);
  const free = state.reading.snap !== undefined;
  const [columns, rows] = [batch.boxWidth[at], batch.boxHeight[at]].map((length, axis) => {
    const centre = snappedCoordinate(state, lane, axis);
    return centre && (free ? boxCorners(state, centre, length) : boxesOf(state, centre, length));
  });
  if (columns === undefined || rows === undefined) return OPEN;
  const windows = columns.flatMap((column) =>
    rows.map((row) => ({
      taps: coverage(row).flatMap((v) =>
        coverage(column).map((u) => ({ i: u.index, j: v.index, weight: u.weight * v.weight })),
      ),
      divisor: column.divisor * row.divisor,
    })),
  );
  const answer = windowAnswer(state, lane, windows);
  return free && answer.ways !== undefined ? { ...answer, ways: [answer.ways.reduce(hulls)] } : answer;
}

/** @param centre the snapped centre, in 2^-f texels */
function boxesOf({ design }: SampleState, centre: Interval, length: number): readonly BoxAxis[] {
  const { address } = design;
  const one = 2 ** address.coordinate.fractionBits;
  const exact = point(length * one);
  const lengths = integersOf(hull(narrowed(exact, 'nearest-even'), narrowed(exact, address.rounding)));
  return integersOf(centre).flatMap((middle) =>
    lengths.flatMap((box) =>
      integersOf(narrowed(point(middle - box / 2), address.rounding)).map((start) => {
        return { start: start / one, length: box / one, divisor: box / one };
      }),
    ),
  );
}

/** The corners of the region of starts and lengths that a text allows, cut where an end meets a texel's edge. */
function boxCorners({ design, reading }: SampleState, centre: Interval, length: number): readonly BoxAxis[] {
  const one = 2 ** design.address.coordinate.fractionBits;
  const { snapped } = reading.snap!;
  const lengths = snapped(point(length));
  const middle = scaled(centre, 1 / one);
  const starts = snapped(interval(middle.lower - lengths.upper / 2, middle.upper - lengths.lower / 2));
  const within = ({ lower, upper }: Interval, x: number) => x >= lower && x <= upper;
  const ends = integersOf(sum(starts, lengths));
  const corners = gridPoints(starts, 1).flatMap((start) => [
    ...[lengths.lower, lengths.upper].map((of) => [start, of] as const),
    ...ends.map((end) => [start, end - start] as const),
  ]);
  for (const end of ends) {
    for (const of of [lengths.lower, lengths.upper]) corners.push([end - of, of]);
  }
  return corners
    .filter(([start, of]) => within(starts, start) && within(lengths, of))
    .flatMap(([start, of]) => {
      const divisors = new Set([lengths.lower, lengths.upper]);
      return [...divisors].map((divisor) => ({ start, length: of, divisor }));
    });
}

/** i_q and horizWeight_q, or j_q and vertWeight_q, as the specification has them. */
function coverage({ start, length }: BoxAxis): readonly { index: number; weight: number }[] {
  const first = Math.floor(start);
  const startFraction = start - first;
  const end = startFraction + length;
  const endFraction = end - Math.floor(end);
  const size = Math.ceil(end);
  return Array.from({ length: size }, (_, q) => {
    const weight = q === 0 ? 1 - startFraction : q === size - 1 && endFraction !== 0 ? endFraction : 1;
    return { index: first + q, weight };
  });
}

/** A texel of a window, before it is wrapped, and its exact weight. */
interface WindowTap {
  readonly i: number;
  readonly j: number;
  readonly weight: number;
}

/** Coordinates that may be so many texels apart are so far out that what they select is anything. */
const MOST_TEXELS = 16;

/**
 * The lane's u or v in texels of the view's first level, in integers of 2^-f between which the design may snap it.
 *
 * @returns undefined where there are too many to tell
 */
function snappedCoordinate(state: SampleState, lane: Lane, axis: number): Interval | undefined {
  // Corner-sampled images have no shift either.
  const rule = { ...axisRule(state, axis, state.view.baseMipLevel, 'linear'), shift: 0 };
  const snapped = snappedRange(point(coordinatesOf(state, lane)[axis]), rule, 0, state);
  const one = 2 ** state.design.address.coordinate.fractionBits;
  return snapped.upper - snapped.lower < MOST_TEXELS * one ? snapped : undefined;
}

/** The texels of a window, and what the sum of their weighted values is divided by. */
interface Window {
  readonly taps: readonly WindowTap[];
  readonly divisor: number;
}

/** The result of each window that the design may place in the view's first level. */
function windowAnswer(state: SampleState, lane: Lane, windows: readonly Window[]): Answer {
  const { layer } = layerOf(state, lane);
  return { type: 'float', ways: windows.map((window) => windowResult(state, layer, window)) };
}

/**
 * sum(weight texel) / divisor, or the least or greatest texel of those that have a weight, swizzled (Vulkan: Box Filter
 * Operation, Weight Sampling Operation). One rounding to float32 ends it; of the exact sum for floats on the path `fused`.
 */
function windowResult(state: SampleState, layer: number, { taps, divisor }: Window): ResultRange {
  const { texels, sampler, view, design } = state;
  const float = texels.kind === 'float';
  const summed = float && design.filter.floatPath === 'fused' ? fusedAverage : roundedSum;
  const counted = taps.filter(({ weight }) => weight !== 0);
  const averages = sampler.reductionMode === 'weighted_average';
  const values = counted.map(({ i, j, weight }) =>
    (averages && weight < 0 ? texels.subtracted : texels).at(view.baseMipLevel, layer, i, j),
  );
  const way = texels.ones.map((one, c) => {
    const codes = values.map((value) => value[c]);
    if (!codes.every(Number.isFinite)) return ANYTHING;
    // There is no least texel of none.
    if (codes.length === 0 && sampler.reductionMode !== 'weighted_average') return ANYTHING;
    switch (sampler.reductionMode) {
      case 'min':
        return codeValue(Math.min(...codes), one, texels.kind);
      case 'max':
        return codeValue(Math.max(...codes), one, texels.kind);
      default:
        return summed(counted, codes, divisor * one, float);
    }
  });
  return swizzled(way, view.components, point(0), point(1));
}

/** Weights that are products of two float32 values are whole numbers of 2^-298. */
const KERNEL_BITS = 298;

function fusedAverage(taps: readonly WindowTap[], texels: readonly number[], divisor: number): Interval {
  const weights = taps.map(({ weight }) => weight);
  return fusedQuotient(wholeSum(texels, weights, KERNEL_BITS), KERNEL_BITS, divisor);
}

/**
 * A sum in float64, as in a design. Each of n products and as many sums is within 2^-53 of what the magnitudes sum to, and
 * so is the last quotient: (4n + 16) 2^-53 of it covers both sides. A float format may lose a denormal of each texel and of
 * the result (D3D11.3 3.1.3.2).
 */
function roundedSum(taps: readonly WindowTap[], codes: readonly number[], divisor: number, float: boolean): Interval {
  let [sum, magnitude, weights] = [0, 0, 0];
  taps.forEach(({ weight }, n) => {
    sum += weight * codes[n];
    magnitude += Math.abs(weight * codes[n]);
    weights += Math.abs(weight);
  });
  const denormals = float ? (1 + weights / divisor) * 2 ** -126 : 0;
  const distance = ((4 * taps.length + 16) * 2 ** -53 * magnitude) / divisor + denormals;
  return interval(Math.fround(sum / divisor - distance), Math.fround(sum / divisor + distance));
}
