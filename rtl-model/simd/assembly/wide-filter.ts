import {
  FIELD_BYTES,
  FIELD_TABLE,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  FORM_SIGNED,
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_DREF,
  LANE_PASSES,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  ROUND_BITS,
  STATE_CONSTANT,
  STATE_DEPTH_EQUAL,
  STATE_DEPTH_GREATER,
  STATE_DEPTH_LESS,
  STATE_DEPTH_ONE,
  STATE_DEPTH_QUANTIZED,
  STATE_FIELDS,
  STATE_FORM,
  STATE_KEPT,
  STATE_LOWER,
  STATE_UPPER,
  ROUND_ADD,
  ROUND_EVEN,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_ORDER,
  STATE_DIRECT,
  STATE_NEAREST,
  STATE_SINGLE,
  STATE_VALUE_BITS,
  STATE_SIGNED,
  STATE_SUM_CONSTANT,
  STATE_VALUES,
  STATE_WEIGHT_BITS,
} from '../kernel-layout.ts';
import { narrow } from './narrow.ts';
import { decodeTexel, texelAddresses, Texels } from './texels.ts';

/**
 * Texel loads, decode and both lerps of one pass, for codes of up to 16 bits: the sums of the levels, or the result of
 * states with one sample. Sums of unsigned codes take all of 32 bits.
 */
