import {
  FORM_SIGNED,
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_DREF,
  LANE_PASSES,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  LANE_TEXELS,
  ROUND_ADD,
  ROUND_BITS,
  ROUND_EVEN,
  STATE_CONSTANT,
  STATE_DEPTH_EQUAL,
  STATE_DEPTH_GREATER,
  STATE_DEPTH_LESS,
  STATE_DEPTH_ONE,
  STATE_DEPTH_QUANTIZED,
  STATE_DIRECT,
  STATE_FORM,
  STATE_KEPT,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_NEAREST,
  STATE_ORDER,
  STATE_SIGNED,
  STATE_SINGLE,
  STATE_SUM_CONSTANT,
  STATE_VALUES,
  STATE_VALUE_BITS,
  STATE_WEIGHT_BITS,
} from '../kernel-layout.ts';
import { rounded } from './float64.ts';
import { narrow } from './narrow.ts';
import { loadTexels } from './texels.ts';

/**
 * Texel loads, decode and both lerps of one pass, for codes of up to 16 bits: the sums of the levels, or the result of
 * states with one sample.
 *
 * Codes become signed 16-bit integers: unsigned ones lose 2^15, which is added again after the lerp along u. Sums of
 * unsigned codes take all of 32 bits.
 */
export function filterWide(block: usize, state: usize, lanes: i32, pass: i32): void {
  const order = v128.load(state, STATE_ORDER);
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const sumConstant = v128.load(state, STATE_SUM_CONSTANT);
  const onesLow = v128.load(state, STATE_VALUES);
  const onesHigh = v128.load(state, STATE_VALUES + 16);
  const form = load<i32>(state, STATE_FORM);
  const narrowU = load<i32>(state + STATE_NARROW_U, ROUND_BITS) != 0;
  const narrowV = load<i32>(state + STATE_NARROW_V, ROUND_BITS) != 0;
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const direct = load<i32>(state, STATE_DIRECT) != 0;
  const nearest = load<i32>(state, STATE_NEAREST) != 0;
  const valueBits = load<i32>(state, STATE_VALUE_BITS);
  const compares = load<f64>(state, STATE_DEPTH_ONE) != 0;
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  const least = i16x8.splat(form == FORM_SIGNED ? -32767 : -32768);
  const half = i16x8.splat(signed ? 0 : -32768);
  const bias = i32x4.splat(signed ? 0 : 0x8000 << load<i32>(state, STATE_WEIGHT_BITS));
  // An unsigned sum becomes a signed one by taking off 2^31.
  const flip = signed ? i32x4.splat(0) : i32x4.splat(0x8000_0000);
  const lift = signed ? f64x2.splat(0) : f64x2.splat(2147483648);
  loadTexels(block, state, lanes, pass);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const texels = block + 8 * (lane - block);
    let value: v128;
    if (nearest) {
      let texel = v128.load64_zero(texels, LANE_TEXELS);
      if (compares) texel = compared(texel, load<f32>(lane, LANE_DREF), state);
      const code = signed ? i32x4.extend_low_i16x8_s(i16x8.max_s(texel, least)) : i32x4.extend_low_i16x8_u(texel);
      value = i32x4.shl(code, valueBits);
    } else {
      let upper = pairs(v128.load(texels, LANE_TEXELS));
      let lower = pairs(v128.load(texels, LANE_TEXELS + 16));
      if (compares) {
        const reference = load<f32>(lane, LANE_DREF);
        upper = compared(upper, reference, state);
        lower = compared(lower, reference, state);
      }
      const weights = v128.load32_splat(lane, LANE_ALPHA);
      let above = i32x4.add(i32x4.dot_i16x8_s(i16x8.max_s(v128.xor(upper, half), least), weights), bias);
      let below = i32x4.add(i32x4.dot_i16x8_s(i16x8.max_s(v128.xor(lower, half), least), weights), bias);
      if (narrowU) {
        above = narrow(above, state + STATE_NARROW_U);
        below = narrow(below, state + STATE_NARROW_U);
      }
      const betas = load<i32>(lane, LANE_BETA);
      const beta0 = i32x4.splat(betas & 0xffff);
      const beta1 = i32x4.splat(betas >>> 16);
      value = i32x4.add(i32x4.mul(above, beta0), i32x4.mul(below, beta1));
      if (narrowV)
        value = signed ? narrow(value, state + STATE_NARROW_V) : narrowUnsigned(value, state + STATE_NARROW_V);
    }
    value = i8x16.swizzle(value, order);
    if (!direct) value = v128.or(v128.and(value, kept), sumConstant);
    value = v128.xor(value, flip);
    let sumLow = f64x2.add(f64x2.convert_low_i32x4_s(value), lift);
    let sumHigh = f64x2.add(f64x2.convert_low_i32x4_s(v128.shuffle<i64>(value, value, 1, 1)), lift);
    if (direct) {
      const color = rounded(f64x2.div(sumLow, onesLow), f64x2.div(sumHigh, onesHigh));
      v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
      continue;
    }
    const samples = load<i32>(lane, LANE_SAMPLES);
    const sum = block + 8 * (lane - block) + (pass < samples ? LANE_SUM_HI : LANE_SUM_LO);
    if (pass != 0 && pass != samples) {
      sumLow = f64x2.add(sumLow, v128.load(sum));
      sumHigh = f64x2.add(sumHigh, v128.load(sum, 16));
    }
    v128.store(sum, sumLow);
    v128.store(sum, sumHigh, 16);
  }
}

/** The codes of two texels in turn. */
function pairs(texels: v128): v128 {
  return v128.shuffle<i16>(texels, texels, 0, 4, 1, 5, 2, 6, 3, 7);
}

/** `narrow` of integers from 0 to 2^32 - 1. */
function narrowUnsigned(value: v128, rule: usize): v128 {
  const bits = load<i32>(rule, ROUND_BITS);
  const even = v128.and(i32x4.shr_u(value, bits), v128.load32_splat(rule, ROUND_EVEN));
  return i32x4.shr_u(i32x4.add(value, i32x4.add(even, v128.load32_splat(rule, ROUND_ADD))), bits);
}

/** `DepthCompare.reference` for codes. */
function referenceOf(dref: f32, state: usize): f64 {
  const depth = dref > 0 ? min<f64>(dref, 1) : 0;
  const scaled = depth * load<f64>(state, STATE_DEPTH_ONE);
  return load<i32>(state, STATE_DEPTH_QUANTIZED) ? floor<f64>(scaled + 0.5) : scaled;
}

/** The code of 1 where a comparison of unsigned codes with the reference holds, otherwise 0. */
function compared(texels: v128, dref: f32, state: usize): v128 {
  const reference = referenceOf(dref, state);
  // The reference is below a code that is above its floor, and above a code that is below its ceiling.
  const less = i16x8.gt_u(texels, i16x8.splat(<i16>(<i32>floor<f64>(reference))));
  const greater = i16x8.lt_u(texels, i16x8.splat(<i16>(<i32>ceil<f64>(reference))));
  const equal = v128.not(v128.or(less, greater));
  const holds = v128.or(
    v128.and(less, v128.load16_splat(state, STATE_DEPTH_LESS)),
    v128.and(greater, v128.load16_splat(state, STATE_DEPTH_GREATER)),
  );
  return v128.or(holds, v128.and(equal, v128.load16_splat(state, STATE_DEPTH_EQUAL)));
}
