import {
  LANE_COLOR,
  LANE_LEVEL_WEIGHT,
  LANE_PASSES,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  ROUND_BITS,
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
  return v128.shuffle<i64>(
    f32x4.demote_f64x2_zero(f64x2.mul(low, v128.load(state, STATE_RESULT_RECIPROCALS))),
    f32x4.demote_f64x2_zero(f64x2.mul(high, v128.load(state, STATE_RESULT_RECIPROCALS + 16))),
    0,
    2,
  );
}

/** The same of wider lerps. */
function betweenWide(finer: v128, coarser: v128, weight: i32, state: usize): v128 {
  const low = finish(f64x2.convert_low_i32x4_s(finer), f64x2.convert_low_i32x4_s(coarser), 1, weight, state, 0);
  const finerHigh = f64x2.convert_low_i32x4_s(upperHalf(finer));
  const high = finish(finerHigh, f64x2.convert_low_i32x4_s(upperHalf(coarser)), 1, weight, state, 16);
  return v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}

/** The same of lanes whose sums are float64. */
export function finishWide(block: usize, state: usize, lanes: i32): void {
  const kept = v128.load(state, STATE_VIEW_KEPT);
  const constant = v128.load(state, STATE_VIEW_CONSTANT);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (load<i32>(lane, LANE_PASSES) == 0) continue;
    const samples = load<i32>(lane, LANE_SAMPLES);
    const weight = load<i32>(lane, LANE_LEVEL_WEIGHT);
    const sums = block + 8 * (lane - block);
    const low = finish(v128.load(sums, LANE_SUM_HI), v128.load(sums, LANE_SUM_LO), samples, weight, state, 0);
    const high = finish(
      v128.load(sums, LANE_SUM_HI + 16),
      v128.load(sums, LANE_SUM_LO + 16),
      samples,
      weight,
      state,
      16,
    );
    const color = v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
    v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
  }
}

function upperHalf(x: v128): v128 {
  return v128.shuffle<i64>(x, x, 1, 1);
}

/** `FixedArithmetic.finish` of two components. @param half 0 for r and g, 16 for b and a */
function finish(hi: v128, lo: v128, samples: i32, weight: i32, state: usize, half: usize): v128 {
  const ones = v128.load(state + half, STATE_RESULT_ONES);
  const finer = samples == 1 ? hi : average(hi, samples, state);
  if (weight == 0) return f64x2.div(f64x2.mul(finer, v128.load64_splat(state, STATE_LIFT)), ones);
  const coarser = samples == 1 ? lo : average(lo, samples, state);
  const bits = load<i32>(state, STATE_LEVEL_BITS);
  const difference = f64x2.mul(f64x2.sub(coarser, finer), f64x2.splat(<f64>weight));
  let value = f64x2.add(f64x2.mul(finer, f64x2.splat(<f64>(1 << bits))), difference);
  const dropped = load<i32>(state, STATE_LEVEL_DROPPED);
  if (dropped != 0) value = roundToInteger(f64x2.mul(value, powerOf2(-dropped)), load<i32>(state, STATE_ROUNDING));
  return f64x2.div(value, ones);
}

function average(sum: v128, samples: i32, state: usize): v128 {
  const rounding = load<i32>(state, STATE_ROUNDING);
  const bits = load<i32>(state, STATE_RECIPROCAL_BITS);
  if (bits < 0) return roundToInteger(f64x2.div(sum, f64x2.splat(<f64>samples)), rounding);
  const reciprocal = v128.load64_splat(load<usize>(state, STATE_RECIPROCALS) + 8 * samples);
  return roundToInteger(f64x2.mul(f64x2.mul(sum, reciprocal), powerOf2(-bits)), rounding);
}
