import {
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_PASSES,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  ROUND_BITS,
  STATE_CONSTANT,
  STATE_KEPT,
  ROUND_ADD,
  ROUND_EVEN,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_ORDER,
  STATE_PASSES,
  STATE_SIGNED,
  STATE_VALUES,
} from '../kernel-layout.ts';
import { narrow } from './narrow.ts';
import { decodeTexel, texelAddresses } from './texels.ts';

/**
 * Texel loads, decode and both lerps of one pass, for codes of up to 16 bits: the sums of the levels, or the result of
 * states with one sample. Sums of unsigned codes take all of 32 bits.
 */
export function filterWide(block: usize, state: usize, lanes: i32, pass: i32): void {
  const order = v128.load(state, STATE_ORDER);
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const narrowU = load<i32>(state + STATE_NARROW_U, ROUND_BITS) != 0;
  const narrowV = load<i32>(state + STATE_NARROW_V, ROUND_BITS) != 0;
  const single = load<i32>(state, STATE_PASSES) == 0;
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  // An unsigned sum becomes a signed one by taking off 2^31.
  const flip = signed ? i32x4.splat(0) : i32x4.splat(0x8000_0000);
  const lift = signed ? f64x2.splat(0) : f64x2.splat(2147483648);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const addresses = texelAddresses(lane);
    const texel00 = decodeTexel(i32x4.extract_lane(addresses, 0), state);
    const texel10 = decodeTexel(i32x4.extract_lane(addresses, 1), state);
    const texel01 = decodeTexel(i32x4.extract_lane(addresses, 2), state);
    const texel11 = decodeTexel(i32x4.extract_lane(addresses, 3), state);
    const alphas = load<i32>(lane, LANE_ALPHA);
    const alpha0 = i32x4.splat(alphas & 0xffff);
    const alpha1 = i32x4.splat(alphas >>> 16);
    let above = i32x4.add(i32x4.mul(texel00, alpha0), i32x4.mul(texel10, alpha1));
    let below = i32x4.add(i32x4.mul(texel01, alpha0), i32x4.mul(texel11, alpha1));
    if (narrowU) {
      above = narrow(above, state + STATE_NARROW_U);
      below = narrow(below, state + STATE_NARROW_U);
    }
    const betas = load<i32>(lane, LANE_BETA);
    const beta0 = i32x4.splat(betas & 0xffff);
    const beta1 = i32x4.splat(betas >>> 16);
    let value = i32x4.add(i32x4.mul(above, beta0), i32x4.mul(below, beta1));
    if (narrowV) value = signed ? narrow(value, state + STATE_NARROW_V) : narrowUnsigned(value, state + STATE_NARROW_V);
    value = v128.xor(i8x16.swizzle(value, order), flip);
    let low = f64x2.add(f64x2.convert_low_i32x4_s(value), lift);
    let high = f64x2.add(f64x2.convert_low_i32x4_s(v128.shuffle<i64>(value, value, 1, 1)), lift);
    const at = block + 4 * (lane - block);
    if (single) {
      low = f64x2.div(low, v128.load(state, STATE_VALUES));
      high = f64x2.div(high, v128.load(state, STATE_VALUES + 16));
      const color = v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
      v128.store(at, v128.or(v128.and(color, kept), constant), LANE_COLOR);
      continue;
    }
    const samples = load<i32>(lane, LANE_SAMPLES);
    const sum = block + 8 * (lane - block) + (pass < samples ? LANE_SUM_HI : LANE_SUM_LO);
    if (pass != 0 && pass != samples) {
      low = f64x2.add(low, v128.load(sum));
      high = f64x2.add(high, v128.load(sum, 16));
    }
    v128.store(sum, low);
    v128.store(sum, high, 16);
  }
}

/** `narrow` of integers from 0 to 2^32 - 1. */
function narrowUnsigned(value: v128, rule: usize): v128 {
  const bits = load<i32>(rule, ROUND_BITS);
  const even = v128.and(i32x4.shr_u(value, bits), v128.load32_splat(rule, ROUND_EVEN));
  return i32x4.shr_u(i32x4.add(value, i32x4.add(even, v128.load32_splat(rule, ROUND_ADD))), bits);
}
