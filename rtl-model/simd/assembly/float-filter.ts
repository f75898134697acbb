import {
  FORM_FLOATS,
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_COLUMN,
  LANE_FILTER,
  LANE_LEFT,
  LANE_LEVEL_WEIGHT,
  LANE_PASSES,
  LANE_REST_HI,
  LANE_REST_LO,
  LANE_ROW,
  LANE_SAMPLES,
  LANE_START,
  LANE_SUM_HI,
  LANE_SUM_LO,
  LANE_TEXELS,
  STATE_BORDER,
  STATE_CONSTANT,
  STATE_DIRECT,
  STATE_FORM,
  STATE_KEPT,
  STATE_LEVEL_BITS,
  STATE_LIMITS,
  STATE_NEAREST,
  STATE_ORDER,
  STATE_SINGLE,
  STATE_SMALL,
  STATE_WEIGHT_ONES,
  STATE_WEIGHT_UNIT,
} from '../kernel-layout.ts';
import { high, low, rounded, sumOfProducts } from './float64.ts';
import { powerOf2 } from './narrow.ts';
import { ONCE, Pass } from './pass.ts';
import { gatherFloats } from './texels.ts';

/*
 * The `fused` path of halves (FusedArithmetic): the exact weighted sum, rounded once to float32. Lanes with infinities
 * and NaN are left to the units.
 *
 * A finite half has 11 significant bits, so that its product with a weight of 8 bits is exact in float32. It is a multiple
 * of 2^-24 below 2^16: a lerp along u by integer weights has 48 bits and is exact in float64. It is split at the point:
 * the whole part has 24 bits, the rest, at most 1/2, 23. Both still have room for weights of 8 bits along v, for 16
 * samples and for a level's weight of 17 bits: only the last step rounds. The rest has the sign of a sum that is zero.
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
  if (load<i32>(state, STATE_FORM) != FORM_FLOATS) gatherFloats(block, state, lanes, pass);
  if (load<i32>(state, STATE_DIRECT) != 0) pass = ONCE;
  if (pass != ONCE || load<i32>(state, STATE_SMALL) == 0) return FloatPass.run(block, state, lanes, pass, false);
  return FloatPass.run(block, state, lanes, ONCE, true);
}

class FloatPass {
  /** @param small true if the sums of all texels have at most 53 bits, and every lane is a linear one of one sample */
  @inline
  static run(block: usize, state: usize, lanes: i32, pass: i32, small: bool): bool {
    const limits = v128.load(state, STATE_LIMITS);
    const single = load<i32>(state, STATE_SINGLE);
    const nearest = load<i32>(state, STATE_NEAREST) != 0;
    const inPlace = load<i32>(state, STATE_FORM) == FORM_FLOATS;
    const border = load<i32>(state, STATE_BORDER);
    let left = false;
    for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
      if (Pass.skips(lane, pass, single)) continue;
      const isNearest = !small && (nearest || (single == 0 && load<i32>(lane, LANE_FILTER) == 0));
      let at00: i32;
      let at10: i32;
      let at01: i32;
      let at11: i32;
      if (inPlace) {
        const column = load<usize>(lane, LANE_COLUMN);
        const row = load<usize>(lane, LANE_ROW);
        const start = load<i32>(lane, LANE_START);
        const columnLeft = load<i32>(column) + start;
        const columnRight = load<i32>(column, 4) + start;
        const top = load<i32>(row);
        const bottom = load<i32>(row, 4);
        at00 = columnLeft + top;
        at10 = columnRight + top;
        at01 = columnLeft + bottom;
        at11 = columnRight + bottom;
        if ((at00 | at10 | at01 | at11) < 0) {
          at00 = at00 < 0 ? border : at00;
          at10 = at10 < 0 ? border : at10;
          at01 = at01 < 0 ? border : at01;
          at11 = at11 < 0 ? border : at11;
        }
      } else {
        at00 = <i32>(block + 16 * (lane - block) + LANE_TEXELS);
        at10 = at00 + 16;
        at01 = at00 + 32;
        at11 = at00 + 48;
      }
      const texel00 = v128.load(at00);
      if (isNearest) {
        if (FloatPass.isLeft(lane, f32x4.abs(texel00), limits)) left = true;
        else FloatPass.storeNearest(block, lane, state, texel00, pass);
        continue;
      }
      const texel10 = v128.load(at10);
      const texel01 = v128.load(at01);
      const texel11 = v128.load(at11);
      const alphas = v128.load32_zero(lane, LANE_ALPHA);
      const betas = v128.load32_zero(lane, LANE_BETA);
      // A texel without weight gives +0, so that the sum is not -0.
      const ones = v128.load32_splat(state, STATE_WEIGHT_ONES);
      const some = i32x4.eq(v128.and(v128.or(alphas, betas), ones), i32x4.splat(0));
      const zero = v128.and(v128.shuffle<i32>(some, some, 0, 0, 0, 0), f64x2.splat(-0.0));
      const alpha = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(alphas));
      const alpha0 = v128.shuffle<i32>(alpha, alpha, 0, 0, 0, 0);
      const alpha1 = v128.shuffle<i32>(alpha, alpha, 1, 1, 1, 1);
      const unit = v128.load64_splat(state, STATE_WEIGHT_UNIT);
      const beta = f64x2.mul(f64x2.convert_low_i32x4_s(i32x4.extend_low_i16x8_u(betas)), unit);
      const beta0 = v128.shuffle<i64>(beta, beta, 0, 0);
      const beta1 = v128.shuffle<i64>(beta, beta, 1, 1);
      const product00 = f32x4.mul(texel00, alpha0);
      const product10 = f32x4.mul(texel10, alpha1);
      const product01 = f32x4.mul(texel01, alpha0);
      const product11 = f32x4.mul(texel11, alpha1);
      const aboveLow = f64x2.add(low(product00), low(product10));
      const belowLow = f64x2.add(low(product01), low(product11));
      const aboveHigh = f64x2.add(high(product00), high(product10));
      const belowHigh = f64x2.add(high(product01), high(product11));
      if (!small) {
        const upper = f32x4.pmax(f32x4.abs(texel00), f32x4.abs(texel10));
        const most = f32x4.pmax(upper, f32x4.pmax(f32x4.abs(texel01), f32x4.abs(texel11)));
        if (pass != ONCE || !i32x4.all_true(f32x4.lt(f32x4.mul(most, f32x4.splat(8)), limits))) {
          if (FloatPass.isLeft(lane, most, limits)) {
            left = true;
            continue;
          }
          const wholeAboveLow = Halves.whole(aboveLow);
          const wholeBelowLow = Halves.whole(belowLow);
          const wholeAboveHigh = Halves.whole(aboveHigh);
          const wholeBelowHigh = Halves.whole(belowHigh);
          const wholeLow = sumOfProducts(wholeAboveLow, beta0, wholeBelowLow, beta1);
          const wholeHigh = sumOfProducts(wholeAboveHigh, beta0, wholeBelowHigh, beta1);
          const restAboveLow = f64x2.sub(aboveLow, wholeAboveLow);
          const restBelowLow = f64x2.sub(belowLow, wholeBelowLow);
          const restAboveHigh = f64x2.sub(aboveHigh, wholeAboveHigh);
          const restBelowHigh = f64x2.sub(belowHigh, wholeBelowHigh);
          const restLow = f64x2.add(sumOfProducts(restAboveLow, beta0, restBelowLow, beta1), zero);
          const restHigh = f64x2.add(sumOfProducts(restAboveHigh, beta0, restBelowHigh, beta1), zero);
          FloatPass.storeParts(block, lane, state, wholeLow, wholeHigh, restLow, restHigh, pass);
          continue;
        }
      }
      // Sums of halves below 2^13 have 53 bits.
      const sumLow = f64x2.add(sumOfProducts(aboveLow, beta0, belowLow, beta1), zero);
      const sumHigh = f64x2.add(sumOfProducts(aboveHigh, beta0, belowHigh, beta1), zero);
      FloatPass.storeColor(block, lane, state, rounded(sumLow, sumHigh));
    }
    return left;
  }

  /** Leaves a lane to the units if a magnitude is beyond its limit. */
  @inline
  static isLeft(lane: usize, magnitudes: v128, limits: v128): bool {
    if (i32x4.all_true(f32x4.lt(magnitudes, limits))) return false;
    store<i32>(lane, 1, LANE_LEFT);
    return true;
  }

  @inline
  static storeNearest(block: usize, lane: usize, state: usize, texel: v128, pass: i32): void {
    if (pass == ONCE) {
      FloatPass.storeColor(block, lane, state, texel);
      return;
    }
    const wholeLow = Halves.whole(low(texel));
    const wholeHigh = Halves.whole(high(texel));
    const restLow = f64x2.sub(low(texel), wholeLow);
    const restHigh = f64x2.sub(high(texel), wholeHigh);
    FloatPass.storeParts(block, lane, state, wholeLow, wholeHigh, restLow, restHigh, pass);
  }

  /** The result of a lane, or its level's sum, of whole parts and rests. */
  @inline
  static storeParts(
    block: usize,
    lane: usize,
    state: usize,
    wholeLow: v128,
    wholeHigh: v128,
    restLow: v128,
    restHigh: v128,
    pass: i32,
  ): void {
    if (pass == ONCE) {
      const color = rounded(Halves.sum(wholeLow, restLow), Halves.sum(wholeHigh, restHigh));
      FloatPass.storeColor(block, lane, state, color);
      return;
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

  /** @param color in the order of the texel's components */
  @inline
  static storeColor(block: usize, lane: usize, state: usize, color: v128): void {
    const ordered = v128.and(i8x16.swizzle(color, v128.load(state, STATE_ORDER)), v128.load(state, STATE_KEPT));
    v128.store(block + 4 * (lane - block), v128.or(ordered, v128.load(state, STATE_CONSTANT)), LANE_COLOR);
  }
}

/** Average of the samples, lerp between the levels and result. */
export function finishFloats(block: usize, state: usize, lanes: i32): void {
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
    FloatPass.storeColor(block, lane, state, rounded(sumLow, sumHigh));
  }
}

class Halves {
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
