import { LANE_AXIS_U, LANE_AXIS_V } from '../kernel-layout.ts';
import { high, lengthOf, low, rounded, sumOfProducts } from './float64.ts';
import { LodRecord } from './lod-record.ts';

/** `majorAxis` of four pairs of vectors. */
export function majorAxes(xu: v128, xv: v128, yu: v128, yv: v128): v128 {
  return rounded(majorAxis(low(xu), low(xv), low(yu), low(yv)), majorAxis(high(xu), high(xv), high(yu), high(yv)));
}

function majorAxis(xu: v128, xv: v128, yu: v128, yv: v128): v128 {
  const a = sumOfProducts(xv, xv, yv, yv);
  const c = sumOfProducts(xu, xu, yu, yu);
  const p = f64x2.sub(a, c);
  const half = sumOfProducts(xu, xv, yu, yv);
  const b = f64x2.add(half, half);
  const t = f64x2.sqrt(sumOfProducts(p, p, b, b));
  const major = f64x2.mul(f64x2.add(f64x2.add(a, c), t), f64x2.splat(0.5));
  const longer = f64x2.max(sumOfProducts(xu, xu, xv, xv), sumOfProducts(yu, yu, yv, yv));
  return f64x2.sqrt(v128.bitselect(major, longer, spansEllipse(xu, xv, yu, yv)));
}

/**
 * `orthogonalize` of two pairs of vectors, float64, and the lengths and the direction of their axes. Stores the major
 * axis, normalized.
 *
 * @param at address of the pairs' registers
 * @returns two lengths of the major axis, float32, and two areas, float32
 */
export function ellipseAxes(xu: v128, xv: v128, yu: v128, yv: v128, at: usize, r: LodRecord): v128 {
  const d = f64x2.sub(f64x2.mul(xu, yv), f64x2.mul(yu, xv));
  const a = sumOfProducts(xv, xv, yv, yv);
  const b = f64x2.mul(f64x2.splat(-2), sumOfProducts(xu, xv, yu, yv));
  const c = sumOfProducts(xu, xu, yu, yu);
  const p = f64x2.sub(a, c);
  const q = f64x2.add(a, c);
  const bSquare = f64x2.mul(b, b);
  const t = f64x2.sqrt(f64x2.add(f64x2.mul(p, p), bSquare));
  const larger = f64x2.add(t, f64x2.abs(p));
  const smaller = f64x2.div(bSquare, larger);
  const positive = f64x2.ge(p, f64x2.splat(0));
  const plus = v128.bitselect(larger, smaller, positive);
  const minus = v128.bitselect(smaller, larger, positive);
  const sum = f64x2.add(q, t);
  const minor = f64x2.div(f64x2.mul(d, d), f64x2.mul(t, sum));
  const major = f64x2.div(sum, f64x2.mul(f64x2.splat(4), t));
  const sign = v128.bitselect(f64x2.splat(1), f64x2.splat(-1), f64x2.gt(b, f64x2.splat(0)));
  const newXu = f64x2.sqrt(f64x2.mul(minor, plus));
  const newXv = f64x2.mul(f64x2.sqrt(f64x2.mul(minor, minus)), sign);
  const newYu = f64x2.mul(f64x2.sqrt(f64x2.mul(major, minus)), f64x2.neg(sign));
  const newYv = f64x2.sqrt(f64x2.mul(major, plus));
  const total = f64x2.add(f64x2.add(f64x2.add(newXu, newXv), newYu), newYv);
  const turned = v128.and(spansEllipse(xu, xv, yu, yv), f64x2.lt(f64x2.abs(total), f64x2.splat(Infinity)));
  xu = v128.bitselect(newXu, xu, turned);
  xv = v128.bitselect(newXv, xv, turned);
  yu = v128.bitselect(newYu, yu, turned);
  yv = v128.bitselect(newYv, yv, turned);

  const lengthX = f32x4.demote_f64x2_zero(lengthOf(xu, xv));
  const lengthY = f32x4.demote_f64x2_zero(lengthOf(yu, yv));
  const longer = f32x4.gt(lengthX, lengthY);
  const isX = v128.shuffle<i32>(longer, longer, 0, 0, 1, 1);
  const axisU = f64x2.div(v128.bitselect(xu, yu, isX), f64x2.splat(r.width));
  const axisV = f64x2.div(v128.bitselect(xv, yv, isX), f64x2.splat(r.height));
  v128.store64_lane(at, f32x4.demote_f64x2_zero(axisU), 0, LANE_AXIS_U);
  v128.store64_lane(at, f32x4.demote_f64x2_zero(axisV), 0, LANE_AXIS_V);
  const area = f64x2.abs(f64x2.sub(f64x2.mul(xu, yv), f64x2.mul(xv, yu)));
  return v128.shuffle<i64>(f32x4.max(lengthX, lengthY), f32x4.demote_f64x2_zero(area), 0, 2);
}

/**
 * True where two vectors span an ellipse whose axes they are not already. Vectors that are not finite may pass: the axes
 * that come of them are not finite either.
 */
function spansEllipse(xu: v128, xv: v128, yu: v128, yv: v128): v128 {
  const determinant = f64x2.sub(f64x2.mul(xu, yv), f64x2.mul(yu, xv));
  const dot = sumOfProducts(xu, yu, xv, yv);
  const zero = f64x2.splat(0);
  // NaN is neither.
  return v128.and(f64x2.gt(f64x2.abs(determinant), zero), f64x2.gt(f64x2.abs(dot), zero));
}
