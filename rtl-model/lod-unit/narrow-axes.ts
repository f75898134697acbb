import type { LodDesign, ScaleFactorMethod } from '../design/design.ts';
import { SMALLEST_NORMAL } from '../fixed-point/float32.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import { cutBelow, leadingBit, truncated, unitOf } from '../fixed-point/truncation.ts';

/**
 * From scaled derivatives to the axes of a footprint in integers of explicit widths (D3D11.3 7.18.11; Vulkan: Scale
 * Factor Operation). The numbers are kept as multiples of powers of two, which float64 holds exactly: a step of integer
 * hardware has the same bits, with the power beside them. Every narrowing cuts bits off magnitudes.
 *
 * The derivatives are block floating point: integers m of `scaleFactorBits` with a common exponent, m 2^k. Squares,
 * products and sums of them are whole. The ideal ellipse comes from X = |dX|^2, Y = |dY|^2 and D = 2 |dX dY|, which are
 * integers of `ellipseBits` with an exponent of their own: t = sqrt((X - Y)^2 + D^2) and major^2 = (X + Y + t) / 2.
 */
export class NarrowAxes {
  /** The major axis, in texels: `lengthBits` significant bits, infinite where a derivative is not finite. */
  major = 0;
  /** The minor axis after `anisotropy`: its log2 is the LOD. */
  minor = 0;
  /** N after `anisotropy`. */
  samples = 1;
  /** The major axis is dX alongX + dY alongY: fractions of `ellipseBits`, of which one is from 0 to 1. */
  alongX = 1;
  alongY = 0;
  /** The shorter vector's length, or the area of the ellipse. */
  private shorter = 0;
  private readonly method: ScaleFactorMethod;
  private readonly rates: readonly number[];
  private readonly alpha: number;
  private readonly beta: number;
  private readonly scaleUnit: number;
  private readonly ellipseUnit: number;
  private readonly lengthUnit: number;
  private readonly minorUnit: number;

  /** The unit of a design; null where all of its widths are `exact`: `ellipse.ts` and `scale-factor.ts` serve it. */
  static of(lod: LodDesign): NarrowAxes | null {
    const { alphaBetaBits, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits } = lod;
    const widths = [alphaBetaBits, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits];
    return widths.every((bits) => bits === 'exact') ? null : new NarrowAxes(lod);
  }

  private constructor(lod: LodDesign) {
    this.method = lod.scaleFactor;
    this.rates = lod.anisotropicRates;
    this.alpha = coefficient(lod.alpha, lod);
    this.beta = coefficient(lod.beta, lod);
    this.scaleUnit = unitOf(lod.scaleFactorBits);
    this.ellipseUnit = unitOf(lod.ellipseBits);
    this.lengthUnit = unitOf(lod.lengthBits);
    this.minorUnit = unitOf(lod.minorAxisBits);
  }

  /**
   * Measures `major` and its direction. Denormal derivatives count as zeros (D3D11.3 3.1.3.2).
   *
   * @param xu,xv,xw,yu,yv,yw dX and dY in texels, float32; 0 along axes that the view does not have
   */
  measure(xu: number, xv: number, xw: number, yu: number, yv: number, yw: number): void {
    const largest = Math.max(Math.abs(xu), Math.abs(xv), Math.abs(xw), Math.abs(yu), Math.abs(yv), Math.abs(yw));
    this.alongX = 1;
    this.alongY = 0;
    if (!(largest < Infinity)) {
      this.major = Infinity;
      this.shorter = Infinity;
      return;
    }
    const last = leadingBit(largest) * this.scaleUnit;
    xu = aligned(xu, last);
    xv = aligned(xv, last);
    xw = aligned(xw, last);
    yu = aligned(yu, last);
    yv = aligned(yv, last);
    yw = aligned(yw, last);
    if (this.method === 'ellipse') {
      this.measureEllipse(xu, xv, xw, yu, yv, yw, last);
      return;
    }
    const lengthX = this.length(Math.abs(xu), Math.abs(xv), Math.abs(xw));
    const lengthY = this.length(Math.abs(yu), Math.abs(yv), Math.abs(yw));
    this.major = Math.max(lengthX, lengthY);
    this.shorter = Math.min(lengthX, lengthY);
    if (lengthX <= lengthY) this.turn(0, 1);
  }

