import {
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_FILTER,
  LANE_LEFT,
  LANE_LEVEL_WEIGHT,
  LANE_PASSES,
  LANE_REST_HI,
  LANE_REST_LO,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  LANE_TEXELS,
  STATE_CONSTANT,
  STATE_DIRECT,
  STATE_KEPT,
  STATE_LEVEL_BITS,
  STATE_LIMITS,
  STATE_NEAREST,
  STATE_ORDER,
  STATE_SINGLE,
  STATE_WEIGHT_ONES,
  STATE_WEIGHT_UNIT,
} from '../kernel-layout.ts';
import { high, low, rounded, sumOfProducts } from './float64.ts';
import { powerOf2 } from './narrow.ts';
import { ONCE, Pass } from './pass.ts';
import { loadTexels } from './texels.ts';

/*
 * The `fused` path of halves (FusedArithmetic): the exact weighted sum, rounded once to float32. Lanes with infinities
 * and NaN are left to the units.
 *
 * A finite half is a multiple of 2^-24 below 2^16, so that a lerp along u by integer weights of 8 bits has 48 bits and
 * is exact in float64. It is split at the point: the whole part has 24 bits, the rest, at most 1/2, 23. Both still have
 * room for weights of 8 bits along v, for 16 samples and for a level's weight of 17 bits: only the last step rounds.
 * The rest has the sign of a sum that is zero.
 */

/** 1.5 * 2^52: floats of this size have no fraction bits. */
const NO_FRACTION: f64 = 6755399441055744;

/**
 * Texel loads, decode and bilinear interpolation of one pass: the sums of the levels, or the result of states with one
 * sample.
 *
 * @returns true if a lane is left
 */
