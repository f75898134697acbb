import { nearestFloat32 } from '../exact/dyadic.ts';
import { LEAST_NORMAL } from '../exact/float32.ts';
import { interval, type Interval } from '../exact/interval.ts';

/** Every float32 is a whole number of 2^-149, every weight of three linear axes one of 2^-48, a level's one of 2^-15. */
export const TEXEL_BITS = 149;
const WEIGHT_BITS = 48;
const LEVEL_BITS = 15;
/** The units of a sum of linear filters in 1. */
const WHOLE = 1n << BigInt(TEXEL_BITS + WEIGHT_BITS);

/** A range of exact weighted sums of float32 texels, in units of 2^-197, or of 2^-149 times another unit of weights. */
export interface WholeRange {
  readonly lower: bigint;
  readonly upper: bigint;
}

/**
 * The weighted sum of finite float32 texels. Denormals may be flushed before it (D3D11.3 3.1.3.2).
 *
 * @param weights whole numbers of 2^-weightBits; those of linear filters have 48 bits
 */
export function wholeSum(
  texels: readonly number[],
  weights: readonly number[],
  weightBits: number = WEIGHT_BITS,
): WholeRange {
  let [lower, upper] = [0n, 0n];
  texels.forEach((texel, n) => {
    if (weights[n] === 0 || texel === 0) return;
    const product = BigInt(texel * 2 ** TEXEL_BITS) * BigInt(weights[n] * 2 ** weightBits);
    const mayVanish = Math.abs(texel) < LEAST_NORMAL;
    if (!mayVanish || product < 0n) lower += product;
    if (!mayVanish || product > 0n) upper += product;
  });
  return { lower, upper };
}

/**
 * A sum of products over a divisor, rounded once to float32.
 *
 * @param weightBits of the sum's weights  @param divisor positive, a whole number of 2^-64
 */
export function fusedQuotient(total: WholeRange, weightBits: number, divisor: number): Interval {
  const denominator = BigInt(divisor * 2 ** 64) << BigInt(TEXEL_BITS + weightBits);
  const rounded = (sum: bigint) => nearestFloat32(sum << 64n, denominator);
  return mayFlush(interval(rounded(total.lower), rounded(total.upper)));
}

/** A result that is a denormal may be flushed. */
function mayFlush({ lower, upper }: Interval): Interval {
  const isDenormal = (x: number) => Math.abs(x) < LEAST_NORMAL;
  return interval(isDenormal(lower) ? Math.min(0, lower) : lower, isDenormal(upper) ? Math.max(0, upper) : upper);
}

export function wholeHull(a: WholeRange, b: WholeRange): WholeRange {
  return { lower: a.lower < b.lower ? a.lower : b.lower, upper: a.upper > b.upper ? a.upper : b.upper };
}

/**
 * The result of the samples of two levels: the exact average and lerp, rounded once to float32. Undefined for level
 * weights that are no whole number of 2^-15.
 *
 * @param weight of the coarser level, which has as many samples
 */
export function fusedResult(
  finer: readonly WholeRange[],
  coarser: readonly WholeRange[],
  weight: Interval,
): Interval | undefined {
  const ofFiner = BigInt(finer.length) * WHOLE;
  const total = (of: readonly WholeRange[], which: keyof WholeRange) =>
    of.reduce((sum, range) => sum + range[which], 0n);
  if (weight.upper === 0) {
    const [lower, upper] = [total(finer, 'lower'), total(finer, 'upper')];
    const least = nearestFloat32(lower, ofFiner);
    return mayFlush(interval(least, upper === lower ? least : nearestFloat32(upper, ofFiner)));
  }
  const ends = [...new Set([weight.lower, weight.upper])].map((w) => w * 2 ** LEVEL_BITS);
  if (!ends.every(Number.isInteger)) return undefined;
  const one = BigInt(2 ** LEVEL_BITS);
  const denominator = ofFiner * one;
  // The same sum four times, where no texel may vanish and the weight is known.
  const totals = new Set<bigint>();
  for (const which of ['lower', 'upper'] as const) {
    const [high, low] = [total(finer, which), total(coarser, which)];
    for (const end of ends) totals.add(high * (one - BigInt(end)) + low * BigInt(end));
  }
  const rounded = [...totals].map((total) => nearestFloat32(total, denominator));
  return mayFlush(interval(Math.min(...rounded), Math.max(...rounded)));
}