  /** The minor axis and N after `measure`, of two dimensions: the clamp to maxAnisotropy keeps the area. */
  anisotropy(maxAnisotropy: number): void {
    const { major, shorter, rates } = this;
    const divided = this.method === 'ellipse' && major > 0 && major < Infinity;
    const minor = divided ? truncated(shorter / major, this.minorUnit) : shorter;
    const clamped = major > maxAnisotropy * minor;
    this.minor = clamped ? truncated(major / maxAnisotropy, this.minorUnit) : minor;
    // N reaches the ratio major / minor, which shrinks with a minor axis below a texel, or maxAnisotropy: no divide.
    const least = Math.max(minor, 1);
    let n = 0;
    while (n < rates.length - 1 && rates[n] < maxAnisotropy && rates[n] * least < major) n++;
    this.samples = rates[n];
  }

  private measureEllipse(xu: number, xv: number, xw: number, yu: number, yv: number, yw: number, last: number): void {
    const squareX = xu * xu + xv * xv + xw * xw;
    const squareY = yu * yu + yv * yv + yw * yw;
    const dot = xu * yu + xv * yv + xw * yw;
    const lowest = leadingBit(squareX + squareY) * this.ellipseUnit;
    const x = cutBelow(squareX, lowest);
    const y = cutBelow(squareY, lowest);
    // Parallel vectors, as far as the bits can tell, stay as they are: the section skips the transformation for them.
    const skips =
      isParallel(xu, xv, yu, yv, last) && isParallel(xv, xw, yv, yw, last) && isParallel(xw, xu, yw, yu, last);
    const d = skips ? 0 : cutBelow(2 * Math.abs(dot), lowest);
    const p = Math.abs(x - y);
    const t = cutBelow(Math.sqrt(p * p + d * d), lowest);
    this.major = truncated(Math.sqrt((x + y + t) / 2), this.lengthUnit);
    this.shorter = Math.abs(xu * yv - xv * yu);
    // The axis is the eigenvector of ((X, D/2), (D/2, Y)): (t + p, d) over its length, the longer vector first.
    const q = t + p;
    const length = cutBelow(Math.sqrt(q * q + d * d), lowest);
    const longer = length === 0 ? 1 : cutBelow(q / length, this.ellipseUnit / 2);
    const other = length === 0 ? 0 : cutBelow(d / length, this.ellipseUnit / 2) * Math.sign(dot);
    if (x > y) this.turn(longer, other);
    else this.turn(other, longer);
  }

  /** `scaleFactor` of a vector, by its magnitudes. */
  private length(u: number, v: number, w: number): number {
    const larger = Math.max(u, v, w);
    switch (this.method) {
      case 'ellipse':
      case 'euclidean':
        return truncated(Math.sqrt(u * u + v * v + w * w), this.lengthUnit);
      case 'max-component':
        return truncated(larger, this.lengthUnit);
      case 'component-sum':
        return truncated(u + v + w, this.lengthUnit);
      case 'alpha-max-beta-min':
        return truncated(this.alpha * larger + this.beta * (u + v + w - larger), this.lengthUnit);
    }
  }

  private turn(alongX: number, alongY: number): void {
    this.alongX = alongX;
    this.alongY = alongY;
  }
}

/** alpha or beta, to the nearest of `alphaBetaBits`. */
function coefficient(value: number, { alphaBetaBits }: LodDesign): number {
  if (alphaBetaBits === 'exact') return value;
  const one = 2 ** alphaBetaBits;
  return roundToInteger(value * one, 'nearest-even') / one;
}

function aligned(x: number, last: number): number {
  return Math.abs(x) < SMALLEST_NORMAL ? 0 : cutBelow(x, last);
}

/**
 * True if the determinant of two vectors (xa, xb) and (ya, yb) is no larger than what the bits cut off below `last` can
 * make of 0: those of true parallels always are.
 */
function isParallel(xa: number, xb: number, ya: number, yb: number, last: number): boolean {
  return Math.abs(xa * yb - xb * ya) <= last * (Math.abs(xa) + Math.abs(xb) + Math.abs(ya) + Math.abs(yb));
}
