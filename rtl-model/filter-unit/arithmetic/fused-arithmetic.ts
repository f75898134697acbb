import type { FilteringDesign } from '../../design/filter-widths.ts';
import {
  certainFloat32,
  clearRest,
  Expansion,
  fitsBeside,
  isExactSum,
  REST_TERMS,
  restOf,
  sumError,
} from '../../fixed-point/expansion.ts';
import { flushDenorm, flushedFloat32, SMALLEST_NORMAL, weightedFloat } from '../../fixed-point/float32.ts';
import type { FilterArithmetic } from './arithmetic.ts';
import { rangeClamp } from './range-clamp.ts';

/** Bits of the significands of texels, float32, and of terms, float64. */
const TEXEL_BITS = 24;
const TERM_BITS = 53;
/** The splitter of a factor whose product with a texel is whole in float64. */
const TEXEL_ONE = 2 ** TEXEL_BITS + 1;

/**
 * Filter arithmetic of float formats for the path `fused`: the result is the exact weighted sum of the texels, over
 * slices, samples and levels, with one rounding to float32 at the end (D3D11.3 3.1, 7.18.16.2). Denormal texels and
 * results are flushed, NaN and infinities propagate, a texel of weight zero counts for nothing. A texel alone passes as it
 * is.
 *
 * A value is a floating-point expansion: its leading term, and after the leading terms of the array a rest, which holds
 * what a float64 does not hold. It is mostly empty: then float64 is exact, which each step checks. Values that are not
 * finite have no rest. A value of 0 has the sign of its leading term: -0 where all of its terms are (IEEE 754 6.3).
 */
export class FusedArithmetic implements FilterArithmetic {
  protected readonly sum = new Expansion();
  /** The result of `lerp`; within 2^-49 of its magnitude unless its terms cancel. */
  protected near = 0;
  private cancels = false;
  private readonly one: number;
  protected readonly levelOne: number;
  /** True if the product of a texel and a bilinear weight is whole in float64. */
  private readonly wholeProducts: boolean;

  constructor(design: FilteringDesign) {
    const { weightBits } = design.filter;
    this.one = 2 ** weightBits;
    this.levelOne = 2 ** design.lod.format.fractionBits;
    this.wholeProducts = TEXEL_BITS + 2 * weightBits <= TERM_BITS;
  }

