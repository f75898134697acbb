import type { Design } from '../../rtl-model/design.ts';
import type { TexelFormat } from '../../rtl-model/texel-decoder/texel-format.ts';
import { type Interval, interval, scaled, sum } from './interval.ts';
import { narrowingError } from './narrowing.ts';

/**
 * How far a design's filter may be from the exact weighted sum, in codes. An error of one step passes through the next
 * lerp or average at most whole, for those are averages with weights that sum to 1.
 */
export interface FilterError {
  /** Of one bilinear sample. */
  readonly bilinear: Interval;
  /** Of the average over n samples: exact / average is one of `factor`, and narrowed after by `average`. */
  readonly factor: number;
  readonly average: Interval;
  /** Of the lerp between the levels. */
  readonly level: Interval;
}

const NONE = interval(0, 0);

/**
 * Normalized formats: each narrowing costs what its mode does, half a step of the guard bits that are left. A lerp
 * narrows when it has more fraction bits than guard bits. The reciprocal of n is the nearest of its bits.
 */
export function fixedFilterError(design: Design, n: number): FilterError {
  const { filter, lod } = design;
  const mode = narrowingError(filter.rounding);
  const kept = (bits: number) => Math.min(bits, filter.guardBits);
  const narrowing = (bits: number) => (bits > filter.guardBits ? scaled(mode, 2 ** -filter.guardBits) : NONE);
  const afterU = kept(filter.weightBits);
  const afterV = kept(afterU + filter.weightBits);
  const exact = filter.reciprocalBits === 'exact';
  const one = exact ? 1 : 2 ** filter.reciprocalBits;
  return {
    bilinear: sum(narrowing(filter.weightBits), narrowing(afterU + filter.weightBits)),
    factor: exact ? 1 : (Math.round(one / n) / one) * n,
    average: n === 1 ? NONE : scaled(mode, 2 ** -afterV),
    level: narrowing(afterV + lod.format.fractionBits),
  };
}

/** Half a unit in the last place of a float32, relative. */
const FLOAT32_ERROR = 2 ** -24;
/** The largest denormal, which arithmetic may flush (D3D11.3 3.1.3.2). */
const FLUSHED = 2 ** -126;

/**
 * Float formats, everything relative to the largest texel M. `fused` rounds to float32 once in each stage: after the
 * bilinear sum, the average, the level lerp. `float32-steps` rounds two products, within M together, and a sum in every
 * lerp, so 2 a lerp and 4 a bilinear sample; n - 1 sums that grow to n M and are divided by n, the reciprocal and its
 * product; 2 for the level lerp. Each of these roundings, and each operand, may flush a denormal; one more of all
 * covers the products of errors.
 */
export function floatFilterError(design: Design, n: number, largest: number): FilterError {
  const fused = design.filter.floatPath === 'fused';
  const roundings = (count: number) => {
    const distance = (count + 1) * FLOAT32_ERROR * largest + 4 * count * FLUSHED;
    return interval(-distance, distance);
  };
  return {
    bilinear: roundings(fused ? 1 : 4),
    factor: 1,
    average: n === 1 ? NONE : roundings(fused ? 1 : n + 1),
    level: roundings(fused ? 1 : 2),
  };
}

export function filterError(design: Design, format: TexelFormat, n: number, largest: number): FilterError {
  return format.componentType === 'sfloat' ? floatFilterError(design, n, largest) : fixedFilterError(design, n);
}
