import type { WeightView } from '../../../rtl-model/state/image-view.ts';
import { type Answer, OPEN, type ResultRange } from '../answers/answer.ts';
import { coordinatesOf, type Lane, layerOf, operandIndex } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import { ANYTHING, hull, interval, type Interval, point } from '../exact/interval.ts';
import { narrowed } from '../exact/narrowing.ts';
import { axisRule, snappedRange } from '../coordinates/texel-coordinates.ts';
import { fusedQuotient, wholeSum } from '../filtering/fused-sum.ts';
import { codeValue } from './integer-access.ts';
import { swizzled } from '../state/result-components.ts';

/**
 * OpImageSampleWeightedQCOM in the view's first level (Vulkan: Weight Sampling Operation), for every snapped coordinate
 * that the design may have.
 *
 * @param kernel the weight image, and how its view reads it
 */
export function weightedSample(state: SampleState, kernel: SampleState, weights: WeightView, lane: Lane): Answer {
  const one = 2 ** state.design.address.coordinate.fractionBits;
  const placesAlong = (axis: number) => snappedCoordinates(state, lane, axis);
  return windowAnswer(state, lane, placesAlong, (column, row) => ({
    taps: kernelTaps(kernel, weights, column / one, row / one),
    divisor: isSeparable(kernel) ? kernel.texels.ones[0] ** 2 : kernel.texels.ones[0],
  }));
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

/** The start and the length of a box along an axis, in 2^-f texels. */
interface BoxAxis {
  readonly start: number;
  readonly length: number;
}

/**
 * OpImageBoxFilterQCOM in the view's first level (Vulkan: Box Filter Operation), for every snapped centre and length
 * that the design may have: a length is narrowed once, to nearest or as coordinates are, and so is the start.
 */
export function boxFiltered(state: SampleState, lane: Lane): Answer {
  const { batch } = lane;
  const at = operandIndex(lane);
  const one = 2 ** state.design.address.coordinate.fractionBits;
  const lengths = [batch.boxWidth[at], batch.boxHeight[at]];
  const placesAlong = (axis: number) => boxesOf(state, lane, axis, lengths[axis]);
  return windowAnswer(state, lane, placesAlong, (column, row) => ({
    taps: coverage(row, one).flatMap((v) =>
      coverage(column, one).map((u) => ({ i: u.index, j: v.index, weight: u.weight * v.weight })),
    ),
    divisor: (column.length / one) * (row.length / one),
  }));
}

function boxesOf(state: SampleState, lane: Lane, axis: number, length: number): readonly BoxAxis[] | undefined {
  const { address } = state.design;
  const one = 2 ** address.coordinate.fractionBits;
  const exact = interval(length * one, length * one);
  const { lower, upper } = hull(narrowed(exact, 'nearest-even'), narrowed(exact, address.rounding));
  return snappedCoordinates(state, lane, axis)?.flatMap((centre) => {
    const boxes: BoxAxis[] = [];
    for (let box = lower; box <= upper; box++) {
      const starts = narrowed(interval(centre - box / 2, centre - box / 2), address.rounding);
      for (let start = starts.lower; start <= starts.upper; start++) boxes.push({ start, length: box });
    }
    return boxes;
  });
}

/** i_q and horizWeight_q, or j_q and vertWeight_q, as the specification has them. */
function coverage({ start, length }: BoxAxis, one: number): readonly { index: number; weight: number }[] {
  const first = Math.floor(start / one);
  const startFraction = start / one - first;
  const end = startFraction + length / one;
  const endFraction = end - Math.floor(end);
  const size = Math.ceil(end);
  return Array.from({ length: size }, (_, q) => {
    const weight = q === 0 ? 1 - startFraction : q === size - 1 && endFraction !== 0 ? endFraction : 1;
    return { index: first + q, weight };
  });
}

/** A texel of a window, before it is wrapped, and its exact weight. */
export interface WindowTap {
  readonly i: number;
  readonly j: number;
  readonly weight: number;
}

/** More snapped coordinates than that come of coordinates so far out that what they select is anything. */
const MOST_COORDINATES = 16;

/**
 * The lane's u or v in texels of the view's first level, as integers of 2^-f, one for each that the design may snap to.
 *
 * @returns undefined where there are too many to tell
 */
export function snappedCoordinates(state: SampleState, lane: Lane, axis: number): readonly number[] | undefined {
  const rule = axisRule(state, axis, state.view.baseMipLevel, 'nearest');
  const x = coordinatesOf(state, lane)[axis];
  const { lower, upper } = snappedRange(point(x), rule, 0, state.design.address);
  if (upper - lower >= MOST_COORDINATES) return undefined;
  return Array.from({ length: upper - lower + 1 }, (_, n) => lower + n);
}

/** The texels of a window, and what the sum of their weighted values is divided by. */
interface Window {
  readonly taps: readonly WindowTap[];
  readonly divisor: number;
}

/**
 * The result of each window that the design may place in the view's first level.
 *
 * @param placesAlong the places of the window along u (0) and v (1), undefined where they are open
 */
export function windowAnswer<T>(
  state: SampleState,
  lane: Lane,
  placesAlong: (axis: number) => readonly T[] | undefined,
  windowAt: (column: T, row: T) => Window,
): Answer {
  const [columns, rows] = [placesAlong(0), placesAlong(1)];
  if (columns === undefined || rows === undefined) return OPEN;
  const { layer } = layerOf(state, lane);
  const results = columns.flatMap((column) => rows.map((row) => windowResult(state, layer, windowAt(column, row))));
  return { type: 'float', ways: results };
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
  const values = counted.map(({ i, j }) => texels.at(view.baseMipLevel, layer, i, j));
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
