import {
  LANE_BASE_LOD,
  LANE_FILTER,
  LANE_LEVEL_HI,
  LANE_LEVEL_LO,
  LANE_LEVEL_WEIGHT,
  LANE_LOD_OPERAND,
  LANE_MIN_LOD,
  LANE_PASSES,
  LANE_SAMPLES,
} from '../kernel-layout.ts';
import { biases, minLods } from './lod-bounds.ts';
import { LodRecord } from './lod-record.ts';
import { clamped, lookUp, strided } from './vectors.ts';

/**
 * Bias, clamp, magnification and level selection of `count` points, by base LOD and samples.
 *
 * @param stride bytes between the operands of two points
 * @param at address of the first point's operands, and of its other registers
 */
export function selectLevels(at: usize, stride: usize, count: i32, r: LodRecord): void {
  const zero = i32x4.splat(0);
  const one = i32x4.splat(1 << r.fractionBits);
  const first = i32x4.splat(r.firstLevel);
  const coarsest = i32x4.splat(r.coarsestLevel);
  let point = at;
  for (const end: usize = point + 4 * count; point < end; point += 16) {
    const operand = strided(at + LANE_LOD_OPERAND, stride);
    const bound = strided(at + LANE_MIN_LOD, stride);
    let bias = i32x4.splat(r.plainBias);
    if (r.biased && v128.any_true(f32x4.ne(operand, f32x4.splat(0)))) bias = biases(operand, r);
    let minLod = i32x4.splat(r.plainMinLod);
    if (v128.any_true(f32x4.gt(bound, f32x4.splat(r.samplerMinLod)))) minLod = minLods(bound, r);

    const biased = i32x4.add(v128.load(point, LANE_BASE_LOD), bias);
    const lod = clamped(biased, minLod, i32x4.splat(r.maxLod));
    const magnified = i32x4.le_s(lod, zero);
    const parameter = clamped(lod, i32x4.splat(r.viewMinLod), i32x4.splat(r.lastLod));
    let hi: v128;
    let lo: v128;
    let weight = zero;
    if (r.mipLinear) {
      hi = i32x4.shr_u(parameter, r.fractionBits);
      lo = i32x4.min_s(i32x4.add(hi, i32x4.splat(1)), coarsest);
      weight = v128.and(parameter, i32x4.sub(one, i32x4.splat(1)));
      if (r.levelWeights) {
        const bent = lookUp(<usize>r.levelWeights, weight);
        const whole = i32x4.eq(bent, one);
        hi = v128.bitselect(lo, hi, whole);
        weight = v128.andnot(bent, whole);
      }
    } else {
      hi = i32x4.shr_u(i32x4.add(parameter, i32x4.splat(r.nearestAdd)), r.fractionBits);
      lo = hi;
    }
    const ofSample = v128.bitselect(i32x4.splat(r.magPasses), i32x4.splat(r.minPasses), magnified);
    const ofLevel = i32x4.mul(v128.load(point, LANE_SAMPLES), ofSample);
    v128.store(point, v128.bitselect(i32x4.splat(r.magFilter), i32x4.splat(r.minFilter), magnified), LANE_FILTER);
    v128.store(point, i32x4.add(first, hi), LANE_LEVEL_HI);
    v128.store(point, i32x4.add(first, lo), LANE_LEVEL_LO);
    v128.store(point, weight, LANE_LEVEL_WEIGHT);
    v128.store(point, i32x4.add(ofLevel, v128.and(ofLevel, i32x4.ne(weight, zero))), LANE_PASSES);
    at += 4 * stride;
  }
}
