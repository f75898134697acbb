import {
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_COLUMN,
  LANE_PASSES,
  LANE_ROW,
  LANE_SAMPLES,
  LANE_START,
  LANE_SUM_HI,
  LANE_SUM_LO,
  ROUND_BITS,
  STATE_BIAS_U,
  STATE_BIAS_V,
  STATE_BORDER,
  STATE_CONSTANT,
  STATE_DIVISOR,
  STATE_FLIP,
  STATE_KEPT,
  STATE_LEAST,
  STATE_LOWER,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_DIRECT,
  STATE_NEAREST,
  STATE_SIGNED,
  STATE_SINGLE,
  STATE_VALUE_BITS,
  STATE_SUM_CONSTANT,
  STATE_UPPER,
} from '../kernel-layout.ts';
import { narrow } from './narrow.ts';

/**
 * Texel loads, decode and both lerps of one pass, for texels of one to four 8-bit components that are their own codes:
 * the sums of the levels, or the result of states with one sample.
 *
 * A code is made a signed byte: an unsigned one by inverting its highest bit, which takes 128 off. Products of a byte and
 * a weight of at most 2^8, and their sums over a pair, fit 16 bits, so that each lerp is one dot product.
 */
export function filterBytes(block: usize, state: usize, lanes: i32, pass: i32): void {
  const upper = v128.load(state, STATE_UPPER);
  const lower = v128.load(state, STATE_LOWER);
  const flip = v128.load(state, STATE_FLIP);
  const least = v128.load(state, STATE_LEAST);
  const biasU = v128.load(state, STATE_BIAS_U);
  const biasV = v128.load(state, STATE_BIAS_V);
  const divisor = v128.load(state, STATE_DIVISOR);
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const sumConstant = v128.load(state, STATE_SUM_CONSTANT);
  const border = load<i32>(state, STATE_BORDER);
  const narrowU = load<i32>(state + STATE_NARROW_U, ROUND_BITS) != 0;
  const narrowV = load<i32>(state + STATE_NARROW_V, ROUND_BITS) != 0;
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const direct = load<i32>(state, STATE_DIRECT) != 0;
  const nearest = load<i32>(state, STATE_NEAREST) != 0;
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  const valueBits = load<i32>(state, STATE_VALUE_BITS);
  const low = i32x4.splat(0xffff);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const column = load<usize>(lane, LANE_COLUMN);
    const row = load<usize>(lane, LANE_ROW);
    const start = load<i32>(lane, LANE_START);
    const left = load<i32>(column);
    const top = load<i32>(row) + start;
    let at00 = left + top;
    let value: v128;
    if (nearest) {
      const texel = i8x16.swizzle(v128.load32_zero(at00 < 0 ? border : at00), upper);
      const code = signed ? i32x4.max_s(i32x4.shr_s(texel, 24), i32x4.splat(-127)) : i32x4.shr_u(texel, 24);
      value = i32x4.shl(code, valueBits);
    } else {
      const right = load<i32>(column, 4);
      const bottom = load<i32>(row, 4) + start;
      let at10 = right + top;
      let at01 = left + bottom;
      let at11 = right + bottom;
      if ((at00 | at10 | at01 | at11) < 0) {
        at00 = at00 < 0 ? border : at00;
        at10 = at10 < 0 ? border : at10;
        at01 = at01 < 0 ? border : at01;
        at11 = at11 < 0 ? border : at11;
      }
      let texels = v128.load32_zero(at00);
      texels = v128.load_lane<u32>(at10, texels, 1);
      texels = v128.load_lane<u32>(at01, texels, 2);
      texels = v128.load_lane<u32>(at11, texels, 3);
      texels = i8x16.max_s(v128.xor(texels, flip), least);
      // Each byte stands in the upper half of 16 bits: the sums are 2^8 times what they mean.
      const alpha = v128.load32_splat(lane, LANE_ALPHA);
      const above = i32x4.dot_i16x8_s(i8x16.swizzle(texels, upper), alpha);
      const below = i32x4.dot_i16x8_s(i8x16.swizzle(texels, lower), alpha);
      let rows: v128;
      if (narrowU) {
        const one = narrow(i32x4.add(i32x4.shr_s(above, 8), biasU), state + STATE_NARROW_U);
        const other = narrow(i32x4.add(i32x4.shr_s(below, 8), biasU), state + STATE_NARROW_U);
        rows = v128.or(v128.and(one, low), i32x4.shl(other, 16));
      } else {
        rows = v128.or(v128.and(i32x4.shr_u(above, 8), low), i32x4.shl(below, 8));
      }
      value = i32x4.add(i32x4.dot_i16x8_s(rows, v128.load32_splat(lane, LANE_BETA)), biasV);
      if (narrowV) value = narrow(value, state + STATE_NARROW_V);
    }
    if (direct) {
      const color = f32x4.div(f32x4.convert_i32x4_s(value), divisor);
      v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
      continue;
    }
    value = v128.or(v128.and(value, kept), sumConstant);
    const samples = load<i32>(lane, LANE_SAMPLES);
    const sum = block + 4 * (lane - block) + (pass < samples ? LANE_SUM_HI : LANE_SUM_LO);
    if (pass != 0 && pass != samples) value = i32x4.add(value, v128.load(sum));
    v128.store(sum, value);
  }
}
