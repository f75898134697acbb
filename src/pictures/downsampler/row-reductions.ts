import { FLOAT16 } from '../../../rtl-model/fixed-point/float16.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import type { Arithmetic, Reduction, TexelWeight } from './reduction.ts';

/** The position of the 2x2 texels under a row's first texel, and the number of texels in the row. */
export interface RowPair {
  /** Indices of the upper and the lower row's first component; equal if the level is one texel high. */
  upper: number;
  lower: number;
  /** Distance from a texel to its right neighbour: the components of a texel, or 0 if the level is one texel wide. */
  readonly right: number;
  readonly components: number;
  /** The number of texels in the result's row. */
  readonly texels: number;
}

/**
 * Reduces two rows to one: result texel i from texels 2i and 2i + 1 of both rows, in the order upper left, upper right,
 * lower left, lower right.
 *
 * @param source registers, in the precision of the arithmetic
 * @param at index of the result's first component
 */
export type RowReduction<Source = Float32Array> = (
  source: Source,
  pair: RowPair,
  result: Float32Array,
  at: number,
) => void;

/** The value of 1 of each component in memory order, and its index in r, g, b, a. Only the weights use it. */
export interface ComponentMeaning {
  readonly order: readonly number[];
  readonly one: readonly number[];
}

/** The reduction of rows of registers. */
export function rowReduction(reduction: Reduction, arithmetic: Arithmetic, meaning: ComponentMeaning): RowReduction {
  if (reduction === 'min') return extremeRow(smaller);
  if (reduction === 'max') return extremeRow(larger);
  const round = arithmetic === 'float16' ? roundToHalf : Math.fround;
  if (reduction !== 'average') return weightedRow(reduction, round, meaning);
  return arithmetic === 'float32' && meaning.one.every((one) => one > 1) ? averageCodesRow : meanRow(round);
}

/** The mean (((a + b) + c) + d) / 4, every step rounded. */
function meanRow(round: (x: number) => number): RowReduction {
  return reductionOf((a, b, c, d) => round(round(round(round(a + b) + c) + d) * 0.25));
}

/** The mean of codes of 8 bits: it has at most 20 bits, so no step rounds. */
export const averageCodesRow: RowReduction<Float32Array | Uint8Array> = (
  source,
  { upper, lower, right, components, texels },
  result,
  at,
) => {
  const step = 2 * components;
  for (let c = 0; c < components; c++) {
    const end = at + texels * components;
    for (let to = at + c, p = upper + c, q = lower + c; to < end; to += components, p += step, q += step) {
      result[to] = (source[p] + source[p + right] + source[q] + source[q + right]) * 0.25;
    }
  }
};

/** The minimum or maximum, by the one of two values. A number wins over a NaN, -0 is smaller than +0, denorms are kept. */
function extremeRow(of: (a: number, b: number) => number): RowReduction {
  return reductionOf((a, b, c, d) => of(of(of(a, b), c), d));
}

function reductionOf(reduce: (a: number, b: number, c: number, d: number) => number): RowReduction {
  return (source, { upper, lower, right, components, texels }, result, at) => {
    const step = 2 * components;
    for (let c = 0; c < components; c++) {
      const end = at + texels * components;
      for (let to = at + c, p = upper + c, q = lower + c; to < end; to += components, p += step, q += step) {
        result[to] = reduce(source[p], source[p + right], source[q], source[q + right]);
      }
    }
  };
}

function smaller(a: number, b: number): number {
  const least = Math.min(a, b);
  return Number.isNaN(least) ? numberOf(a, b) : least;
}

function larger(a: number, b: number): number {
  const most = Math.max(a, b);
  return Number.isNaN(most) ? numberOf(a, b) : most;
}

/** The result for two values of which at least one is NaN. */
function numberOf(a: number, b: number): number {
  return Number.isNaN(a) ? b : a;
}

/**
 * The weighted mean (((w0 a + w1 b) + w2 c) + w3 d) / (((w0 + w1) + w2) + w3), the weights and every step rounded. If
 * all four weights round to 0, they count as 1 each.
 */
function weightedRow(weight: TexelWeight, round: (x: number) => number, meaning: ComponentMeaning): RowReduction {
  const corners = new Float64Array(4);
  const weigh = texelWeigher(weight, round, meaning);
  return (source, { upper, lower, right, components, texels }, result, at) => {
    for (let i = 0; i < texels; i++) {
      const p = upper + 2 * i * components;
      const q = lower + 2 * i * components;
      corners[0] = weigh(source, p, 0);
      corners[1] = weigh(source, p + right, 1);
      corners[2] = weigh(source, q, 2);
      corners[3] = weigh(source, q + right, 3);
      if (corners.every((corner) => corner === 0)) corners.fill(1);
      const [a, b, c, d] = corners;
      const total = round(round(round(a + b) + c) + d);
      for (let k = 0; k < components; k++) {
        const above = round(round(a * source[p + k]) + round(b * source[p + right + k]));
        const sum = round(round(above + round(c * source[q + k])) + round(d * source[q + right + k]));
        result[at + i * components + k] = round(sum / total);
      }
    }
  };
}

/** The rounded weight of the texel at an index. @throws RangeError for an invalid weight */
function texelWeigher(weight: TexelWeight, round: (x: number) => number, { order, one }: ComponentMeaning) {
  const texel = Float64Array.of(0, 0, 0, 1);
  return (source: Float32Array, at: number, corner: number): number => {
    for (let k = 0; k < order.length; k++) texel[order[k]] = source[at + k] / one[k];
    const [r, g, b, a] = texel;
    const value = round(weight(r, g, b, a, corner));
    if (value >= 0 && value < Infinity) return value;
    throw new RangeError(`weight ${value} of texel (${texel.join(', ')}): a finite number, not negative, is right`);
  };
}

/** The smallest number that IEEE 754 rounds to infinity: half-way between the largest half and the next value. */
const OVERFLOW = 65520;
/** The exponent bias of float32 less that of float16. */
const BIAS_DIFFERENCE = 127 - FLOAT16.exponentBias;

/** The number of units in the last place in 1, for each biased exponent: powers of two, so that a product is exact. */
const ULPS = FLOAT16.ulp.map((ulp) => 1 / ulp);

/**
 * The value of the half nearest to a number, ties to even. It equals the value that floatToHalf stores, without the
 * conversion to bits. Infinities, NaN, denorms and the sign of zero are kept.
 *
 * @param x a float32 or any float64
 */
export function roundToHalf(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < OVERFLOW)) return x * Infinity;
  // The exponent of a float64 just below a power of two may come out one too large. The number is then just below 1024
  // units and rounds to 1024, which is that power of two, as it does in the smaller units.
  const exponent = Math.max((floatBits(magnitude) >>> 23) - BIAS_DIFFERENCE, 1);
  const rounded = roundToInteger(x * ULPS[exponent], 'nearest-even') * FLOAT16.ulp[exponent];
  return rounded === 0 ? x * 0 : rounded;
}
