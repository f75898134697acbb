import { type Answer, OPEN, type Way } from '../answers/answer.ts';
import { axisRule, snappedRange } from '../coordinates/texel-coordinates.ts';
import { componentValue } from './fetched-texel.ts';
import { ANYTHING, type Interval, interval, point } from '../exact/interval.ts';
import { coordinatesOf, type Lane, layerOf } from '../state/lane.ts';
import { swizzled } from '../state/result-components.ts';
import type { SampleState } from '../state/state.ts';

/**
 * A texel of a window, before it is wrapped, and its exact weight, rounded to float64 where it is no dyadic fraction.
 */
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
 * Operation, Weight Sampling Operation). One rounding to float32 ends it.
 *
 * Sums are float64, here and in a design. Each of n products and as many sums is within 2^-53 of what the
 * magnitudes sum to, nor is a weight or one of the last two quotients: (2n + 8) 2^-53 of it on either side. A float
 * format may lose a denormal of each texel and of the result (D3D11.3 3.1.3.2).
 */
function windowResult(state: SampleState, layer: number, { taps, divisor }: Window): Way {
  const { texels, sampler, view } = state;
  const counted = taps.filter(({ weight }) => weight !== 0);
  const values = counted.map(({ i, j }) => texels.at(view.baseMipLevel, layer, i, j));
  const way = texels.ones.map((one, c) => {
    const codes = values.map((value) => value[c]);
    if (!codes.every(Number.isFinite)) return ANYTHING;
    // There is no least texel of none.
    if (codes.length === 0 && sampler.reductionMode !== 'weighted_average') return ANYTHING;
    switch (sampler.reductionMode) {
      case 'min':
        return componentValue(Math.min(...codes), one, texels.kind);
      case 'max':
        return componentValue(Math.max(...codes), one, texels.kind);
      default:
        return roundedSum(counted, codes, divisor * one, texels.kind === 'float');
    }
  });
  return swizzled(way, view.components, point(0), point(1));
}

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
