import {
  LANE_COLOR,
  LANE_LEVEL_WEIGHT,
  LANE_PASSES,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  ROUND_BITS,
  ROUND_BYTES,
  STATE_AVERAGES,
  STATE_VIEW_CONSTANT,
  STATE_DIVISOR,
  STATE_VIEW_KEPT,
  STATE_LEVEL_BITS,
  STATE_LEVEL_DROPPED,
  STATE_LEVEL_FITS,
  STATE_LIFT,
  STATE_NARROW_LEVEL,
  STATE_RECIPROCALS,
  STATE_RECIPROCAL_BITS,
  STATE_RESULT_ONES,
  STATE_RESULT_RECIPROCALS,
  STATE_ROUNDING,
  STATE_SIGNED,
} from '../kernel-layout.ts';
import { rounded } from './float64.ts';
import { narrow, powerOf2, roundToInteger } from './narrow.ts';

/** Average of the samples, lerp between the levels and result of `lanes` lanes whose sums are integers of 32 bits. */
export function finishBytes(block: usize, state: usize, lanes: i32): void {
  const divisor = v128.load(state, STATE_DIVISOR);
  const kept = v128.load(state, STATE_VIEW_KEPT);
  const constant = v128.load(state, STATE_VIEW_CONSTANT);
  const fits = load<i32>(state, STATE_LEVEL_FITS) != 0;
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (load<i32>(lane, LANE_PASSES) == 0) continue;
    const samples = load<i32>(lane, LANE_SAMPLES);
    const weight = load<i32>(lane, LANE_LEVEL_WEIGHT);
    const at = block + 4 * (lane - block);
    let finer = v128.load(at, LANE_SUM_HI);
    if (samples != 1) finer = averages(finer, samples, state);
    let color: v128;
    if (weight == 0) {
      color = f32x4.div(f32x4.convert_i32x4_s(finer), divisor);
    } else {
      let coarser = v128.load(at, LANE_SUM_LO);
      if (samples != 1) coarser = averages(coarser, samples, state);
      color = fits ? between(finer, coarser, weight, state) : betweenWide(finer, coarser, weight, state);
    }
    v128.store(at, v128.or(v128.and(color, kept), constant), LANE_COLOR);
  }
}

function averages(sums: v128, samples: i32, state: usize): v128 {
  const rule = state + STATE_AVERAGES + ROUND_BYTES * samples;
  if (load<i32>(rule, ROUND_BITS) != 0) return narrow(sums, rule);
  const low = average(f64x2.convert_low_i32x4_s(sums), samples, state);
  const high = average(f64x2.convert_low_i32x4_s(upperHalf(sums)), samples, state);
  return v128.shuffle<i64>(i32x4.trunc_sat_f64x2_s_zero(low), i32x4.trunc_sat_f64x2_s_zero(high), 0, 2);
}

/**
 * Lerp between levels, and result, of lanes whose lerp fits 32 bits.
 *
 * The product with a reciprocal rounds to the same float32 as the quotient by a code of 1: with at most 24 fraction bits
 * of at most 8-bit codes no quotient lies in the middle of two float32, or nearer to it than 2^-33 of its value.
 */
function between(finer: v128, coarser: v128, weight: i32, state: usize): v128 {
  const bits = load<i32>(state, STATE_LEVEL_BITS);
  const difference = i32x4.mul(i32x4.sub(coarser, finer), i32x4.splat(weight));
  let value = i32x4.add(i32x4.shl(finer, bits), difference);
  if (load<i32>(state + STATE_NARROW_LEVEL, ROUND_BITS) != 0) value = narrow(value, state + STATE_NARROW_LEVEL);
  const upper = upperHalf(value);
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  const low = signed ? f64x2.convert_low_i32x4_s(value) : f64x2.convert_low_i32x4_u(value);
  const high = signed ? f64x2.convert_low_i32x4_s(upper) : f64x2.convert_low_i32x4_u(upper);
  return rounded(
    f64x2.mul(low, v128.load(state, STATE_RESULT_RECIPROCALS)),
    f64x2.mul(high, v128.load(state, STATE_RESULT_RECIPROCALS + 16)),
  );
}

