import { type FilteringDesign, filterWidths } from '../../design/filter-widths.ts';
import type { RoundingMode } from '../../fixed-point/rounding.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import { SUMMED_BITS } from '../../state/widened-sums.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import type { Steps } from '../../steps/steps.ts';
import { FixedArithmetic } from './fixed-arithmetic.ts';

/** Bits of a widened code. */
const WIDENED_BITS = 16;
/** The bits that are set in (2^15 - 1) / (2^7 - 1), below the first one. */
const REPEATED = [0, SUMMED_BITS - 1, WIDENED_BITS - 1];

/**
 * A sum of products of SNORM codes of 8 bits as a code of 16 bits, rounded once. The factor (2^15 - 1) / (2^7 - 1) is
 * 2^8 + 2^1 + 2^-7: each part is cut off to the guard bits.
 *
 * @param sum an integer, in codes with `bits` fraction bits
 */
export function widenedSum<V>(s: Steps<V>, sum: V, bits: number, guardBits: number, mode: RoundingMode): V {
  const first = WIDENED_BITS - SUMMED_BITS - bits + guardBits;
  const [a, b, c] = REPEATED.map((below) =>
    first > below ? s.lifted(sum, first - below) : s.shiftRight(sum, below - first),
  );
  const most = 2 ** (WIDENED_BITS - 1) - 1;
  return s.held(s.round(s.add(s.add(a, b), c), guardBits, mode), -most, most);
}

/** The sums of a filter with `filter.signedGuardBits`. */
export class WidenedSums extends FixedArithmetic {
  private readonly signed: readonly boolean[];
  private readonly guardBits: number;
  private readonly mode;
  /** The place of a widened code among the values of a sample. */
  private readonly place: number;

  /** @param scales of the widened codes */
  constructor(design: FilteringDesign, scales: readonly ComponentScale[], dimensions: number) {
    super(design, scales, dimensions);
    const { signedGuardBits, rounding } = design.filter;
    this.signed = scales.map(({ signed }) => signed);
    this.guardBits = Number(signedGuardBits);
    this.mode = rounding;
    this.place = 2 ** filterWidths(design, dimensions).afterSlice;
  }

  override lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    super.lift(texel, at, value, to);
    for (let c = 0; c < 4; c++) if (this.signed[c]) value[to + c] = this.widened(texel[at + c], 0);
  }

  protected override narrowed(sum: number, bits: number, component: number): number {
    return this.signed[component] ? this.widened(sum, bits) : super.narrowed(sum, bits, component);
  }

  /** @param sum of products, in codes with so many fraction bits. That of a cube's corner has more. */
  private widened(sum: number, bits: number): number {
    const { guardBits, mode, cornerBits } = this;
    return widenedSum(PLAIN, sum * 2 ** cornerBits, bits + cornerBits, guardBits, mode) * this.place;
  }
}
