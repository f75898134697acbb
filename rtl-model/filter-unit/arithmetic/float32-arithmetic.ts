import type { FilteringDesign } from '../../design/filter-widths.ts';
import { flushDenorm, flushedFloat32 } from '../../fixed-point/float32.ts';
import { FRACTIONS } from '../../fixed-point/rounding.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import type { FilterArithmetic } from './arithmetic.ts';
import { PlainValues } from './plain-values.ts';

/**
 * Filter arithmetic of float formats for the path `float32-steps`, under the float rules of D3D11.3 3.1 (7.18.16.2): every
 * product and every sum of a lerp is rounded to float32, and so is every difference, square and sum of a block match; the
 * sum of products of a cubic filter, a box or a weight image is rounded once. Denormals of operands and results are
 * flushed, NaN and infinities propagate, a texel of weight zero counts for nothing. A point sample is no arithmetic: the
 * texel passes as it is.
 */
export class Float32Arithmetic extends PlainValues implements FilterArithmetic {
  constructor(design: FilteringDesign) {
    super(PLAIN.float32, design, 2);
  }

  addDifference(a: number, b: number, squared: boolean, sum: Float64Array, at: number): void {
    const difference = flushedFloat32(Math.abs(flushDenorm(a) - flushDenorm(b)));
    sum[at] = flushedFloat32(sum[at] + (squared ? flushedFloat32(difference * difference) : difference));
  }

  weighted(sum: Float64Array, to: number, bits: number): void {
    for (let c = to; c < to + 4; c++) sum[c] = flushedFloat32(sum[c] * FRACTIONS[bits]);
  }

  add(sum: Float64Array, to: number, value: Float64Array, from: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] = flushedFloat32(flushDenorm(sum[to + c]) + flushDenorm(value[from + c]));
  }

  corner(a: number, b: number, c: number): number {
    return flushedFloat32((flushDenorm(a) + flushDenorm(b) + flushDenorm(c)) / 3);
  }

  protected color(value: number): number {
    return value;
  }
}
