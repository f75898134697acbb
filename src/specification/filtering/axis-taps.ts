import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { cubicWeights } from './cubic.ts';
import type { Interval } from '../exact/interval.ts';
import { narrowedFraction } from '../exact/narrowing.ts';
import type { SampleState } from '../state/state.ts';
import type { Reading } from '../texels/reading.ts';
import type { AxisTap, WeightedTap } from '../texels/taps.ts';

/**
 * The taps of a snapped coordinate (Vulkan: Texel Linear Filtering, Texel Cubic Filtering). A linear weight is the
 * fraction itself; a cubic one is held to less than a unit of its bits, so one that they can write is exact.
 *
 * @param k in 2^-f texels, the shift taken off
 * @param axis 0, 1, 2 for u, v, w: where a fault is in question, weights may depend on it
 */
export function axisTaps(state: SampleState, filter: Filter, k: number, axis = 0): readonly AxisTap[] {
  const { design, sampler, reading } = state;
  const x = k / 2 ** design.address.coordinate.fractionBits;
  const i = Math.floor(x);
  switch (filter) {
    case 'nearest':
      return [{ index: i, weight: 1, error: 0 }];
    case 'linear': {
      const weight = reading.faultySteps?.linearWeight?.(x - i, axis) ?? x - i;
      return [
        { index: i, weight: 1 - weight, error: 0 },
        { index: i + 1, weight, error: 0 },
      ];
    }
    case 'cubic': {
      const unit = 2 ** -design.filter.cubicWeightBits;
      return cubicWeights(sampler.cubicWeights, x - i, design.text).map((weight, n) => ({
        index: i - 1 + n,
        weight,
        error: Number.isInteger(weight / unit) ? 0 : unit,
      }));
    }
  }
}

/** The coordinates of a range of snapped ones, with fractions as narrow as the design's weights; one for each step. */
export function narrowedCoordinates({ design }: SampleState, filter: Filter, snapped: Interval): readonly number[] {
  const { weightBits, rounding } = design.filter;
  const step = filter === 'nearest' ? 1 : 2 ** (design.address.coordinate.fractionBits - weightBits);
  const { lower, upper } = narrowedFraction(snapped, step, rounding);
  return Array.from({ length: (upper - lower) / step + 1 }, (_, n) => lower + n * step);
}

/** The products of the taps along each axis. */
export function footprintTaps(axes: readonly (readonly AxisTap[])[]): readonly WeightedTap[] {
  const [columns, rows = ABSENT, slices = ABSENT] = axes;
  const taps: WeightedTap[] = [];
  for (const slice of slices) {
    for (const row of rows) {
      for (const column of columns) {
        const weight = column.weight * row.weight * slice.weight;
        taps.push({
          i: column.index,
          j: row.index,
          k: slice.index,
          weight,
          error: largestWeight(column) * largestWeight(row) * largestWeight(slice) - Math.abs(weight),
          mayVanish: vanishes(column) || vanishes(row) || vanishes(slice),
        });
      }
    }
  }
  return taps;
}

/**
 * The error of a weight that is a product of weights along several axes, where a text leaves its bits open: half a unit
 * for each product. The weights sum to 1 still.
 */
export function productError(
  { filterFreedom }: Reading,
  axes: readonly (readonly { readonly weight: number }[])[],
): number {
  const blended = axes.filter((taps) => taps.filter(({ weight }) => weight !== 0).length > 1);
  if (filterFreedom === undefined || blended.length < 2) return 0;
  return ((blended.length - 1) * 2 ** -filterFreedom.weightBits) / 2;
}

/** The weight along one of several axes up to which a product may be rounded to 0, where a text leaves its bits open. */
export function leastWeight({ filterFreedom }: Reading, axes: number): number {
  return filterFreedom === undefined || axes < 2
    ? 0
    : (((axes - 1) * 2 ** -filterFreedom.weightBits) / 2) ** (1 / axes);
}

function largestWeight({ weight, error }: AxisTap): number {
  return Math.abs(weight) + error;
}

function vanishes({ weight, error }: AxisTap): boolean {
  return Math.abs(weight) < error;
}

const ABSENT: readonly AxisTap[] = [{ index: 0, weight: 1, error: 0 }];

/**
 * The error of the sum of all weights: along an axis a design's weights sum to the exact sum, rounded to their
 * bits.
 */
export function weightSumError(axes: readonly (readonly AxisTap[])[]): number {
  let [exact, off] = [1, 1];
  for (const taps of axes) {
    const sum = taps.reduce((total, { weight }) => total + weight, 0);
    const unit = taps.reduce((most, { error }) => Math.max(most, error), 0);
    // A sum of 1 is one that the bits can write; the float64 sum of its parts is within a few units of its last place.
    const writable = unit === 0 || Math.abs(sum - 1) < 2 ** -48;
    exact *= sum;
    off *= sum + (writable ? 0 : unit / 2);
  }
  return off - exact;
}
