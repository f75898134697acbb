import type { LodDesign } from '../design/design.ts';
import { bitsToFloat, floatBits, SMALLEST_NORMAL } from '../fixed-point/float32.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import { cutBelow, leadingBit, truncated, unitOf } from '../fixed-point/truncation.ts';
import { volumeLength } from './scale-factor.ts';

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
  /** The minor axis before the clamp, at least a texel. */
  private least = 1;
  /** The design with alpha and beta as they are narrowed. */
  readonly lod: LodDesign;
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
    this.lod = { ...lod, alpha: coefficient(lod.alpha, lod), beta: coefficient(lod.beta, lod) };
    this.scaleUnit = unitOf(lod.scaleFactorBits);
    this.ellipseUnit = unitOf(lod.ellipseBits);
    this.lengthUnit = unitOf(lod.lengthBits);
    this.minorUnit = unitOf(lod.minorAxisBits);
  }

  /**
   * Measures `major` and its direction. Denormal derivatives count as zeros (D3D11.3 3.1.3.2).
   *
   * @param d dX and dY in texels, float32, as xu, xv, yu, yv, xw, yw; w is 0 in two dimensions. They are aligned in place.
   */
  measure(d: Float64Array): void {
    const { lod, lengthUnit } = this;
    let largest = 0;
    for (let n = 0; n < 6; n++) largest = Math.max(largest, Math.abs(d[n]));
    this.alongX = 1;
    this.alongY = 0;
    this.major = this.shorter = Infinity;
    if (!(largest < Infinity)) return;
    const last = leadingBit(largest) * this.scaleUnit;
    for (let n = 0; n < 6; n++) d[n] = Math.abs(d[n]) < SMALLEST_NORMAL ? 0 : cutBelow(d[n], last);
    if (lod.scaleFactor === 'ellipse') {
      this.measureEllipse(d[0], d[1], d[4], d[2], d[3], d[5], last);
      return;
    }
    const lengthX = truncated(volumeLength(d[0], d[1], d[4], lod), lengthUnit);
    const lengthY = truncated(volumeLength(d[2], d[3], d[5], lod), lengthUnit);
    this.major = Math.max(lengthX, lengthY);
    this.shorter = Math.min(lengthX, lengthY);
    this.alongX = Number(lengthX > lengthY);
    this.alongY = 1 - this.alongX;
  }

  /** The minor axis and N after `measure`, of two dimensions: the clamp to maxAnisotropy keeps the area. */
  anisotropy(maxAnisotropy: number): void {
    const { major, shorter, lod } = this;
    const { anisotropicRates: rates } = lod;
    const divided = lod.scaleFactor === 'ellipse' && major > 0 && major < Infinity;
    const minor = divided ? truncated(shorter / major, this.minorUnit) : shorter;
    const clamped = major > maxAnisotropy * minor;
    this.minor = clamped ? truncated(major / maxAnisotropy, this.minorUnit) : minor;
    // N reaches the ratio major / minor, which shrinks with a minor axis below a texel, or maxAnisotropy: no divide.
    this.least = Math.max(minor, 1);
    let n = 0;
    while (n < rates.length - 1 && rates[n] < maxAnisotropy && rates[n] * this.least < major) n++;
    this.samples = rates[n];
  }

  /** eta after `anisotropy`, which compares without it: the ratio that N reaches, at least 1, rounded up to float32. */
  ratio(maxAnisotropy: number): number {
    const ratio = Math.max(1, Math.min(maxAnisotropy, this.major / this.least));
    const rounded = Math.fround(ratio);
    return rounded < ratio ? bitsToFloat(floatBits(rounded) + 1) : rounded;
  }

  private measureEllipse(xu: number, xv: number, xw: number, yu: number, yv: number, yw: number, last: number): void {
    const squareX = xu * xu + xv * xv + xw * xw;
    const squareY = yu * yu + yv * yv + yw * yw;
    const dot = xu * yu + xv * yv + xw * yw;
    const lowest = leadingBit(squareX + squareY) * this.ellipseUnit;
    const x = cutBelow(squareX, lowest);
    const y = cutBelow(squareY, lowest);
    // Parallel vectors, as far as the bits show it, stay as they are: the section skips the transformation for them.
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
    // The added 0 makes +0 of -0: integers have one zero.
    const other = length === 0 ? 0 : cutBelow(d / length, this.ellipseUnit / 2) * Math.sign(dot) + 0;
    this.alongX = x > y ? longer : other;
    this.alongY = x > y ? other : longer;
  }
}

/** alpha or beta, to the nearest of `alphaBetaBits`. */
function coefficient(value: number, { alphaBetaBits }: LodDesign): number {
  if (alphaBetaBits === 'exact') return value;
  const one = 2 ** alphaBetaBits;
  return roundToInteger(value * one, 'nearest-even') / one;
}

/**
 * True if the determinant of two vectors (xa, xb) and (ya, yb) is no larger than what the bits cut off below `last` can
 * make of 0: those of true parallels always are.
 */
function isParallel(xa: number, xb: number, ya: number, yb: number, last: number): boolean {
  return Math.abs(xa * yb - xb * ya) <= last * (Math.abs(xa) + Math.abs(xb) + Math.abs(ya) + Math.abs(yb));
}
