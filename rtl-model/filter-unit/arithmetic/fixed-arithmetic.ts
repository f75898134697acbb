import type { Design } from '../../design/design.ts';
import { checkLerps, reciprocalTable } from '../../design/filter-ranges.ts';
import { type RoundingMode, roundShift, roundToInteger } from '../../fixed-point/rounding.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import type { FilterArithmetic } from './arithmetic.ts';
import { type FilterWidths, filterWidths } from '../../design/filter-widths.ts';
import { bilinear, lerp, lerpOfOnes } from './lerp.ts';
import { PlainValues } from './plain-values.ts';

/** Integers that a float32 holds. */
const TEXEL_BITS = 24;

/**
 * Filter arithmetic of normalized formats: integer codes with guard bits below them, divided by 2^n - 1 once, at the end
 * (D3D11.3 7.18.8, 7.18.10, 7.18.16). With enough guard bits no step narrows, and the result is exact but for its one
 * rounding to float32. A third axis adds one more lerp. Sums of weighted texels are whole until they are narrowed once.
 */
export class FixedArithmetic extends PlainValues implements FilterArithmetic {
  /** True if both lerps of a plane round nothing. */
  private readonly exact: boolean;
  private readonly widths: FilterWidths;
  private readonly rounding: RoundingMode;
  private readonly reciprocalBits: number | 'exact';
  /** 1/n with the design's bits, for n up to the highest sampling rate; empty for a divider. */
  private readonly reciprocals: Float64Array;
  /** The weight that represents 1: 2^n, or 2^n - 1 if weights are fractions of all ones. */
  private readonly one: number;
  private readonly ofOnes: boolean;
  private readonly levelOne: number;
  /** Factors that lift a code, and a filtered code, to the fraction bits of the next step. */
  private readonly liftTexel: number;
  private readonly liftLevel: number;
  /** The code of 1 with the fraction bits of a result, for r, g, b, a. */
  private readonly resultOnes: Float64Array;
  private readonly cornerOne: number;

  /** @throws DesignError when the widths of a 3D filter outgrow exact integers */
  constructor(design: Design, scales: readonly ComponentScale[], dimensions: number) {
    super();
    const { filter, lod } = design;
    const widths = filterWidths(design, dimensions);
    const { afterSlice, afterLevel } = widths;
    this.widths = widths;
    this.ofOnes = filter.weightScale === 'all-ones';
    this.exact = widths.droppedV === 0 && !this.ofOnes;
    this.rounding = filter.rounding;
    this.reciprocalBits = filter.reciprocalBits;
    this.reciprocals = reciprocalTable(filter.reciprocalBits, Math.max(...lod.anisotropicRates));
    this.one = 2 ** widths.weightBits - (this.ofOnes ? 1 : 0);
    this.levelOne = 2 ** widths.levelWeightBits;
    this.liftTexel = 2 ** afterSlice;
    this.liftLevel = 2 ** (afterLevel - afterSlice);
    this.resultOnes = Float64Array.from(scales, ({ one }) => one * 2 ** afterLevel);
    const code = Math.max(...scales.map(({ bits }) => bits));
    this.cornerOne = 2 ** cornerBits(scales, afterSlice);
    checkLerps(design, code, dimensions);
  }

  lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    const { liftTexel } = this;
    value[to] = texel[at] * liftTexel;
    value[to + 1] = texel[at + 1] * liftTexel;
    value[to + 2] = texel[at + 2] * liftTexel;
    value[to + 3] = texel[at + 3] * liftTexel;
  }

  bilinear(texel: Float32Array, at: number, alpha: number, beta: number, value: Float64Array, to: number): void {
    const { one } = this;
    if (this.exact) {
      const a0 = one - alpha;
      const b0 = one - beta;
      value[to] = bilinear(texel[at], texel[at + 4], texel[at + 8], texel[at + 12], a0, alpha, b0, beta);
      value[to + 1] = bilinear(texel[at + 1], texel[at + 5], texel[at + 9], texel[at + 13], a0, alpha, b0, beta);
      value[to + 2] = bilinear(texel[at + 2], texel[at + 6], texel[at + 10], texel[at + 14], a0, alpha, b0, beta);
      value[to + 3] = bilinear(texel[at + 3], texel[at + 7], texel[at + 11], texel[at + 15], a0, alpha, b0, beta);
      return;
    }
    for (let c = 0; c < 4; c++) {
      const from = at + c;
      const top = this.alongU(texel[from], texel[from + 4], alpha);
      const bottom = this.alongU(texel[from + 8], texel[from + 12], alpha);
      value[to + c] = this.alongV(top, bottom, beta);
    }
  }

  /** The lerp of two texels. */
  alongU(a: number, b: number, alpha: number): number {
    return this.weightedBy(a, b, alpha, this.widths.droppedU);
  }

  /** The lerp of two lerps along u. */
  alongV(a: number, b: number, beta: number): number {
    return this.weightedBy(a, b, beta, this.widths.droppedV);
  }

  /** The lerp of two values within a level. @param dropped fraction bits that it narrows away */
  private weightedBy(a: number, b: number, weight: number, dropped: number): number {
    if (!this.ofOnes) return lerp(a, b, weight, this.one, dropped, this.rounding);
    return lerpOfOnes(a, b, weight, this.one, 2 ** (this.widths.weightBits - dropped), this.rounding);
  }

  slices(value: Float64Array, to: number, other: Float64Array, gamma: number): void {
    for (let c = 0; c < 4; c++) {
      value[to + c] = this.weightedBy(value[to + c], other[c], gamma, this.widths.droppedSlice);
    }
  }

  addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] += texel[at + c] * weight;
  }

  addDifference(a: number, b: number, squared: boolean, sum: Float64Array, at: number): void {
    const difference = Math.abs(a - b);
    sum[at] += squared ? difference * difference : difference;
  }

  quotient(sum: Float64Array, at: number, divisor: number): number {
    return Math.fround(sum[at] / divisor);
  }

  weighted(sum: Float64Array, to: number, one: number): void {
    for (let c = to; c < to + 4; c++) sum[c] = roundToInteger((sum[c] / one) * this.liftTexel, this.rounding);
  }

  add(sum: Float64Array, to: number, value: Float64Array, from: number): void {
    sum[to] += value[from];
    sum[to + 1] += value[from + 1];
    sum[to + 2] += value[from + 2];
    sum[to + 3] += value[from + 3];
  }

  finish(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number, color: Float32Array): void {
    const { resultOnes, liftLevel } = this;
    if (n === 1 && weight === 0) {
      color[at] = (hi[at] * liftLevel) / resultOnes[0];
      color[at + 1] = (hi[at + 1] * liftLevel) / resultOnes[1];
      color[at + 2] = (hi[at + 2] * liftLevel) / resultOnes[2];
      color[at + 3] = (hi[at + 3] * liftLevel) / resultOnes[3];
      return;
    }
    for (let c = 0; c < 4; c++) color[at + c] = this.filtered(hi[at + c], lo[at + c], n, weight) / resultOnes[c];
  }

  /** The sums of two levels, averaged and lerped: the result before its conversion. */
  filtered(hi: number, lo: number, n: number, weight: number): number {
    const finer = this.average(hi, n);
    if (weight === 0) return finer * this.liftLevel;
    return lerp(finer, this.average(lo, n), weight, this.levelOne, this.widths.droppedLevel, this.rounding);
  }

  extreme(value: Float64Array, at: number, color: Float32Array): void {
    this.finish(value, value, at, 1, 0, color);
  }

  texelColor(texel: number, component: number): number {
    return Math.fround((texel * this.liftTexel * this.liftLevel) / this.resultOnes[component]);
  }

  corner(a: number, b: number, c: number): number {
    return roundToInteger(((a + b + c) / 3) * this.cornerOne, this.rounding) / this.cornerOne;
  }

  /** The sum of n samples over n. */
  average(sum: number, n: number): number {
    if (n === 1) return sum;
    if (this.reciprocalBits === 'exact') return roundToInteger(sum / n, this.rounding);
    return roundShift(sum * this.reciprocals[n], this.reciprocalBits, this.rounding);
  }
}

/**
 * Fraction bits of a cube corner's texel: the guard bits, as far as a texel register of 24 bits holds them.
 *
 * @param after fraction bits of a filtered code
 */
export function cornerBits(scales: readonly ComponentScale[], after: number): number {
  const code = Math.max(...scales.map(({ bits }) => bits));
  return Math.max(0, Math.min(after, TEXEL_BITS - code - 1));
}
