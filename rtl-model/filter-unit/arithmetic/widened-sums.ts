import { type FilteringDesign, filterWidths } from '../../design/filter-widths.ts';
import { roundShift } from '../../fixed-point/rounding.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import { SUMMED_BITS } from '../../state/widened-sums.ts';
import { FixedArithmetic } from './fixed-arithmetic.ts';

/** Bits of a widened code. */
const WIDENED_BITS = 16;
/** The bits that are set in (2^15 - 1) / (2^7 - 1), below the first one. */
const REPEATED = [0, SUMMED_BITS - 1, WIDENED_BITS - 1];

/**
 * SNORM codes of 8 bits with `filter.signedGuardBits`: a sum of products is widened to 16 bits and rounded once. The factor
 * (2^15 - 1) / (2^7 - 1) is 2^8 + 2^1 + 2^-7: each part is cut off to the guard bits.
 */
export class WidenedSums extends FixedArithmetic {
  private readonly ones: readonly number[];
  private readonly guardBits: number;
  private readonly mode;
  /** The place of a widened code among the values of a sample. */
  private readonly place: number;

  /** @param scales of the widened codes */
  constructor(design: FilteringDesign, scales: readonly ComponentScale[], dimensions: number) {
    super(design, scales, dimensions);
    const { signedGuardBits, rounding } = design.filter;
    this.ones = scales.map(({ one, signed }) => (signed ? one : 0));
    this.guardBits = Number(signedGuardBits);
    this.mode = rounding;
    this.place = 2 ** filterWidths(design, dimensions).afterSlice;
  }

  override lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    super.lift(texel, at, value, to);
    for (let c = 0; c < 4; c++) if (this.ones[c] !== 0) value[to + c] = this.widened(texel[at + c], 0, c);
  }

  protected override narrowed(sum: number, bits: number, component: number): number {
    return this.ones[component] === 0 ? super.narrowed(sum, bits, component) : this.widened(sum, bits, component);
  }

  /** @param sum of products, in codes with so many fraction bits */
  private widened(sum: number, bits: number, component: number): number {
    const { guardBits, ones, place, mode } = this;
    const first = WIDENED_BITS - SUMMED_BITS - bits + guardBits;
    const parts = REPEATED.map((below) => Math.floor(sum * 2 ** (first - below)));
    const code = roundShift(parts[0] + parts[1] + parts[2], guardBits, mode);
    return Math.max(-ones[component], Math.min(ones[component], code)) * place;
  }
}
