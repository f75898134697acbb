import {
  FORM_SIGNED,
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_COLUMN,
  LANE_ROW,
  LANE_SAMPLES,
  LANE_START,
  LANE_SUM_HI,
  LANE_SUM_LO,
  LANE_TEXELS,
  ROUND_ADD,
  ROUND_BITS,
  ROUND_EVEN,
  STATE_ADD_V,
  STATE_BIAS_U,
  STATE_BIAS_V,
  STATE_BORDER,
  STATE_CONSTANT,
  STATE_DEPTH_ONE,
  STATE_DIRECT,
  STATE_FORM,
  STATE_KEPT_U,
  STATE_LEAST,
  STATE_NARROWS,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_NEAREST,
  STATE_OFFSET,
  STATE_PAIRS,
  STATE_SHIFT_V,
  STATE_SIGN,
  STATE_SIGNED,
  STATE_SINGLE,
  STATE_SUM_CONSTANTS,
  STATE_VALUES,
  STATE_VALUE_BITS,
} from '../kernel-layout.ts';
import { compareDepths } from './depth-compare.ts';
import { rounded } from './float64.ts';
import { narrow } from './narrow.ts';
import { ONCE, Pass } from './pass.ts';
import { gatherCodes } from './texels.ts';

/**
 * Texel loads, decode and both lerps of one pass, for codes of up to 16 bits: the sums of the levels, or the result of
 * states with one sample.
 */
export function filterWide(block: usize, state: usize, lanes: i32, pass: i32): void {
  if (!isInPlace(state)) gatherCodes(block, state, lanes, pass);
  const end = block + 4 * lanes;
  if (load<f64>(state, STATE_DEPTH_ONE) != 0) compareDepths(block, state, lanes, pass);
  if (load<i32>(state, STATE_DIRECT) != 0) pass = ONCE;
  if (load<i32>(state, STATE_NEAREST) != 0) filterNearest(block, state, end, pass);
  else if ((load<i32>(state, STATE_NARROWS) | load<i32>(state, STATE_SHIFT_V)) != 0)
    filterNarrowed(block, state, end, pass);
  else if (pass == ONCE) filterOnce(block, state, end);
  else filterSample(block, state, end, pass);
}

/** True if the filter reads the texels where they lie in memory. */
function isInPlace(state: usize): bool {
  return load<i32>(state, STATE_FORM) <= FORM_SIGNED && load<f64>(state, STATE_DEPTH_ONE) == 0;
}

// A loop for each kind of pass: V8 keeps in registers what one of them needs.

function filterNearest(block: usize, state: usize, end: usize, pass: i32): void {
  const bits = load<i32>(state, STATE_VALUE_BITS);
  const single = load<i32>(state, STATE_SINGLE);
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  const least = v128.load(state, STATE_LEAST);
  const order = v128.load(state, STATE_PAIRS);
  const border = load<i32>(state, STATE_BORDER);
  const inPlace = isInPlace(state);
  for (let lane = block; lane < end; lane += 4) {
    if (Pass.skips(lane, pass, single)) continue;
    let at = <i32>(block + 8 * (lane - block) + LANE_TEXELS);
    if (inPlace) {
      const column = load<i32>(load<usize>(lane, LANE_COLUMN));
      at = column + load<i32>(load<usize>(lane, LANE_ROW)) + load<i32>(lane, LANE_START);
      at = at < 0 ? border : at;
    }
    const texel = i8x16.swizzle(v128.load64_zero(at), order);
    const code = signed ? i32x4.shr_s(i16x8.max_s(texel, least), 16) : i32x4.shr_u(texel, 16);
    WidePass.store(block, lane, state, i32x4.shl(code, bits), pass);
  }
}

function filterNarrowed(block: usize, state: usize, end: usize, pass: i32): void {
  WidePass.run(block, state, end, pass, true);
}

function filterOnce(block: usize, state: usize, end: usize): void {
  WidePass.run(block, state, end, ONCE, false);
}

function filterSample(block: usize, state: usize, end: usize, pass: i32): void {
  WidePass.run(block, state, end, pass, false);
}