export function filterWide(block: usize, state: usize, lanes: i32, pass: i32): void {
  const order = v128.load(state, STATE_ORDER);
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const sumConstant = v128.load(state, STATE_SUM_CONSTANT);
  const form = load<i32>(state, STATE_FORM);
  const places = v128.load(state, STATE_UPPER);
  const red = load<usize>(state, STATE_FIELDS + FIELD_TABLE);
  const green = load<usize>(state, STATE_FIELDS + FIELD_BYTES + FIELD_TABLE);
  const blue = load<usize>(state, STATE_FIELDS + 2 * FIELD_BYTES + FIELD_TABLE);
  const alpha = load<usize>(state, STATE_FIELDS + 3 * FIELD_BYTES + FIELD_TABLE);
  const narrowU = load<i32>(state + STATE_NARROW_U, ROUND_BITS) != 0;
  const narrowV = load<i32>(state + STATE_NARROW_V, ROUND_BITS) != 0;
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const direct = load<i32>(state, STATE_DIRECT) != 0;
  const nearest = load<i32>(state, STATE_NEAREST) != 0;
  const valueBits = load<i32>(state, STATE_VALUE_BITS);
  const compares = load<f64>(state, STATE_DEPTH_ONE) != 0;
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  const paired = !nearest && !compares && form != FORM_FIELDS && !(signed && form == FORM_BYTE_TABLES);
  const pairOrder = v128.load(state, STATE_LOWER);
  const bias = i32x4.splat(signed ? 0 : 0x8000 << load<i32>(state, STATE_WEIGHT_BITS));
  // An unsigned sum becomes a signed one by taking off 2^31.
  const flip = signed ? i32x4.splat(0) : i32x4.splat(0x8000_0000);
  const lift = signed ? f64x2.splat(0) : f64x2.splat(2147483648);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const addresses = texelAddresses(lane);
    const at00 = i32x4.extract_lane(addresses, 0);
    const at10 = nearest ? at00 : i32x4.extract_lane(addresses, 1);
    const at01 = nearest ? at00 : i32x4.extract_lane(addresses, 2);
    const at11 = nearest ? at00 : i32x4.extract_lane(addresses, 3);
    const inside = i32x4.bitmask(addresses) == 0;
    let value: v128;
    let above: v128;
    let below: v128;
    if (paired && inside) {
      const tables = form == FORM_BYTE_TABLES;
      let upper = tables ? Texels.pairsByBytes(at00, at10, red, green, blue, alpha) : Texels.pairs(at00, at10);
      let lower = tables ? Texels.pairsByBytes(at01, at11, red, green, blue, alpha) : Texels.pairs(at01, at11);
      // Codes become signed 16-bit integers: unsigned ones lose 2^15, which is added again after the first lerp.
      upper = signed ? i16x8.max_s(upper, i16x8.splat(-32767)) : v128.xor(upper, i16x8.splat(-32768));
      lower = signed ? i16x8.max_s(lower, i16x8.splat(-32767)) : v128.xor(lower, i16x8.splat(-32768));
      const weights = v128.load32_splat(lane, LANE_ALPHA);
      above = i32x4.add(i32x4.dot_i16x8_s(upper, weights), bias);
      below = i32x4.add(i32x4.dot_i16x8_s(lower, weights), bias);
    } else {
      let texel00: v128;
      let texel10: v128;
      let texel01: v128;
      let texel11: v128;
      if (form == FORM_FIELDS || !inside) {
        texel00 = decodeTexel(at00, state);
        texel10 = nearest ? texel00 : decodeTexel(at10, state);
        texel01 = nearest ? texel00 : decodeTexel(at01, state);
        texel11 = nearest ? texel00 : decodeTexel(at11, state);
      } else if (form == FORM_BYTE_TABLES) {
        texel00 = Texels.byBytes(at00, red, green, blue, alpha);
        texel10 = nearest ? texel00 : Texels.byBytes(at10, red, green, blue, alpha);
        texel01 = nearest ? texel00 : Texels.byBytes(at01, red, green, blue, alpha);
        texel11 = nearest ? texel00 : Texels.byBytes(at11, red, green, blue, alpha);
      } else if (form == FORM_SIGNED) {
        texel00 = Texels.signed(at00, places);
        texel10 = Texels.signed(at10, places);
        texel01 = Texels.signed(at01, places);
        texel11 = Texels.signed(at11, places);
      } else {
        texel00 = Texels.unsigned(at00, places);
        texel10 = Texels.unsigned(at10, places);
        texel01 = Texels.unsigned(at01, places);
        texel11 = Texels.unsigned(at11, places);
      }
      if (compares) {
        const reference = referenceOf(load<f32>(lane, LANE_DREF), state);
        // The reference is below a code that is above its floor, and above a code that is below its ceiling.
        const beneath = i32x4.splat(<i32>floor<f64>(reference));
        const beyond = i32x4.splat(<i32>ceil<f64>(reference));
        texel00 = compared(texel00, beneath, beyond, state);
        texel10 = compared(texel10, beneath, beyond, state);
        texel01 = compared(texel01, beneath, beyond, state);
        texel11 = compared(texel11, beneath, beyond, state);
      }
      if (nearest) {
        above = texel00;
        below = texel00;
      } else {
        const alphas = load<i32>(lane, LANE_ALPHA);
        const alpha0 = i32x4.splat(alphas & 0xffff);
        const alpha1 = i32x4.splat(alphas >>> 16);
        above = i32x4.add(i32x4.mul(texel00, alpha0), i32x4.mul(texel10, alpha1));
        below = i32x4.add(i32x4.mul(texel01, alpha0), i32x4.mul(texel11, alpha1));
      }
    }
    if (nearest) {
      value = i32x4.shl(above, valueBits);
    } else {
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
    value = i8x16.swizzle(value, paired && inside ? pairOrder : order);
    if (!direct) value = v128.or(v128.and(value, kept), sumConstant);
    value = v128.xor(value, flip);
    let low = f64x2.add(f64x2.convert_low_i32x4_s(value), lift);
    let high = f64x2.add(f64x2.convert_low_i32x4_s(v128.shuffle<i64>(value, value, 1, 1)), lift);
    const at = block + 4 * (lane - block);
    if (direct) {
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

/** `DepthCompare.reference` for codes. */
function referenceOf(dref: f32, state: usize): f64 {
  const depth = dref > 0 ? min<f64>(dref, 1) : 0;
  const scaled = depth * load<f64>(state, STATE_DEPTH_ONE);
  return load<i32>(state, STATE_DEPTH_QUANTIZED) ? floor<f64>(scaled + 0.5) : scaled;
}

/** The code of 1 where a comparison holds, otherwise 0. */
function compared(texel: v128, below: v128, beyond: v128, state: usize): v128 {
  const less = i32x4.gt_s(texel, below);
  const greater = i32x4.lt_s(texel, beyond);
  const equal = v128.not(v128.or(less, greater));
  const holds = v128.or(
    v128.and(less, v128.load32_splat(state, STATE_DEPTH_LESS)),
    v128.and(greater, v128.load32_splat(state, STATE_DEPTH_GREATER)),
  );
  return v128.or(holds, v128.and(equal, v128.load32_splat(state, STATE_DEPTH_EQUAL)));
}