export function filterFloats(block: usize, state: usize, lanes: i32, pass: i32): bool {
  const order = v128.load(state, STATE_ORDER);
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const limits = v128.load(state, STATE_LIMITS);
  const single = load<i32>(state, STATE_SINGLE);
  const nearest = load<i32>(state, STATE_NEAREST) != 0;
  const unit = v128.load64_splat(state, STATE_WEIGHT_UNIT);
  const ones = v128.load32_splat(state, STATE_WEIGHT_ONES);
  let left = false;
  loadTexels(block, state, lanes, pass);
  if (load<i32>(state, STATE_DIRECT) != 0) pass = ONCE;
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (Pass.skips(lane, pass, single)) continue;
    const texels = block + 8 * (lane - block);
    let color: v128;
    let wholeLow: v128;
    let wholeHigh: v128;
    let restLow: v128;
    let restHigh: v128;
    if (nearest || (single == 0 && load<i32>(lane, LANE_FILTER) == 0)) {
      const half = Halves.shifted(texels);
      const size = Halves.magnitudes(half);
      color = Halves.signed(size, half);
      if (!i32x4.all_true(f32x4.lt(size, limits))) {
        store<i32>(lane, 1, LANE_LEFT);
        left = true;
        continue;
      }
      const texelLow = low(color);
      const texelHigh = high(color);
      wholeLow = Halves.whole(texelLow);
      wholeHigh = Halves.whole(texelHigh);
      restLow = f64x2.sub(texelLow, wholeLow);
      restHigh = f64x2.sub(texelHigh, wholeHigh);
    } else {
      const half00 = Halves.shifted(texels);
      const half10 = Halves.shifted(texels + 8);
      const half01 = Halves.shifted(texels + 16);
      const half11 = Halves.shifted(texels + 24);
      const size00 = Halves.magnitudes(half00);
      const size10 = Halves.magnitudes(half10);
      const size01 = Halves.magnitudes(half01);
      const size11 = Halves.magnitudes(half11);
      const most = f32x4.pmax(f32x4.pmax(size00, size10), f32x4.pmax(size01, size11));
      const texel00 = Halves.signed(size00, half00);
      const texel10 = Halves.signed(size10, half10);
      const texel01 = Halves.signed(size01, half01);
      const texel11 = Halves.signed(size11, half11);
      const alphas = v128.load32_zero(lane, LANE_ALPHA);
      const betas = v128.load32_zero(lane, LANE_BETA);
      // A texel without weight gives +0, so that the sum is not -0.
      const some = i32x4.eq(v128.and(v128.or(alphas, betas), ones), i32x4.splat(0));
      const zero = v128.and(v128.shuffle<i32>(some, some, 0, 0, 0, 0), f64x2.splat(-0.0));
      const alpha = f64x2.convert_low_i32x4_s(i32x4.extend_low_i16x8_u(alphas));
      const beta = f64x2.mul(f64x2.convert_low_i32x4_s(i32x4.extend_low_i16x8_u(betas)), unit);
      const alpha0 = v128.shuffle<i64>(alpha, alpha, 0, 0);
      const alpha1 = v128.shuffle<i64>(alpha, alpha, 1, 1);
      const beta0 = v128.shuffle<i64>(beta, beta, 0, 0);
      const beta1 = v128.shuffle<i64>(beta, beta, 1, 1);
      const aboveLow = sumOfProducts(low(texel00), alpha0, low(texel10), alpha1);
      const belowLow = sumOfProducts(low(texel01), alpha0, low(texel11), alpha1);
      const aboveHigh = sumOfProducts(high(texel00), alpha0, high(texel10), alpha1);
      const belowHigh = sumOfProducts(high(texel01), alpha0, high(texel11), alpha1);
      if (pass == ONCE && i32x4.all_true(f32x4.lt(f32x4.mul(most, f32x4.splat(8)), limits))) {
        // Sums of halves below 2^13 have 53 bits.
        const sumLow = f64x2.add(sumOfProducts(aboveLow, beta0, belowLow, beta1), zero);
        const sumHigh = f64x2.add(sumOfProducts(aboveHigh, beta0, belowHigh, beta1), zero);
        color = i8x16.swizzle(rounded(sumLow, sumHigh), order);
        v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
        continue;
      }
      if (!i32x4.all_true(f32x4.lt(most, limits))) {
        store<i32>(lane, 1, LANE_LEFT);
        left = true;
        continue;
      }
      const wholeAboveLow = Halves.whole(aboveLow);
      const wholeBelowLow = Halves.whole(belowLow);
      const wholeAboveHigh = Halves.whole(aboveHigh);
      const wholeBelowHigh = Halves.whole(belowHigh);
      wholeLow = sumOfProducts(wholeAboveLow, beta0, wholeBelowLow, beta1);
      wholeHigh = sumOfProducts(wholeAboveHigh, beta0, wholeBelowHigh, beta1);
      const restAboveLow = f64x2.sub(aboveLow, wholeAboveLow);
      const restBelowLow = f64x2.sub(belowLow, wholeBelowLow);
      const restAboveHigh = f64x2.sub(aboveHigh, wholeAboveHigh);
      const restBelowHigh = f64x2.sub(belowHigh, wholeBelowHigh);
      restLow = f64x2.add(sumOfProducts(restAboveLow, beta0, restBelowLow, beta1), zero);
      restHigh = f64x2.add(sumOfProducts(restAboveHigh, beta0, restBelowHigh, beta1), zero);
    }
    if (pass == ONCE) {
      color = i8x16.swizzle(rounded(Halves.sum(wholeLow, restLow), Halves.sum(wholeHigh, restHigh)), order);
      v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
      continue;
    }
    const samples = load<i32>(lane, LANE_SAMPLES);
    const sum = block + 8 * (lane - block) + (pass < samples ? 0 : LANE_SUM_LO - LANE_SUM_HI);
    if (!Pass.begins(pass, samples)) {
      wholeLow = f64x2.add(v128.load(sum, LANE_SUM_HI), wholeLow);
      wholeHigh = f64x2.add(v128.load(sum, LANE_SUM_HI + 16), wholeHigh);
      restLow = f64x2.add(v128.load(sum, LANE_REST_HI), restLow);
      restHigh = f64x2.add(v128.load(sum, LANE_REST_HI + 16), restHigh);
    }
    v128.store(sum, wholeLow, LANE_SUM_HI);
    v128.store(sum, wholeHigh, LANE_SUM_HI + 16);
    v128.store(sum, restLow, LANE_REST_HI);
    v128.store(sum, restHigh, LANE_REST_HI + 16);
  }
  return left;
}

