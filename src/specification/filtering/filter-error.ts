import type { FilteringDesign } from '../../../rtl-model/design/filter-widths.ts';
import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { FLOAT32_ERROR, LEAST_NORMAL } from '../exact/float32.ts';
import { hull, interval, type Interval, point, scaled, sum } from '../exact/interval.ts';
import { narrowingError } from '../exact/narrowing.ts';
import type { ResultComponents } from '../state/result-components.ts';
import type { SampleState } from '../state/state.ts';
import { srgbCode, srgbLinear } from '../texels/srgb.ts';

/**
 * The largest distance of a design's filter from the exact weighted sum, in codes: 0 with infinite guard bits. An error
 * of one step passes through the next lerp or average at most whole, for those are averages with weights that sum to 1.
 */
export interface FilterError {
  /** The error of one sample within a level, beyond the errors of its weights. */
  readonly sample: Interval;
  /** The error of the average over n samples: a factor of the exact average, and an error that is added after it. */
  readonly factor: number;
  readonly average: Interval;
  /** The error of the lerp between the levels. */
  readonly level: Interval;
  /** The error of the average that replaces the missing texel of a cube's corner. */
  readonly corner: Interval;
}

const NONE = point(0);
const EXACT: FilterError = { sample: NONE, factor: 1, average: NONE, level: NONE, corner: NONE };
const TEXEL_BITS = 24;

/**
 * Normalized formats: each narrowing costs what its mode does, half a step of the guard bits that are left. A lerp
 * along each axis narrows when it has more fraction bits than guard bits; a cubic sum, which is whole, narrows once to
 * the bits that lerps leave. The reciprocal of n is the nearest of its bits. The texel made for a cube's corner has as
 * many of the lerps' fraction bits as a texel register of 24 bits holds beside code and sign. A weight w of n bits that
 * counts as w / (2^n - 1) is up to 2^-n more than w / 2^n; its quotient is rounded whatever bits are left. Weights that add
 * up to 1 - 2^-n lose as much of the first texel, in the lerp of a line with itself as well.
 */
function fixedFilterError(
  design: FilteringDesign,
  { codeBits }: Pick<ResultComponents, 'codeBits'>,
  filter: Filter,
  axes: number,
  n: number,
): FilterError {
  const { filter: widths, lod } = design;
  const mode = narrowingError(widths.rounding);
  const kept = (bits: number) => Math.min(bits, widths.guardBits);
  const narrowing = (bits: number) => (bits > widths.guardBits ? scaled(mode, 2 ** -widths.guardBits) : NONE);
  const { weightScale } = widths;
  const divided = 2 ** (codeBits - widths.weightBits);
  /** The error of a lerp with the given fraction bits before it is narrowed. */
  const lerp = (fraction: number) => {
    if (weightScale === 'power-of-two') return narrowing(fraction);
    const rounded = weightScale === 'all-ones' ? scaled(mode, 2 ** -kept(fraction)) : narrowing(fraction);
    return sum(interval(-divided, divided), rounded);
  };
  const lerpsOfSample = weightScale === 'all-ones-over-power-of-two' ? Math.max(2, axes) : axes;
  let [bits, lerps] = [0, NONE];
  for (let axis = 0; axis < lerpsOfSample; axis++) {
    lerps = sum(lerps, lerp(bits + widths.weightBits));
    bits = kept(bits + widths.weightBits);
  }
  // A line of texels may be carried with the bits of a square; a cubic sum of it is.
  const widest = axes === 1 ? kept(2 * widths.weightBits) : bits;
  const cubic = axes * widths.cubicWeightBits > widest ? scaled(mode, 2 ** -widest) : NONE;
  const exact = widths.reciprocalBits === 'exact';
  const one = exact ? 1 : 2 ** widths.reciprocalBits;
  return {
    sample: { nearest: NONE, linear: lerps, cubic }[filter],
    factor: exact ? 1 : (Math.round(one / n) / one) * n,
    average: n === 1 ? NONE : scaled(mode, 2 ** -bits),
    level: narrowing(widest + lod.format.fractionBits),
    corner: scaled(mode, 2 ** -Math.max(0, Math.min(bits, TEXEL_BITS - codeBits - 1))),
  };
}

/**
 * Float formats, everything relative to the largest texel M. `fused` rounds nothing but the result; a cubic filter's
 * weights are at most 2 an axis together and may flush as many denormals. `float32-steps` rounds two products, within M together, and a sum in every
 * lerp, so 2 a lerp and a lerp an axis; n - 1 sums that grow to n M and are divided by n, the reciprocal and its
 * product; 2 for the level lerp. A cubic sum of 4^axes products is within M times the sum of its weights' magnitudes,
 * at most 2 an axis: a rounding of each product and each sum, and 3 of the weights. The average of three at a corner:
 * two sums, within 2 M and 3 M, over 3, the reciprocal and the product. Each of these roundings, and each operand, may
 * flush a denormal; their errors compound. The texel of a corner is float32 for `fused`, too.
 */
