import type { Design } from '../../design/design.ts';
import { flushDenorm } from '../../fixed-point/float32.ts';
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
  private readonly one: number;
  private readonly levelOne: number;

  constructor(design: Design) {
    super();
    this.one = 2 ** design.filter.weightBits;
    this.levelOne = 2 ** design.lod.format.fractionBits;
  }

  lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) value[to + c] = texel[at + c];
  }

  bilinear(texel: Float32Array, at: number, alpha: number, beta: number, value: Float64Array, to: number): void {
    const a = alpha / this.one;
    const b = beta / this.one;
    for (let c = 0; c < 4; c++) {
      const from = at + c;
      const top = lerp(texel[from], texel[from + 4], a);
      const bottom = lerp(texel[from + 8], texel[from + 12], a);
      value[to + c] = lerp(top, bottom, b);
    }
  }

  slices(value: Float64Array, to: number, other: Float64Array, gamma: number): void {
    const weight = gamma / this.one;
    for (let c = 0; c < 4; c++) value[to + c] = lerp(value[to + c], other[c], weight);
  }

  addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] += product(texel[at + c], weight);
  }

  addDifference(a: number, b: number, squared: boolean, sum: Float64Array, at: number): void {
    const difference = toFloat32(Math.abs(flushDenorm(a) - flushDenorm(b)));
    sum[at] = toFloat32(sum[at] + (squared ? toFloat32(difference * difference) : difference));
  }

  quotient(sum: Float64Array, at: number, divisor: number): number {
    return toFloat32(sum[at] / divisor);
  }

  weighted(sum: Float64Array, to: number, one: number): void {
    for (let c = to; c < to + 4; c++) sum[c] = toFloat32(sum[c] / one);
  }

  add(sum: Float64Array, to: number, value: Float64Array, from: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] = toFloat32(flushDenorm(sum[to + c]) + flushDenorm(value[from + c]));
  }

  finish(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number, color: Float32Array): void {
    const fraction = weight / this.levelOne;
    for (let c = at; c < at + 4; c++) {
      const finer = average(hi[c], n);
      color[c] = weight === 0 ? finer : lerp(finer, average(lo[c], n), fraction);
    }
  }

  extreme(value: Float64Array, at: number, color: Float32Array): void {
    for (let c = at; c < at + 4; c++) color[c] = value[c];
  }

  texelColor(texel: number): number {
    return texel;
  }

  corner(a: number, b: number, c: number): number {
    return toFloat32((flushDenorm(a) + flushDenorm(b) + flushDenorm(c)) / 3);
  }
}

/** A quotient, not a product with 1/n: n times one texel gives that texel (D3D11.3 7.18.16.3). */
function average(sum: number, n: number): number {
  return n === 1 ? sum : toFloat32(sum / n);
}

function lerp(x: number, y: number, weight: number): number {
  return toFloat32(toFloat32(product(x, 1 - weight)) + toFloat32(product(y, weight)));
}

/** A product with a weight; a zero weight takes nothing of its texel, NaN and infinities included (7.18.16.2). */
function product(x: number, weight: number): number {
  return weight === 0 ? 0 : flushDenorm(x) * weight;
}

function toFloat32(x: number): number {
  return flushDenorm(Math.fround(x));
}