/** Average of the samples, lerp between the levels and result. */
export function finishFloats(block: usize, state: usize, lanes: i32): void {
  const order = v128.load(state, STATE_ORDER);
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const bits = load<i32>(state, STATE_LEVEL_BITS);
  const unit = powerOf2(-bits);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (load<i32>(lane, LANE_PASSES) == 0) continue;
    const samples = load<i32>(lane, LANE_SAMPLES);
    const weight = load<i32>(lane, LANE_LEVEL_WEIGHT);
    const sums = block + 8 * (lane - block);
    let wholeLow = v128.load(sums, LANE_SUM_HI);
    let wholeHigh = v128.load(sums, LANE_SUM_HI + 16);
    let restLow = v128.load(sums, LANE_REST_HI);
    let restHigh = v128.load(sums, LANE_REST_HI + 16);
    if (weight != 0) {
      const finer = f64x2.mul(f64x2.splat(<f64>((1 << bits) - weight)), unit);
      const coarser = f64x2.mul(f64x2.splat(<f64>weight), unit);
      wholeLow = sumOfProducts(wholeLow, finer, v128.load(sums, LANE_SUM_LO), coarser);
      wholeHigh = sumOfProducts(wholeHigh, finer, v128.load(sums, LANE_SUM_LO + 16), coarser);
      restLow = sumOfProducts(restLow, finer, v128.load(sums, LANE_REST_LO), coarser);
      restHigh = sumOfProducts(restHigh, finer, v128.load(sums, LANE_REST_LO + 16), coarser);
    }
    let sumLow = Halves.sum(wholeLow, restLow);
    let sumHigh = Halves.sum(wholeHigh, restHigh);
    if (samples != 1) {
      // A tie of two float32 times a number of samples has less than 53 bits: the odd sum is not on its other side.
      const divisor = f64x2.splat(<f64>samples);
      sumLow = f64x2.div(sumLow, divisor);
      sumHigh = f64x2.div(sumHigh, divisor);
    }
    const color = i8x16.swizzle(rounded(sumLow, sumHigh), order);
    v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
  }
}

class Halves {
  /** The four halves of LANE_TEXELS, each as the upper bits of 32; the sign is spread over the highest four. */
  @inline
  static shifted(texel: usize): v128 {
    return i32x4.shl(v128.load16x4_s(texel, LANE_TEXELS), 13);
  }

  /**
   * The float32 magnitudes of four shifted halves; infinities and NaN become values of 2^16 and more. No float32 on the
   * way is a denormal, which processors are slow with: one exponent more than a denormal's is 2^-14 too much.
   */
  @inline
  static magnitudes(bits: v128): v128 {
    const normal = i32x4.add(v128.and(bits, i32x4.splat(0x0fffe000)), i32x4.splat(112 << 23));
    return f32x4.pmin(normal, f32x4.sub(f32x4.add(normal, normal), f32x4.splat(0.00006103515625)));
  }

  @inline
  static signed(magnitudes: v128, bits: v128): v128 {
    return v128.or(magnitudes, v128.and(bits, i32x4.splat(0x8000_0000)));
  }

  /** The nearest integer; +0 for 0. @param x less than 2^51 */
  @inline
  static whole(x: v128): v128 {
    const point = f64x2.splat(NO_FRACTION);
    return f64x2.sub(f64x2.add(x, point), point);
  }

  /**
   * whole + rest, rounded to odd: of the two float64 around an inexact sum the one with an odd last bit, from which
   * float32 rounds as from the sum (Boldo, Melquiond 2008). A zero has the sign of the rest.
   *
   * @param whole of greater magnitude, unless the sum is exact
   */
  @inline
  static sum(whole: v128, rest: v128): v128 {
    const zero = f64x2.splat(0);
    const sum = f64x2.sub(rest, f64x2.sub(zero, whole));
    const error = f64x2.sub(rest, f64x2.sub(sum, whole));
    const beyond = f64x2.lt(f64x2.mul(error, sum), zero);
    const inexact = f64x2.ne(error, zero);
    return v128.or(i64x2.add(sum, beyond), i64x2.shr_u(inexact, 63));
  }
}