/** The parts that loops share. */
class WidePass {
  /**
   * Codes become signed 16-bit integers: unsigned ones lose 2^15, which is added again after the lerp along u. Sums of
   * unsigned codes take all of 32 bits.
   */
  @inline
  static run(block: usize, state: usize, end: usize, pass: i32, narrows: bool): void {
    const single = load<i32>(state, STATE_SINGLE);
    const least = v128.load(state, STATE_LEAST);
    const signing = v128.load(state, STATE_BIAS_U);
    const bias = v128.load(state, STATE_BIAS_V);
    const pairs = v128.load(state, STATE_PAIRS);
    const border = load<i32>(state, STATE_BORDER);
    const inPlace = isInPlace(state);
    const rounds = load<i32>(state, STATE_NARROWS) == 0;
    for (let lane = block; lane < end; lane += 4) {
      if (Pass.skips(lane, pass, single)) continue;
      let at00: i32;
      let at10: i32;
      let at01: i32;
      let at11: i32;
      if (inPlace) {
        const column = load<usize>(lane, LANE_COLUMN);
        const row = load<usize>(lane, LANE_ROW);
        const start = load<i32>(lane, LANE_START);
        const left = load<i32>(column) + start;
        const right = load<i32>(column, 4) + start;
        const top = load<i32>(row);
        const bottom = load<i32>(row, 4);
        at00 = left + top;
        at10 = right + top;
        at01 = left + bottom;
        at11 = right + bottom;
        if ((at00 | at10 | at01 | at11) < 0) {
          at00 = at00 < 0 ? border : at00;
          at10 = at10 < 0 ? border : at10;
          at01 = at01 < 0 ? border : at01;
          at11 = at11 < 0 ? border : at11;
        }
      } else {
        at00 = <i32>(block + 8 * (lane - block) + LANE_TEXELS);
        at10 = at00 + 8;
        at01 = at00 + 16;
        at11 = at00 + 24;
      }
      const upper = i8x16.swizzle(v128.load64_lane(at10, v128.load64_zero(at00), 1), pairs);
      const lower = i8x16.swizzle(v128.load64_lane(at11, v128.load64_zero(at01), 1), pairs);
      const weights = v128.load32_splat(lane, LANE_ALPHA);
      let above = i32x4.add(i32x4.dot_i16x8_s(i16x8.max_s(i16x8.add(upper, signing), least), weights), bias);
      let below = i32x4.add(i32x4.dot_i16x8_s(i16x8.max_s(i16x8.add(lower, signing), least), weights), bias);
      if (narrows) {
        if (rounds) {
          above = v128.and(above, v128.load(state, STATE_KEPT_U));
          below = v128.and(below, v128.load(state, STATE_KEPT_U));
        } else {
          above = narrow(above, state + STATE_NARROW_U);
          below = narrow(below, state + STATE_NARROW_U);
        }
      }
      const betas = v128.load32_splat(lane, LANE_BETA);
      const beta0 = v128.and(betas, i32x4.splat(0xffff));
      const beta1 = i32x4.shr_u(betas, 16);
      let value = i32x4.add(i32x4.mul(above, beta0), i32x4.mul(below, beta1));
      if (narrows) {
        const signed = load<i32>(state, STATE_SIGNED) != 0;
        if (rounds) {
          const shift = load<i32>(state, STATE_SHIFT_V);
          value = i32x4.add(value, v128.load32_splat(state, STATE_ADD_V));
          value = signed ? i32x4.shr_s(value, shift) : i32x4.shr_u(value, shift);
        } else {
          value = signed ? narrow(value, state + STATE_NARROW_V) : narrowUnsigned(value, state + STATE_NARROW_V);
        }
      }
      WidePass.store(block, lane, state, value, pass);
    }
  }

  /** The result of a lane, or its level's sum, which the value begins or is added to. */
  @inline
  static store(block: usize, lane: usize, state: usize, value: v128, pass: i32): void {
    // Integers of any sign, above 2^52, as the low bits of a float64.
    const integer = v128.xor(value, v128.load(state, STATE_SIGN));
    const offset = v128.load64_splat(state, STATE_OFFSET);
    const exponent = i32x4.splat(0x43300000);
    let low = f64x2.sub(v128.shuffle<i32>(integer, exponent, 0, 4, 1, 5), offset);
    let high = f64x2.sub(v128.shuffle<i32>(integer, exponent, 2, 6, 3, 7), offset);
    if (pass == ONCE) {
      low = f64x2.mul(low, v128.load(state, STATE_VALUES));
      high = f64x2.mul(high, v128.load(state, STATE_VALUES + 16));
      v128.store(block + 4 * (lane - block), v128.or(rounded(low, high), v128.load(state, STATE_CONSTANT)), LANE_COLOR);
      return;
    }
    low = f64x2.add(low, v128.load(state, STATE_SUM_CONSTANTS));
    high = f64x2.add(high, v128.load(state, STATE_SUM_CONSTANTS + 16));
    const samples = load<i32>(lane, LANE_SAMPLES);
    const sum = block + 8 * (lane - block) + (pass < samples ? LANE_SUM_HI : LANE_SUM_LO);
    if (!Pass.begins(pass, samples)) {
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
