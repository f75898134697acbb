import type { FilterDesign } from '../../design/design.ts';
import { type FilteringDesign, filterWidths } from '../../design/filter-widths.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import { SUMMED_BITS } from '../../state/widened-sums.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import type { Steps } from '../../steps/steps.ts';
import { cornerBits, FixedArithmetic } from './fixed-arithmetic.ts';

/** Bits of a widened code. */
const WIDENED_BITS = 16;
/** The greatest widened code. */
const WIDENED_ONE = 2 ** (WIDENED_BITS - 1) - 1;
/** The bits that are set in (2^15 - 1) / (2^7 - 1), below the first one. */
const REPEATED = [0, SUMMED_BITS - 1, WIDENED_BITS - 1];

/**
 * A sum of products as a code of 16 bits, rounded once. The factor (2^15 - 1) / (2^7 - 1) is 2^8 + 2^1 + 2^-7: each part is
 * cut off to the guard bits.
 *
 * @param bits fraction bits of the sum, an integer
 */
export function widenedSum<V>(s: Steps<V>, sum: V, bits: number, { signedGuardBits, rounding }: FilterDesign): V {
  const guardBits = Number(signedGuardBits);
  const first = WIDENED_BITS - SUMMED_BITS - bits + guardBits;
  const part = (below: number) => (first < below ? s.shiftRight(sum, below - first) : s.lifted(sum, first - below));
  const parts = REPEATED.map(part).reduce((a, b) => s.add(a, b));
  return s.held(s.round(parts, guardBits, rounding), -WIDENED_ONE, WIDENED_ONE);
}

/** SNORM codes of 8 bits with `filter.signedGuardBits`: a sum of products is widened to 16 bits. */
export class WidenedSums extends FixedArithmetic {
  private readonly filter: FilterDesign;
  private readonly signed: readonly boolean[];
  /** The place of a widened code among the values of a sample. */
  private readonly place: number;
  /** Fraction bits of a cube corner's texel. */
  private readonly fraction: number;

  /** @param scales of the widened codes */
  constructor(design: FilteringDesign, scales: readonly ComponentScale[], dimensions: number) {
    super(design, scales, dimensions);
    const { afterSlice } = filterWidths(design, dimensions);
    this.filter = design.filter;
    this.signed = scales.map(({ signed }) => signed);
    this.place = 2 ** afterSlice;
    this.fraction = cornerBits(scales, afterSlice);
  }

  override lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    super.lift(texel, at, value, to);
    for (let c = 0; c < 4; c++) if (this.signed[c]) value[to + c] = this.widened(texel[at + c], 0);
  }

  protected override narrowed(sum: number, bits: number, component: number): number {
    return this.signed[component] ? this.widened(sum, bits) : super.narrowed(sum, bits, component);
  }

  /** @param sum of products, in codes with so many fraction bits */
  private widened(sum: number, bits: number): number {
    const { fraction, filter, place } = this;
    return widenedSum(PLAIN, sum * 2 ** fraction, bits + fraction, filter) * place;
  }
}