function floatFilterError(
  design: FilteringDesign,
  filter: Filter,
  axes: number,
  n: number,
  largest: number,
): FilterError {
  const roundings = (count: number, growth = 1) => {
    if (design.filter.guardBits === Infinity) return NONE;
    const distance = ((1 + FLOAT32_ERROR) ** count - 1) * largest * growth + 4 * count * LEAST_NORMAL;
    return interval(-distance, distance);
  };
  if (design.filter.floatPath === 'fused') {
    const flushed = 2 ** axes * LEAST_NORMAL;
    return { ...EXACT, sample: interval(-flushed, flushed), corner: roundings(1) };
  }
  const cubic = roundings(2 * 4 ** axes + 3, 2 ** axes);
  return {
    sample: { nearest: NONE, linear: roundings(2 * axes), cubic }[filter],
    factor: 1,
    average: n === 1 ? NONE : roundings(n + 1),
    level: roundings(2),
    corner: roundings(4),
  };
}

/**
 * @param axes of the footprint, 1 to 3
 * @param n samples along the anisotropic axis
 * @param largest magnitude among the texels
 */
export function filterError(
  design: FilteringDesign,
  result: Pick<ResultComponents, 'kind' | 'codeBits'>,
  filter: Filter,
  axes: number,
  n: number,
  largest: number,
): FilterError {
  switch (result.kind) {
    case 'fixed':
    case 'integer':
      return fixedFilterError(design, result, filter, axes, n);
    case 'float':
      return floatFilterError(design, filter, axes, n, largest);
    case 'comparison':
      // Zeros and ones may be filtered as codes or as floats.
      return either(
        fixedFilterError(design, result, filter, axes, n),
        floatFilterError(design, filter, axes, n, largest),
      );
  }
}

/** Magnitudes of half floats: the part that a rounding may take, and the least place. */
const HALF_ERROR = 2 ** -11;
const HALF_PLACE = 2 ** -24;

/**
 * `filter.alignedSum`, in codes: what the texels of a pass lose, and the distance that the rounding of their sum moves it
 * beyond that of a float32. Bits of texels are cut below the kept ones of the greatest exponent: that of a component, of a
 * shared exponent, which is one more, or of the greatest sRGB code with the same upper bits.
 *
 * @param largest magnitude among the texels, and, for the rounding, among the sums
 */
export function alignedError(
  {
    design: { filter },
    view: { format },
    result,
    sampler,
  }: Pick<SampleState, 'design' | 'view' | 'result' | 'sampler'>,
  largest: number,
): { readonly cut: Interval; readonly rounding: Interval } {
  const { alignedSum } = filter;
  const around = (distance: number) => interval(-distance, distance);
  const { componentType, componentBits, sharedExponentBits } = format;
  const isLinear = componentType === 'srgb';
  const averages = sampler.reductionMode === 'weighted_average';
  if (alignedSum === null || !averages || !(isLinear || result.kind === 'float')) return { cut: NONE, rounding: NONE };
  const isHalf = isLinear || componentBits <= 16;
  const one = isLinear ? 2 ** filter.srgbLinearBits - 1 : 1;
  const rounding = isHalf ? around(HALF_ERROR * largest + HALF_PLACE * one) : NONE;
  const kept = isLinear ? alignedSum.srgbBits : (isHalf ? 11 : 24) + alignedSum.guardBits;
  const greatest = isLinear ? one * greatestInGroup((largest + 0.5) / one, alignedSum.srgbExponentBits) : largest;
  // Weights of cubic filters are at most 2 an axis together.
  const weights = sampler.magFilter === 'cubic' || sampler.minFilter === 'cubic' ? 8 : 1;
  return { cut: around(weights * greatest * 2 ** (1 - kept + (sharedExponentBits > 0 ? 1 : 0))), rounding };
}

/** The linear value of the greatest sRGB code that shares its upper bits with that of a value, or with the next one. */
function greatestInGroup(linear: number, exponentBits: number): number {
  const size = 2 ** (8 - exponentBits);
  const next = Math.floor(srgbCode(linear)) + 1;
  return srgbLinear(Math.min(255, (Math.floor(next / size) + 1) * size - 1) / 255);
}

function either(a: FilterError, b: FilterError): FilterError {
  return {
    sample: hull(a.sample, b.sample),
    factor: a.factor,
    average: hull(a.average, b.average),
    level: hull(a.level, b.level),
    corner: hull(a.corner, b.corner),
  };
}
