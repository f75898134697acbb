import { type Design, DesignError } from '../design/design.ts';
import { WIDEST } from '../fixed-point/format.ts';
import { type RoundingMode, roundShift, roundToInteger } from '../fixed-point/rounding.ts';
import type { ComponentScale } from '../texel-decoder/component-scale.ts';
import type { Arithmetic } from './arithmetic.ts';
import { type FilterWidths, filterWidths } from './filter-widths.ts';
import { lerp } from './lerp.ts';

/** Integers that a float32 holds. */
const TEXEL_BITS = 24;

/**
 * Integer codes with guard bits below them, as `FixedFilter` has them; a third axis adds one more lerp. Sums of weighted
 * texels are whole until they are narrowed once.
 */
export class FixedArithmetic implements Arithmetic {
  private readonly widths: FilterWidths;
  private readonly rounding: RoundingMode;
  private readonly reciprocalBits: number | 'exact';
  private readonly one: number;
  private readonly levelOne: number;
  /** Fraction bits of a value, and what the lerps between slices and between levels drop. */
  private readonly after: number;
  private readonly droppedSlice: number;
  private readonly droppedLevel: number;
  private readonly liftTexel: number;
  private readonly liftSlice: number;
  private readonly liftLevel: number;
  private readonly divisors: Float64Array;
  /** Fraction bits of a corner's texel: the guard bits, as far as a texel register of 24 bits holds them. */
  private readonly cornerOne: number;

  constructor(design: Design, scales: readonly ComponentScale[], dimensions: number) {
    const { filter } = design;
    const widths = filterWidths(design);
    const { afterV, weightBits, levelWeightBits } = widths;
    this.widths = widths;
    this.rounding = filter.rounding;
    this.reciprocalBits = filter.reciprocalBits;
    this.one = 2 ** weightBits;
    this.levelOne = 2 ** levelWeightBits;
    this.after = dimensions === 3 ? Math.min(afterV + weightBits, filter.guardBits) : afterV;
    this.droppedSlice = afterV + weightBits - this.after;
    const afterLevel = Math.min(this.after + levelWeightBits, filter.guardBits);
    this.droppedLevel = this.after + levelWeightBits - afterLevel;
    this.liftTexel = 2 ** this.after;
    this.liftSlice = 2 ** (this.after - afterV);
    this.liftLevel = 2 ** (afterLevel - this.after);
    this.divisors = Float64Array.from(scales, ({ one }) => one * 2 ** afterLevel);
    const code = Math.max(...scales.map(({ bits }) => bits)) + 1;
    this.cornerOne = 2 ** Math.max(0, Math.min(this.after, TEXEL_BITS - code));
    const product = code + Math.max(afterV + weightBits, this.after + levelWeightBits);
    if (product > WIDEST) {
      throw new DesignError('filter.guardBits', `a lerp needs ${product} bits; the arithmetic holds ${WIDEST}`);
    }
  }

  lift(texel: number): number {
    return texel * this.liftTexel;
  }

  bilinear(t00: number, t10: number, t01: number, t11: number, alpha: number, beta: number): number {
    const { one, rounding } = this;
    const { droppedU, droppedV } = this.widths;
    const top = lerp(t00, t10, alpha, one, droppedU, rounding);
    const bottom = lerp(t01, t11, alpha, one, droppedU, rounding);
    return lerp(top, bottom, beta, one, droppedV, rounding);
  }

  slice(slice: number): number {
    return slice * this.liftSlice;
  }

  slices(slice0: number, slice1: number, gamma: number): number {
    return lerp(slice0, slice1, gamma, this.one, this.droppedSlice, this.rounding);
  }

  product(texel: number, weight: number): number {
    return texel * weight;
  }

  weighted(sum: number, one: number): number {
    return roundToInteger((sum / one) * this.liftTexel, this.rounding);
  }

  corner(a: number, b: number, c: number): number {
    return roundToInteger(((a + b + c) / 3) * this.cornerOne, this.rounding) / this.cornerOne;
  }

  add(a: number, b: number): number {
    return a + b;
  }

  average(sum: number, n: number): number {
    if (n === 1) return sum;
    if (this.reciprocalBits === 'exact') return roundToInteger(sum / n, this.rounding);
    const reciprocal = roundToInteger(2 ** this.reciprocalBits / n, 'nearest-even');
    return roundShift(sum * reciprocal, this.reciprocalBits, this.rounding);
  }

  levels(hi: number, lo: number, weight: number): number {
    if (weight === 0) return hi * this.liftLevel;
    return lerp(hi, lo, weight, this.levelOne, this.droppedLevel, this.rounding);
  }

  toFloat(value: number, component: number): number {
    return Math.fround(value / this.divisors[component]);
  }
}
