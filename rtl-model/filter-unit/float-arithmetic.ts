import type { Design } from '../design/design.ts';
import { flushDenorm } from '../fixed-point/float32.ts';
import type { Arithmetic } from './arithmetic.ts';

/**
 * Filter arithmetic of float formats under the float rules of D3D11.3 3.1 (7.18.16.2): denormals of operands and results
 * are flushed, NaN and infinities propagate, a texel of weight zero counts for nothing. A point sample is no arithmetic:
 * the texel passes as it is. The path `fused` rounds each sum of weighted values once; its float64 products with the
 * weights are whole.
 */
export class FloatArithmetic implements Arithmetic {
  readonly exact: boolean;
  readonly divisors = new Float64Array(4).fill(1);
  private readonly fused: boolean;
  private readonly one: number;
  private readonly levelOne: number;

  constructor(design: Design) {
    this.fused = design.filter.floatPath === 'fused';
    this.exact = this.fused;
    this.one = 2 ** design.filter.weightBits;
    this.levelOne = 2 ** design.lod.format.fractionBits;
  }

  lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) value[to + c] = texel[at + c];
  }

  bilinear(texel: Float32Array, at: number, alpha: number, beta: number, value: Float64Array, to: number): void {
    const a = alpha / this.one;
    const b = beta / this.one;
    if (!this.fused) {
      for (let c = 0; c < 4; c++) {
        const from = at + c;
        const top = this.lerp(texel[from], texel[from + 4], a);
        const bottom = this.lerp(texel[from + 8], texel[from + 12], a);
        value[to + c] = this.lerp(top, bottom, b);
      }
      return;
    }
    const w00 = (1 - a) * (1 - b);
    const w10 = a * (1 - b);
    const w01 = (1 - a) * b;
    const w11 = a * b;
    for (let c = 0; c < 4; c++) {
      const from = at + c;
      const top = product(texel[from], w00) + product(texel[from + 4], w10);
      const bottom = product(texel[from + 8], w01) + product(texel[from + 12], w11);
      value[to + c] = toFloat32(top + bottom);
    }
  }

  slices(value: Float64Array, to: number, other: Float64Array, gamma: number): void {
    const weight = gamma / this.one;
    for (let c = 0; c < 4; c++) value[to + c] = this.lerp(value[to + c], other[c], weight);
  }

  addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] += product(texel[at + c], weight);
  }

  weighted(sum: Float64Array, to: number, one: number): void {
    for (let c = to; c < to + 4; c++) sum[c] = toFloat32(sum[c] / one);
  }

  add(sum: Float64Array, to: number, value: Float64Array, from: number): void {
    for (let c = 0; c < 4; c++) {
      const exact = flushDenorm(sum[to + c]) + flushDenorm(value[from + c]);
      sum[to + c] = this.fused ? exact : toFloat32(exact);
    }
  }

  finish(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number, color: Float32Array): void {
    const fraction = weight / this.levelOne;
    for (let c = at; c < at + 4; c++) {
      const finer = this.average(hi[c], n);
      color[c] = weight === 0 ? finer : this.lerp(finer, this.average(lo[c], n), fraction);
    }
  }

  texelColor(texel: number): number {
    return texel;
  }

  corner(a: number, b: number, c: number): number {
    return toFloat32((flushDenorm(a) + flushDenorm(b) + flushDenorm(c)) / 3);
  }

  private average(sum: number, n: number): number {
    if (n === 1) return sum;
    return this.fused ? toFloat32(sum / n) : toFloat32(sum * Math.fround(1 / n));
  }

  private lerp(x: number, y: number, weight: number): number {
    const a = product(x, 1 - weight);
    const b = product(y, weight);
    return this.fused ? toFloat32(a + b) : toFloat32(toFloat32(a) + toFloat32(b));
  }
}

/** A product with a weight; a zero weight takes nothing of its texel, NaN and infinities included (7.18.16.2). */
function product(x: number, weight: number): number {
  return weight === 0 ? 0 : flushDenorm(x) * weight;
}

function toFloat32(x: number): number {
  return flushDenorm(Math.fround(x));
}
