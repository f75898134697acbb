import { narrowedSum } from '../../design/filter-rules.ts';
import { checkLerps } from '../../design/filter-ranges.ts';
import { MOST_CUBIC_BITS } from '../../design/bounded-fields.ts';
import { type FilteringDesign, type FilterWidths, filterWidths } from '../../design/filter-widths.ts';
import { clearRest, restOf, sumError } from '../../fixed-point/expansion.ts';
import { WIDEST } from '../../fixed-point/format.ts';
import { type RoundingMode, roundSplit, roundToInteger } from '../../fixed-point/rounding.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import type { FilterArithmetic } from './arithmetic.ts';
import { PlainValues } from './plain-values.ts';

/** Cubic weights of three axes add up to less than 2^2 times 1. */
const CUBIC_BITS = 2;

/** Integers that a float32 holds. */
const TEXEL_BITS = 24;

/**
 * Filter arithmetic of normalized formats: integer codes with guard bits below them, divided by 2^n - 1 once, at the end
 * (D3D11.3 7.18.8, 7.18.10, 7.18.16). With enough guard bits no step narrows, and the result is exact but for its one
 * rounding to float32. A third axis adds one more lerp. Sums of weighted texels are whole until they are narrowed once;
 * what a float64 has no room for is the rest of the value.
 */
export class FixedArithmetic extends PlainValues implements FilterArithmetic {
  private readonly widths: FilterWidths;
  private readonly rounding: RoundingMode;
  /** The code of 1 with the fraction bits of a result, for r, g, b, a. */
  private readonly resultOnes: Float64Array;
  private readonly cornerOne: number;
  /** True if a cubic sum of some design may have a rest: of codes of 16 bits and more in volumes. */
  private readonly hasRest: boolean;

  /** @throws DesignError when the widths of a 3D filter outgrow exact integers */
  constructor(design: FilteringDesign, scales: readonly ComponentScale[], dimensions: number) {
    super(PLAIN, design, dimensions);
    this.widths = filterWidths(design, dimensions);
    this.rounding = design.filter.rounding;
    this.resultOnes = Float64Array.from(scales, ({ one }) => one * 2 ** this.widths.afterLevel);
    this.cornerOne = 2 ** cornerBits(scales, this.widths.afterSlice);
    const code = Math.max(...scales.map(({ bits }) => bits));
    this.hasRest = code + dimensions * MOST_CUBIC_BITS + CUBIC_BITS > WIDEST;
    checkLerps(design, code, dimensions);
  }

  addDifference(a: number, b: number, squared: boolean, sum: Float64Array, at: number): void {
    const difference = Math.abs(a - b);
    sum[at] += squared ? difference * difference : difference;
  }

  override clear(value: Float64Array, at: number): void {
    super.clear(value, at);
    if (this.hasRest) for (let c = at; c < at + 4; c++) clearRest(value, c);
  }

  override addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void {
    if (!this.hasRest) {
      super.addProduct(texel, at, weight, sum, to);
      return;
    }
    for (let c = 0; c < 4; c++) {
      const before = sum[to + c];
      const product = texel[at + c] * weight;
      sum[to + c] = before + product;
      sum[restOf(sum, to + c)] += sumError(before, product, before + product);
    }
  }

  weighted(sum: Float64Array, to: number, bits: number): void {
    for (let c = 0; c < 4; c++) {
      const rest = this.hasRest ? sum[restOf(sum, to + c)] : 0;
      sum[to + c] = rest === 0 ? this.narrowed(sum[to + c], bits, c) : this.narrowedParts(sum[to + c], rest, bits);
    }
  }

  /** A sum with a rest, narrowed once: it has more bits than any value. */
  private narrowedParts(sum: number, rest: number, bits: number): number {
    const unit = 2 ** (bits - this.widths.afterSlice);
    const below = Math.floor(sum / unit);
    const fraction = (sum - below * unit + rest) / unit;
    const carried = Math.floor(fraction);
    return roundSplit(below + carried, fraction - carried, this.rounding);
  }

  /** A sum of products as a value. @param component 0 to 3 for r, g, b, a */
  protected narrowed(sum: number, bits: number, _component: number): number {
    return narrowedSum(PLAIN, sum, bits, this.widths, this.rounding);
  }

  add(sum: Float64Array, to: number, value: Float64Array, from: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] += value[from + c];
  }

  corner(a: number, b: number, c: number): number {
    return roundToInteger(((a + b + c) / 3) * this.cornerOne, this.rounding) / this.cornerOne;
  }

  protected color(value: number, component: number): number {
    return value / this.resultOnes[component];
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
