import {
  LANE_AXIS_U,
  LANE_AXIS_V,
  LANE_BASE_LOD,
  LANE_DUDX,
  LANE_DUDY,
  LANE_DVDX,
  LANE_DVDY,
  LANE_SAMPLES,
} from '../kernel-layout.ts';
import { ellipseAxes, majorAxes } from './ellipse.ts';
import { high, low, rounded, upper } from './float64.ts';
import { LodRecord } from './lod-record.ts';
import { log2 } from './log2.ts';
import { narrowLengths } from './narrow-axes.ts';
import { ELLIPSE, vectorLength } from './scale-factor.ts';
import { lookUp, strided } from './vectors.ts';

/**
 * Base LOD and samples for `count` points, and the major axis of an anisotropic sampler.
 *
 * @param stride bytes between the derivatives of two points
 * @param at address of the first point's derivatives, and of the registers that it gets
 */
export function measure(at: usize, stride: usize, count: i32, anisotropic: bool, r: LodRecord): void {
  let point = at;
  for (const end: usize = point + 4 * count; point < end; point += 16) {
    const dudx = strided(at + LANE_DUDX, stride);
    const dvdx = strided(at + LANE_DVDX, stride);
    const dudy = strided(at + LANE_DUDY, stride);
    const dvdy = strided(at + LANE_DVDY, stride);
    if (!anisotropic) v128.store(point, i32x4.splat(1), LANE_SAMPLES);
    let lengths: v128;
    if (r.narrow) {
      const first = narrowLengths(dudx, dvdx, dudy, dvdy, point, anisotropic, r);
      const second = narrowLengths(upper(dudx), upper(dvdx), upper(dudy), upper(dvdy), point + 8, anisotropic, r);
      lengths = v128.shuffle<i64>(first, second, 0, 2);
    } else {
      const width = f32x4.splat(<f32>r.width);
      const height = f32x4.splat(<f32>r.height);
      const xu = f32x4.mul(dudx, width);
      const xv = f32x4.mul(dvdx, height);
      const yu = f32x4.mul(dudy, width);
      const yv = f32x4.mul(dvdy, height);
      lengths = anisotropic ? minorAxes(point, xu, xv, yu, yv, r) : longestVectors(xu, xv, yu, yv, r);
    }
    v128.store(point, log2(lengths, r), LANE_BASE_LOD);
    at += 4 * stride;
  }
}

/** The lengths of isotropic samplers. */
function longestVectors(xu: v128, xv: v128, yu: v128, yv: v128, r: LodRecord): v128 {
  if (r.scaleFactor === ELLIPSE) return majorAxes(xu, xv, yu, yv);
  return f32x4.max(scaleFactors(xu, xv, r), scaleFactors(yu, yv, r));
}

/** Those of anisotropic samplers. Stores axes and samples. */
function minorAxes(point: usize, xu: v128, xv: v128, yu: v128, yv: v128, r: LodRecord): v128 {
  const zero = f32x4.splat(0);
  let major: v128;
  let minor: v128;
  if (r.scaleFactor === ELLIPSE) {
    const first = ellipseAxes(low(xu), low(xv), low(yu), low(yv), point, r);
    const second = ellipseAxes(high(xu), high(xv), high(yu), high(yv), point + 8, r);
    major = v128.shuffle<i64>(first, second, 0, 2);
    const area = v128.shuffle<i64>(first, second, 1, 3);
    minor = v128.bitselect(zero, f32x4.div(area, major), f32x4.eq(major, zero));
  } else {
    const lengthX = scaleFactors(xu, xv, r);
    const lengthY = scaleFactors(yu, yv, r);
    const isX = f32x4.gt(lengthX, lengthY);
    v128.store(point, f32x4.div(v128.bitselect(xu, yu, isX), f32x4.splat(<f32>r.width)), LANE_AXIS_U);
    v128.store(point, f32x4.div(v128.bitselect(xv, yv, isX), f32x4.splat(<f32>r.height)), LANE_AXIS_V);
    major = f32x4.max(lengthX, lengthY);
    minor = f32x4.min(lengthX, lengthY);
  }
  return anisotropy(point, major, minor, r);
}

/** `scaleFactor` of four vectors. */
function scaleFactors(u: v128, v: v128, r: LodRecord): v128 {
  return rounded(vectorLength(low(u), low(v), r), vectorLength(high(u), high(v), r));
}

/** `anisotropy` and `sampleCount` of four footprints: stores their samples. @returns their minor axes */
function anisotropy(point: usize, major: v128, minor: v128, r: LodRecord): v128 {
  const one = f32x4.splat(1);
  const most = f32x4.splat(r.maxAnisotropy);
  const quotient = v128.bitselect(one, f32x4.div(major, minor), f32x4.eq(major, f32x4.splat(0)));
  const thin = f32x4.gt(quotient, most);
  const ratio = v128.bitselect(most, quotient, thin);
  const length = v128.bitselect(f32x4.div(major, most), minor, thin);
  const magnified = f32x4.max(one, f32x4.mul(ratio, length));
  const held = v128.bitselect(magnified, ratio, f32x4.lt(length, one));
  // NaN takes the count of 0.
  const samples = lookUp(<usize>r.sampleCounts, i32x4.trunc_sat_f32x4_s(f32x4.ceil(held)));
  v128.store(point, samples, LANE_SAMPLES);
  return length;
}