/** The same of wider lerps. */
function betweenWide(finer: v128, coarser: v128, weight: i32, state: usize): v128 {
  const low = lerp(f64x2.convert_low_i32x4_s(finer), f64x2.convert_low_i32x4_s(coarser), weight, state);
  const finerHigh = f64x2.convert_low_i32x4_s(upperHalf(finer));
  const high = lerp(finerHigh, f64x2.convert_low_i32x4_s(upperHalf(coarser)), weight, state);
  return rounded(
    f64x2.div(low, v128.load(state, STATE_RESULT_ONES)),
    f64x2.div(high, v128.load(state, STATE_RESULT_ONES + 16)),
  );
}

/** The same of lanes whose sums are float64 (`FixedArithmetic.finish`). */
export function finishWide(block: usize, state: usize, lanes: i32): void {
  const kept = v128.load(state, STATE_VIEW_KEPT);
  const constant = v128.load(state, STATE_VIEW_CONSTANT);
  const onesLow = v128.load(state, STATE_RESULT_ONES);
  const onesHigh = v128.load(state, STATE_RESULT_ONES + 16);
  const lift = v128.load64_splat(state, STATE_LIFT);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (load<i32>(lane, LANE_PASSES) == 0) continue;
    const samples = load<i32>(lane, LANE_SAMPLES);
    const weight = load<i32>(lane, LANE_LEVEL_WEIGHT);
    const sums = block + 8 * (lane - block);
    let low = v128.load(sums, LANE_SUM_HI);
    let high = v128.load(sums, LANE_SUM_HI + 16);
    if (samples != 1) {
      low = average(low, samples, state);
      high = average(high, samples, state);
    }
    if (weight == 0) {
      low = f64x2.mul(low, lift);
      high = f64x2.mul(high, lift);
    } else {
      let coarserLow = v128.load(sums, LANE_SUM_LO);
      let coarserHigh = v128.load(sums, LANE_SUM_LO + 16);
      if (samples != 1) {
        coarserLow = average(coarserLow, samples, state);
        coarserHigh = average(coarserHigh, samples, state);
      }
      low = lerp(low, coarserLow, weight, state);
      high = lerp(high, coarserHigh, weight, state);
    }
    const color = rounded(f64x2.div(low, onesLow), f64x2.div(high, onesHigh));
    v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
  }
}

function upperHalf(x: v128): v128 {
  return v128.shuffle<i64>(x, x, 1, 1);
}

/** The narrowed lerp between levels. */
function lerp(finer: v128, coarser: v128, weight: i32, state: usize): v128 {
  const one = f64x2.splat(<f64>(1 << load<i32>(state, STATE_LEVEL_BITS)));
  const difference = f64x2.mul(f64x2.sub(coarser, finer), f64x2.splat(<f64>weight));
  const value = f64x2.add(f64x2.mul(finer, one), difference);
  const dropped = load<i32>(state, STATE_LEVEL_DROPPED);
  if (dropped == 0) return value;
  return roundToInteger(f64x2.mul(value, powerOf2(-dropped)), load<i32>(state, STATE_ROUNDING));
}

function average(sum: v128, samples: i32, state: usize): v128 {
  const rounding = load<i32>(state, STATE_ROUNDING);
  const bits = load<i32>(state, STATE_RECIPROCAL_BITS);
  if (bits < 0) return roundToInteger(f64x2.div(sum, f64x2.splat(<f64>samples)), rounding);
  const reciprocal = v128.load64_splat(load<usize>(state, STATE_RECIPROCALS) + 8 * samples);
  return roundToInteger(f64x2.mul(f64x2.mul(sum, reciprocal), powerOf2(-bits)), rounding);
}
