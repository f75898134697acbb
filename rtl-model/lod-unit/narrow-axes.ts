import type { LodDesign } from '../design/design.ts';
import { bitsToFloat, floatBits } from '../fixed-point/float32.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import { unitOf } from '../fixed-point/truncation.ts';
import type { Steps } from '../steps/steps.ts';
import { truncated } from '../steps/truncated.ts';
import { differenceOfProducts, sumOfProducts, type VolumeVectors } from './ellipse.ts';
import { FloatLengths } from './float-lengths.ts';
import { planeLength, type ScaleFactorDesign, volumeLength } from './scale-factor.ts';

/** The axes of a footprint, float64. */
export interface FootprintAxes<V> {
  /** The major axis, in texels: `lengthBits` significant bits, infinite where a derivative is not finite. */
  readonly major: V;
  /** The shorter vector's length, or the area of the ellipse. */
  readonly shorter: V;
  /** The major axis is dX alongX + dY alongY: fractions of `ellipseBits`, of which one is from 0 to 1. */
  readonly alongX: V;
  readonly alongY: V;
}

/** The minor axis and N of a plane. */
export interface NarrowAnisotropy<V> {
  /** Its log2 is the LOD: the clamp to maxAnisotropy keeps the area. */
  readonly length: V;
  readonly samples: V;
  /** The minor axis before the clamp, at least a texel. */
  readonly least: V;
}

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
  /** The method, with alpha and beta as they are narrowed. */
  private readonly method: ScaleFactorDesign;
  /** Those of components that are floats of their own; null where they are aligned. */
  private readonly floats: FloatLengths | null;
  private readonly componentUnit: number;
  private readonly diagonals: number;
  private readonly rates: readonly number[];
  private readonly scaleUnit: number;
  private readonly ellipseUnit: number;
  private readonly lengthUnit: number;
  private readonly minorUnit: number;

  /** The unit of a design; null where all of its widths are `exact`: `ellipse.ts` and `scale-factor.ts` serve it. */
  static of(lod: LodDesign): NarrowAxes | null {
    const { alphaBetaBits, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits, componentBits, diagonals } = lod;
    const widths = [alphaBetaBits, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits];
    const exact = widths.every((bits) => bits === 'exact') && componentBits === 'aligned' && diagonals === 0;
    return exact ? null : new NarrowAxes(lod);
  }

  private constructor(lod: LodDesign) {
    const { scaleFactor } = lod;
    this.method = { scaleFactor, alpha: coefficient(lod.alpha, lod), beta: coefficient(lod.beta, lod) };
    const { componentBits } = lod;
    this.componentUnit = componentBits === 'aligned' ? 0 : unitOf(componentBits);
    const { alpha, beta } = this.method;
    this.floats = componentBits === 'aligned' ? null : new FloatLengths(this.componentUnit, alpha, beta);
    this.diagonals = lod.diagonals;
    this.rates = lod.anisotropicRates;
    this.scaleUnit = unitOf(lod.scaleFactorBits);
    this.ellipseUnit = unitOf(lod.ellipseBits);
    this.lengthUnit = unitOf(lod.lengthBits);
    this.minorUnit = unitOf(lod.minorAxisBits);
  }

  /**
   * Major axis and direction. Denormal derivatives count as zeros (D3D11.3 3.1.3.2).
   *
   * @param d dX and dY in texels, float32 as float64  @param volume false if they have no components along w
   */
  measure<V>(s: Steps<V>, d: VolumeVectors<V>, volume: boolean): FootprintAxes<V> {
    const real = (value: number) => s.constant(value, 'float64');
    const size = (x: V, y: V) => s.larger(s.absolute(x), s.absolute(y));
    const ofPlane = s.larger(size(d.xu, d.xv), size(d.yu, d.yv));
    const largest = volume ? s.larger(ofPlane, size(d.xw, d.yw)) : ofPlane;
    const last = s.multiply(s.leadingBit(largest), real(this.scaleUnit));
    const inBlock = (x: V) => (this.scaleUnit === 0 ? s.flushed(x) : s.cutBelow(s.flushed(x), last));
    const aligned = (x: V) => truncated(s, inBlock(x), this.componentUnit);
    const plane = { xu: aligned(d.xu), xv: aligned(d.xv), yu: aligned(d.yu), yv: aligned(d.yv) };
    const whole = { ...plane, xw: aligned(d.xw), yw: aligned(d.yw) };
    const ofEllipse = this.method.scaleFactor === 'ellipse';
    const axes = ofEllipse ? this.ellipse(s, whole, last, volume) : this.longer(s, whole, volume);
    const finite = s.less(largest, real(Infinity));
    return {
      major: s.select(finite, axes.major, real(Infinity)),
      shorter: s.select(finite, axes.shorter, real(Infinity)),
      alongX: s.select(finite, axes.alongX, real(1)),
      alongY: s.select(finite, axes.alongY, real(0)),
    };
  }

  /** The minor axis and N: the clamp to maxAnisotropy keeps the area. N reaches the ratio without a divide. */
  anisotropy<V>(s: Steps<V>, { major, shorter }: FootprintAxes<V>, most: V): NarrowAnisotropy<V> {
    const real = (value: number) => s.constant(value, 'float64');
    const { minorUnit, rates } = this;
    let minor = shorter;
    if (this.method.scaleFactor === 'ellipse') {
      const divided = s.and(s.less(real(0), major), s.less(major, real(Infinity)));
      minor = s.select(divided, truncated(s, s.divide(shorter, major), minorUnit), shorter);
    }
    const least = s.larger(minor, real(1));
    const clamped = s.less(s.multiply(most, minor), major);
    const length = s.select(clamped, truncated(s, s.divide(major, most), minorUnit), minor);
    let samples = s.constant(rates[0]);
    for (let n = 0; n < rates.length - 1; n++) {
      const below = s.less(s.multiply(real(rates[n]), least), major);
      samples = s.select(s.and(s.less(real(rates[n]), most), below), s.constant(rates[n + 1]), samples);
    }
    return { length, samples, least };
  }

  /** The longer of dX and dY; a diagonal may be longer still. */
  private longer<V>(s: Steps<V>, vectors: VolumeVectors<V>, volume: boolean): FootprintAxes<V> {
    const { xu, xv, xw, yu, yv, yw } = vectors;
    const length = (u: V, v: V, w: V) => this.length(s, u, v, volume ? w : null, 1);
    const [lengthX, lengthY] = [length(xu, xv, xw), length(yu, yv, yw)];
    const isX = s.less(lengthY, lengthX);
    const [none, one] = [s.constant(0, 'float64'), s.constant(1, 'float64')];
    const longest = s.larger(lengthX, lengthY);
    return {
      major: this.diagonals === 0 ? longest : s.larger(longest, this.longerDiagonal(s, vectors, volume)),
      shorter: s.smaller(lengthX, lengthY),
      alongX: s.select(isX, one, none),
      alongY: s.select(isX, none, one),
    };
  }

  /** The length of dX + dY or of dX - dY, times its factor. */
  private longerDiagonal<V>(s: Steps<V>, { xu, xv, xw, yu, yv, yw }: VolumeVectors<V>, volume: boolean): V {
    const sum = (a: V, b: V) => (this.floats === null ? s.add(a, b) : this.floats.sum(s, a, b));
    const [plus, minus] = [(y: V) => y, (y: V) => s.negate(y)].map((signed) =>
      this.length(s, sum(xu, signed(yu)), sum(xv, signed(yv)), volume ? sum(xw, signed(yw)) : null, this.diagonals),
    );
    return s.larger(plus, minus);
  }

  /** `factor` times the length of a vector. @param w null in a plane */
  private length<V>(s: Steps<V>, u: V, v: V, w: V | null, factor: number): V {
    const { method, floats, lengthUnit } = this;
    if (floats !== null && w === null) return truncated(s, floats.length(s, u, v, factor), lengthUnit);
    const plain = w === null ? planeLength(s, u, v, method) : volumeLength(s, u, v, w, method);
    const length = factor === 1 ? plain : s.multiply(plain, s.constant(factor, 'float64'));
    return truncated(s, truncated(s, length, this.componentUnit), lengthUnit);
  }

  private ellipse<V>(s: Steps<V>, vectors: VolumeVectors<V>, last: V, volume: boolean): FootprintAxes<V> {
    const { xu, xv, xw, yu, yv, yw } = vectors;
    const { ellipseUnit, lengthUnit } = this;
    const real = (value: number) => s.constant(value, 'float64');
    const along = (plane: V, a: V, b: V) => (volume ? s.add(plane, s.multiply(a, b)) : plane);
    const squareX = along(sumOfProducts(s, xu, xu, xv, xv), xw, xw);
    const squareY = along(sumOfProducts(s, yu, yu, yv, yv), yw, yw);
    // The added 0 makes +0 of -0: integers have one zero.
    const dot = s.add(along(sumOfProducts(s, xu, yu, xv, yv), xw, yw), real(0));
    const lowest = s.multiply(s.leadingBit(s.add(squareX, squareY)), real(ellipseUnit));
    const cut = (x: V) => (ellipseUnit === 0 ? x : s.cutBelow(x, lowest));
    const [x, y] = [cut(squareX), cut(squareY)];
    const size = s.absolute(dot);
    // Parallel vectors, as far as the bits show it, stay as they are: the section skips the transformation for them.
    const across = s.select(skips(s, vectors, last, volume), real(0), cut(s.add(size, size)));
    const p = s.absolute(s.subtract(x, y));
    const t = cut(s.squareRoot(sumOfProducts(s, p, p, across, across)));
    const square = s.multiply(s.add(s.add(x, y), t), real(0.5));
    // The axis is the eigenvector of ((X, D/2), (D/2, Y)): (t + p, d) over its length, the longer vector first.
    const q = s.add(t, p);
    const length = cut(s.squareRoot(sumOfProducts(s, q, q, across, across)));
    const half = real(0.5 * ellipseUnit);
    const part = (n: V) => (ellipseUnit === 0 ? n : s.cutBelow(n, half));
    const none = s.equal(length, real(0));
    const longer = s.select(none, real(1), part(s.divide(q, length)));
    const unsigned = part(s.divide(across, length));
    const signed = s.select(s.less(dot, real(0)), s.negate(unsigned), unsigned);
    const other = s.select(none, real(0), s.add(signed, real(0)));
    const isX = s.less(y, x);
    return {
      major: truncated(s, s.squareRoot(square), lengthUnit),
      shorter: s.absolute(differenceOfProducts(s, xu, yv, xv, yu)),
      alongX: s.select(isX, longer, other),
      alongY: s.select(isX, other, longer),
    };
  }
}

