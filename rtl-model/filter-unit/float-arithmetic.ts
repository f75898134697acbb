import type { Design } from '../design/design.ts';
import { flushDenorm } from '../fixed-point/float32.ts';
import type { Arithmetic } from './arithmetic.ts';

/** Floats under the rules of D3D11.3 3.1, as `FloatFilter` has them (7.18.16.2). */
export class FloatArithmetic implements Arithmetic {
  private readonly fused: boolean;
  private readonly one: number;
  private readonly levelOne: number;

  constructor(design: Design) {
    this.fused = design.filter.floatPath === 'fused';
    this.one = 2 ** design.filter.weightBits;
    this.levelOne = 2 ** design.lod.format.fractionBits;
  }

  lift(texel: number): number {
    return texel;
  }

  bilinear(t00: number, t10: number, t01: number, t11: number, alpha: number, beta: number): number {
    const a = alpha / this.one;
    const b = beta / this.one;
    if (!this.fused) return this.lerp(this.lerp(t00, t10, a), this.lerp(t01, t11, a), b);
    const top = product(t00, (1 - a) * (1 - b)) + product(t10, a * (1 - b));
    const bottom = product(t01, (1 - a) * b) + product(t11, a * b);
    return toFloat32(top + bottom);
  }

  slice(slice: number): number {
    return slice;
  }

  slices(slice0: number, slice1: number, gamma: number): number {
    return this.lerp(slice0, slice1, gamma / this.one);
  }

  product(texel: number, weight: number): number {
    return product(texel, weight);
  }

  weighted(sum: number, one: number): number {
    return toFloat32(sum / one);
  }

  corner(a: number, b: number, c: number): number {
    return toFloat32((flushDenorm(a) + flushDenorm(b) + flushDenorm(c)) / 3);
  }

  add(a: number, b: number): number {
    const sum = flushDenorm(a) + flushDenorm(b);
    return this.fused ? sum : toFloat32(sum);
  }

  average(sum: number, n: number): number {
    if (n === 1) return sum;
    return this.fused ? toFloat32(sum / n) : toFloat32(sum * Math.fround(1 / n));
  }

  levels(hi: number, lo: number, weight: number): number {
    return weight === 0 ? hi : this.lerp(hi, lo, weight / this.levelOne);
  }

  toFloat(value: number): number {
    return Math.fround(value);
  }

  private lerp(x: number, y: number, weight: number): number {
    const a = product(x, 1 - weight);
    const b = product(y, weight);
    return this.fused ? toFloat32(a + b) : toFloat32(toFloat32(a) + toFloat32(b));
  }
}

function product(x: number, weight: number): number {
  return weight === 0 ? 0 : flushDenorm(x) * weight;
}

function toFloat32(x: number): number {
  return flushDenorm(Math.fround(x));
}
