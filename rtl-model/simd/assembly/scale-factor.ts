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
import { high, lengthOf, low, rounded, sumOfProducts } from './float64.ts';
import { LodRecord } from './lod-record.ts';
import { log2 } from './log2.ts';
import { lookUp, strided } from './vectors.ts';

// Numbers of SCALE_FACTORS.
const ELLIPSE = 0;
const EUCLIDEAN = 1;
const MAX_COMPONENT = 2;
const COMPONENT_SUM = 3;

/**
 * Base LOD and samples for `count` points, and the major axis of an anisotropic sampler.
 *
 * @param stride bytes between the derivatives of two points
 * @param at address of the first point's derivatives, and of the registers that it gets
 */
export function measure(at: usize, stride: usize, count: i32, anisotropic: bool, r: LodRecord): void {
  const width = f32x4.splat(<f32>r.width);
  const height = f32x4.splat(<f32>r.height);
  let point = at;
  for (const end: usize = point + 4 * count; point < end; point += 16) {
    const xu = f32x4.mul(strided(at + LANE_DUDX, stride), width);
    const xv = f32x4.mul(strided(at + LANE_DVDX, stride), height);
    const yu = f32x4.mul(strided(at + LANE_DUDY, stride), width);
    const yv = f32x4.mul(strided(at + LANE_DVDY, stride), height);
    if (anisotropic) storeAxes(point, xu, xv, yu, yv, r);
    else storeLengths(point, xu, xv, yu, yv, r);
    at += 4 * stride;
  }
}

/** Isotropic samplers. */
function storeLengths(point: usize, xu: v128, xv: v128, yu: v128, yv: v128, r: LodRecord): void {
  const lengths =
    r.scaleFactor === ELLIPSE ? majorAxes(xu, xv, yu, yv) : f32x4.max(scaleFactor(xu, xv, r), scaleFactor(yu, yv, r));
  v128.store(point, log2(lengths, r), LANE_BASE_LOD);
  v128.store(point, i32x4.splat(1), LANE_SAMPLES);
}

function storeAxes(point: usize, xu: v128, xv: v128, yu: v128, yv: v128, r: LodRecord): void {
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
    const lengthX = scaleFactor(xu, xv, r);
    const lengthY = scaleFactor(yu, yv, r);
    const isX = f32x4.gt(lengthX, lengthY);
    v128.store(point, f32x4.div(v128.bitselect(xu, yu, isX), f32x4.splat(<f32>r.width)), LANE_AXIS_U);
    v128.store(point, f32x4.div(v128.bitselect(xv, yv, isX), f32x4.splat(<f32>r.height)), LANE_AXIS_V);
    major = f32x4.max(lengthX, lengthY);
    minor = f32x4.min(lengthX, lengthY);
  }
  storeAnisotropy(point, major, minor, r);
}

/** `scaleFactor` of four vectors. */
function scaleFactor(u: v128, v: v128, r: LodRecord): v128 {
  if (r.scaleFactor <= EUCLIDEAN) return rounded(lengthOf(low(u), low(v)), lengthOf(high(u), high(v)));
  const sizeU = f32x4.abs(u);
  const sizeV = f32x4.abs(v);
  if (r.scaleFactor === COMPONENT_SUM) return f32x4.add(sizeU, sizeV);
  const larger = f32x4.max(sizeU, sizeV);
  if (r.scaleFactor === MAX_COMPONENT) return larger;
  const smaller = f32x4.min(sizeU, sizeV);
  const alpha = f64x2.splat(r.alpha);
  const beta = f64x2.splat(r.beta);
  return rounded(
    sumOfProducts(alpha, low(larger), beta, low(smaller)),
    sumOfProducts(alpha, high(larger), beta, high(smaller)),
  );
}

/** `anisotropy` and `sampleCount` of four footprints: their base LOD and samples. */
function storeAnisotropy(point: usize, major: v128, minor: v128, r: LodRecord): void {
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
  v128.store(point, log2(length, r), LANE_BASE_LOD);
}
