import { LANE_AXIS_U, LANE_AXIS_V, LANE_SAMPLES } from '../kernel-layout.ts';
import { low, sumOfProducts } from './float64.ts';
import { LodRecord } from './lod-record.ts';
import { ELLIPSE, vectorLength } from './scale-factor.ts';
import { cutBelow, flushDenorm, leadingBit, truncated } from './truncation.ts';

/**
 * `NarrowAxes` of two pairs of derivative vectors: the lengths whose log2 is the base LOD, float32. Stores samples and
 * axes of anisotropic samplers.
 *
 * @param dudx,dvdx,dudy,dvdy the derivatives of the coordinates, the lower two float32
 * @param at address of the pairs' registers
 */
export function narrowLengths(
  dudx: v128,
  dvdx: v128,
  dudy: v128,
  dvdy: v128,
  at: usize,
  anisotropic: bool,
  r: LodRecord,
): v128 {
  const width = f32x4.splat(<f32>r.width);
  const height = f32x4.splat(<f32>r.height);
  let xu = low(f32x4.mul(dudx, width));
  let xv = low(f32x4.mul(dvdx, height));
  let yu = low(f32x4.mul(dudy, width));
  let yv = low(f32x4.mul(dvdy, height));
  const largest = f64x2.max(f64x2.max(f64x2.abs(xu), f64x2.abs(xv)), f64x2.max(f64x2.abs(yu), f64x2.abs(yv)));
  const infinite = f64x2.splat(Infinity);
  const finite = f64x2.lt(largest, infinite);
  const last = f64x2.mul(leadingBit(largest), f64x2.splat(r.scaleUnit));
  xu = cutBelow(flushDenorm(xu), last);
  xv = cutBelow(flushDenorm(xv), last);
  yu = cutBelow(flushDenorm(yu), last);
  yv = cutBelow(flushDenorm(yv), last);

  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  let major: v128;
  let shorter: v128;
  let alongX: v128 = one;
  let alongY: v128 = zero;
  if (r.scaleFactor === ELLIPSE) {
    const squareX = sumOfProducts(xu, xu, xv, xv);
    const squareY = sumOfProducts(yu, yu, yv, yv);
    // Never -0, as the unit's, which adds the products of w.
    const dot = f64x2.add(sumOfProducts(xu, yu, xv, yv), zero);
    const lowest = f64x2.mul(leadingBit(f64x2.add(squareX, squareY)), f64x2.splat(r.ellipseUnit));
    const x = cutBelow(squareX, lowest);
    const y = cutBelow(squareY, lowest);
    shorter = f64x2.abs(f64x2.sub(f64x2.mul(xu, yv), f64x2.mul(xv, yu)));
    const sum = f64x2.add(f64x2.add(f64x2.add(f64x2.abs(xu), f64x2.abs(xv)), f64x2.abs(yu)), f64x2.abs(yv));
    const parallel = f64x2.le(shorter, f64x2.mul(last, sum));
    const absolute = f64x2.abs(dot);
    const d = v128.andnot(cutBelow(f64x2.add(absolute, absolute), lowest), parallel);
    const p = f64x2.abs(f64x2.sub(x, y));
    const t = cutBelow(f64x2.sqrt(sumOfProducts(p, p, d, d)), lowest);
    const square = f64x2.mul(f64x2.add(f64x2.add(x, y), t), f64x2.splat(0.5));
    major = truncated(f64x2.sqrt(square), r.lengthUnit);
    if (anisotropic) {
      const q = f64x2.add(t, p);
      const length = cutBelow(f64x2.sqrt(sumOfProducts(q, q, d, d)), lowest);
      const unit = f64x2.splat(0.5 * r.ellipseUnit);
      const none = f64x2.eq(length, zero);
      const longer = v128.bitselect(one, cutBelow(f64x2.div(q, length), unit), none);
      const sign = v128.and(dot, f64x2.splat(-0.0));
      const other = v128.andnot(v128.or(cutBelow(f64x2.div(d, length), unit), sign), none);
      const isX = f64x2.gt(x, y);
      alongX = v128.bitselect(longer, other, isX);
      alongY = v128.bitselect(other, longer, isX);
    }
  } else {
    const lengthX = truncated(vectorLength(xu, xv, r), r.lengthUnit);
    const lengthY = truncated(vectorLength(yu, yv, r), r.lengthUnit);
    major = f64x2.max(lengthX, lengthY);
    shorter = f64x2.min(lengthX, lengthY);
    const isX = f64x2.gt(lengthX, lengthY);
    alongX = v128.and(one, isX);
    alongY = v128.andnot(one, isX);
  }
  major = v128.bitselect(major, infinite, finite);
  if (!anisotropic) return f32x4.demote_f64x2_zero(major);

  alongX = v128.bitselect(alongX, one, finite);
  alongY = v128.and(alongY, finite);
  storeAxis(at + LANE_AXIS_U, dudx, alongX, dudy, alongY);
  storeAxis(at + LANE_AXIS_V, dvdx, alongX, dvdy, alongY);
  return anisotropy(major, v128.bitselect(shorter, infinite, finite), at, r);
}

/** Stores a component of two axes: x alongX + y alongY, products and sum in float32. */
function storeAxis(at: usize, x: v128, alongX: v128, y: v128, alongY: v128): void {
  const ofX = f32x4.demote_f64x2_zero(f64x2.mul(low(x), alongX));
  const ofY = f32x4.demote_f64x2_zero(f64x2.mul(low(y), alongY));
  v128.store64_lane(at, f32x4.add(ofX, ofY), 0);
}

/** `NarrowAxes.anisotropy` of two footprints: stores their samples. @returns two minor axes, float32 */
function anisotropy(major: v128, shorter: v128, at: usize, r: LodRecord): v128 {
  const most = f64x2.splat(r.maxAnisotropy);
  let minor = shorter;
  if (r.scaleFactor === ELLIPSE) {
    const divided = v128.and(f64x2.gt(major, f64x2.splat(0)), f64x2.lt(major, f64x2.splat(Infinity)));
    minor = v128.bitselect(truncated(f64x2.div(shorter, major), r.minorUnit), shorter, divided);
  }
  const clamped = f64x2.gt(major, f64x2.mul(most, minor));
  minor = v128.bitselect(truncated(f64x2.div(major, most), r.minorUnit), minor, clamped);
  const least = f64x2.max(minor, f64x2.splat(1));
  let rate = <usize>r.rates;
  let samples = v128.load64_splat(rate);
  for (const lastRate = <usize>r.lastRate; rate < lastRate; rate += 8) {
    const below = f64x2.lt(f64x2.mul(v128.load64_splat(rate), least), major);
    samples = v128.bitselect(v128.load64_splat(rate, 8), samples, below);
  }
  v128.store64_lane(at, i32x4.trunc_sat_f64x2_s_zero(samples), 0, LANE_SAMPLES);
  return f32x4.demote_f64x2_zero(minor);
}