  /** The rest takes a denormal away again, so that only a texel alone shows it. */
  lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) {
      const x = texel[at + c];
      set(value, to + c, x);
      if (x !== 0 && Math.abs(x) < SMALLEST_NORMAL) value[restOf(value, to + c)] = -x;
    }
  }

  bilinear(texel: Float32Array, at: number, alpha: number, beta: number, value: Float64Array, to: number): void {
    const a = alpha / this.one;
    const b = beta / this.one;
    const w00 = (1 - a) * (1 - b);
    const w10 = a * (1 - b);
    const w01 = (1 - a) * b;
    const w11 = a * b;
    for (let c = 0; c < 4; c++) {
      const from = at + c;
      const p00 = weightedFloat(texel[from], w00);
      const p10 = weightedFloat(texel[from + 4], w10);
      const p01 = weightedFloat(texel[from + 8], w01);
      const p11 = weightedFloat(texel[from + 12], w11);
      const top = p00 + p10;
      const bottom = p01 + p11;
      const sum = top + bottom;
      set(value, to + c, sum);
      const pairs = isExactSum(p00, p10, top) && isExactSum(p01, p11, bottom);
      if ((pairs && isExactSum(top, bottom, sum) && this.wholeProducts) || !Number.isFinite(sum)) continue;
      this.sum.clear();
      this.sum.addProduct(flushDenorm(texel[from]), w00);
      this.sum.addProduct(flushDenorm(texel[from + 4]), w10);
      this.sum.addProduct(flushDenorm(texel[from + 8]), w01);
      this.sum.addProduct(flushDenorm(texel[from + 12]), w11);
      this.store(value, to + c, sum);
    }
  }

  slices(value: Float64Array, to: number, other: Float64Array, gamma: number): void {
    for (let c = 0; c < 4; c++) {
      if (this.lerp(value, to + c, other, c, gamma, this.one)) {
        set(value, to + c, this.near);
        continue;
      }
      this.sumLerp(value, to + c, other, c, gamma, this.one);
      this.sum.store(value, to + c);
    }
  }

  addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void {
    if (weight === 0) return;
    const short = fitsBeside(weight, TEXEL_ONE);
    for (let c = 0; c < 4; c++) {
      const x = flushDenorm(texel[at + c]);
      const before = sum[to + c];
      const after = before + x * weight;
      const whole = short && isExactSum(before, x * weight, after);
      if ((whole && isAlone(sum, to + c)) || !Number.isFinite(after)) {
        set(sum, to + c, after);
        continue;
      }
      this.sum.clear();
      this.sum.addStored(sum, to + c, 1);
      this.sum.addProduct(x, weight);
      this.sum.store(sum, to + c);
    }
  }

  addDifference(a: number, b: number, squared: boolean, sum: Float64Array, at: number): void {
    const [x, y] = [flushDenorm(a), flushDenorm(b)];
    const difference = x - y;
    if (!Number.isFinite(sum[at] + difference)) {
      set(sum, at, sum[at] + (squared ? difference * difference : Math.abs(difference)));
      return;
    }
    this.sum.clear();
    this.sum.addStored(sum, at, 1);
    if (squared) {
      this.sum.addProduct(x, x);
      this.sum.addProduct(-2 * x, y);
      this.sum.addProduct(y, y);
    } else {
      const sign = Math.sign(difference);
      this.sum.add(sign * x);
      this.sum.add(-sign * y);
    }
    this.sum.store(sum, at);
  }

  quotient(sum: Float64Array, at: number, divisor: number): number {
    return this.average(sum, at, divisor);
  }

  weighted(sum: Float64Array, to: number, bits: number): void {
    const one = 2 ** bits;
    for (let c = to; c < to + 4; c++) {
      sum[c] /= one;
      const rest = restOf(sum, c);
      for (let n = rest; n < rest + REST_TERMS && sum[n] !== 0; n++) sum[n] /= one;
    }
  }

  clamp(value: Float64Array, at: number, least: Float64Array, greatest: Float64Array): void {
    for (let c = at; c < at + 4; c++) {
      const leading = value[c];
      const rest = value[restOf(value, c)];
      const beyond = (leading === least[c] && rest < 0) || (leading === greatest[c] && rest > 0);
      const held = rangeClamp(leading, least[c], greatest[c]);
      if (beyond || held !== leading) set(value, c, held);
    }
  }

  add(sum: Float64Array, to: number, value: Float64Array, from: number): void {
    const [rests, others] = [restOf(sum, to), restOf(value, from)];
    for (let c = 0; c < 4; c++) {
      const rest = rests + REST_TERMS * c;
      if (sum[rest] === 0 && value[others + REST_TERMS * c] === 0) {
        const before = sum[to + c];
        const after = before + value[from + c];
        const error = sumError(before, value[from + c], after);
        sum[to + c] = after;
        if (error !== 0 && Number.isFinite(after)) sum[rest] = error;
        continue;
      }
      const near = leadingOf(sum, to + c) + leadingOf(value, from + c);
      if (!Number.isFinite(near)) {
        set(sum, to + c, near);
        continue;
      }
      this.sum.clear();
      this.sum.addStored(sum, to + c, 1);
      this.sum.addStored(value, from + c, 1);
      this.store(sum, to + c, near);
    }
  }

  copy(from: Float64Array, to: Float64Array, at: number, components: readonly number[]): void {
    for (const c of components) {
      to[at + c] = from[at + c];
      const rest = restOf(from, at + c);
      const end = rest + REST_TERMS;
      for (let n = rest; n < end; n++) to[n] = from[n];
    }
  }

  clear(value: Float64Array, at: number): void {
    for (let c = at; c < at + 4; c++) set(value, c, 0);
  }

  finish(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number, color: Float32Array): void {
    const rest = restOf(hi, at);
    for (let c = at; c < at + 4; c++) {
      if (weight === 0 && n === 1 && hi[rest + REST_TERMS * (c - at)] === 0) color[c] = flushedFloat32(hi[c]);
      else if (weight === 0) color[c] = this.average(hi, c, n);
      else if (this.lerp(hi, c, lo, c, weight, this.levelOne)) color[c] = quotient(this.near, n);
      else color[c] = this.levels(hi, lo, c, n, weight);
    }
  }

  extreme(value: Float64Array, at: number, color: Float32Array): void {
    for (let c = at; c < at + 4; c++) color[c] = value[c];
  }

  texelColor(texel: number): number {
    return texel;
  }

  corner(a: number, b: number, c: number): number {
    const texels = [flushDenorm(a), flushDenorm(b), flushDenorm(c)];
    const plain = texels[0] + texels[1] + texels[2];
    if (!Number.isFinite(plain)) return plain;
    this.sum.clear();
    for (const texel of texels) this.sum.add(texel);
    return flushDenorm(this.sum.float32(3));
  }

  /**
   * (1 - w) x + w y in float64, in `near`. @returns true if that is the exact result, or not finite
   */
  protected lerp(x: Float64Array, at: number, y: Float64Array, from: number, weight: number, one: number): boolean {
    const w = weight / one;
    const first = leadingOf(x, at);
    const second = leadingOf(y, from);
    const a = weight === one ? 0 : first * (1 - w);
    const b = weight === 0 ? 0 : second * w;
    const near = a + b;
    this.near = near;
    this.cancels = Math.abs(a) + Math.abs(b) > 4 * Math.abs(near);
    const short = fitsBeside(first, one + 1) && fitsBeside(second, one + 1) && isAlone(x, at) && isAlone(y, from);
    return (short && isExactSum(a, b, near)) || !Number.isFinite(near);
  }

  /** The same, exactly, in `sum`. */
  protected sumLerp(x: Float64Array, at: number, y: Float64Array, from: number, weight: number, one: number): void {
    this.sum.clear();
    this.sum.addStored(x, at, 1 - weight / one);
    this.sum.addStored(y, from, weight / one);
  }

  /** Stores `sum`. A sum of 0 has the sign of `near`, the same in float64. */
  private store(value: Float64Array, at: number, near: number): void {
    this.sum.store(value, at);
    if (near === 0 && value[at] === 0) value[at] = near;
  }

  /** The lerp between two levels, over n, as float32. `lerp` has left it near. */
  private levels(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number): number {
    const certain = this.cancels ? NaN : certainFloat32(this.near / n);
    if (!Number.isNaN(certain)) return flushDenorm(certain);
    this.sumLerp(hi, at, lo, at, weight, this.levelOne);
    return flushDenorm(this.sum.float32(n));
  }

  /** A sum of n values over n, as float32. */
  private average(sum: Float64Array, at: number, n: number): number {
    const leading = sum[at];
    const rest = sum[restOf(sum, at)];
    if (!Number.isFinite(leading) || (rest === 0 && n <= MOST_SAMPLES)) return quotient(leading, n);
    if (rest === -leading) return n === 1 ? leading : 0 * leading;
    const certain = certainFloat32(leading / n);
    if (!Number.isNaN(certain)) return flushDenorm(certain);
    this.sum.clear();
    this.sum.addStored(sum, at, 1);
    return flushDenorm(this.sum.float32(n));
  }
}

/** The largest n of `quotient`. */
const MOST_SAMPLES = 2 ** 8;

/**
 * x over n, up to MOST_SAMPLES, as float32. The quotient's own rounding changes nothing: n times a tie of two float32 is a multiple
 * of x's ulp, so that a quotient which is no tie is more than half of its ulp away from each.
 */
function quotient(x: number, n: number): number {
  return flushedFloat32(x / n);
}

function set(value: Float64Array, at: number, x: number): void {
  value[at] = x;
  clearRest(value, at);
}

/** The leading term in a sum: of a denormal that `lift` left, a zero of its sign (D3D11.3 3.1.3.2). */
function leadingOf(value: Float64Array, at: number): number {
  const leading = value[at];
  return value[restOf(value, at)] === -leading ? 0 * leading : leading;
}

/** True if the leading term in a sum is the whole value. */
function isAlone(value: Float64Array, at: number): boolean {
  const rest = value[restOf(value, at)];
  return rest === 0 || rest === -value[at];
}