/** eta, which N is compared with and not made of: the ratio that N reaches, at least 1, rounded up to float32. */
export function narrowRatio(major: number, least: number, maxAnisotropy: number): number {
  const ratio = Math.max(1, Math.min(maxAnisotropy, major / least));
  const rounded = Math.fround(ratio);
  return rounded < ratio ? bitsToFloat(floatBits(rounded) + 1) : rounded;
}

/** alpha or beta, to the nearest of `alphaBetaBits`. */
function coefficient(value: number, { alphaBetaBits }: LodDesign): number {
  if (alphaBetaBits === 'exact') return value;
  const one = 2 ** alphaBetaBits;
  return roundToInteger(value * one, 'nearest-even') / one;
}

function skips<V>(s: Steps<V>, { xu, xv, xw, yu, yv, yw }: VolumeVectors<V>, last: V, volume: boolean): V {
  const inPlane = isParallel(s, xu, xv, yu, yv, last);
  if (!volume) return inPlane;
  return s.and(inPlane, s.and(isParallel(s, xv, xw, yv, yw, last), isParallel(s, xw, xu, yw, yu, last)));
}

/**
 * True if the determinant of two vectors (xa, xb) and (ya, yb) is no larger than what the bits cut off below `last` can
 * make of 0: those of true parallels always are.
 */
function isParallel<V>(s: Steps<V>, xa: V, xb: V, ya: V, yb: V, last: V): V {
  const determinant = s.absolute(differenceOfProducts(s, xa, yb, xb, ya));
  const sum = s.add(s.add(s.add(s.absolute(xa), s.absolute(xb)), s.absolute(ya)), s.absolute(yb));
  return s.not(s.less(s.multiply(last, sum), determinant));
}
