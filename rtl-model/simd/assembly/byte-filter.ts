import {
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_COLUMN,
  LANE_ROW,
  LANE_SAMPLES,
  LANE_START,
  LANE_SUM_HI,
  LANE_SUM_LO,
  STATE_BIAS_U,
  STATE_BIAS_V,
  STATE_BORDER,
  STATE_CONSTANT,
  STATE_DIRECT,
  STATE_DIVISOR,
  STATE_KEPT_U,
  STATE_LOWER,
  STATE_NARROWS,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_NEAREST,
  STATE_SHIFT_V,
  STATE_SIGNED,
  STATE_SINGLE,
  STATE_STEP,
  STATE_SUM_CONSTANT,
  STATE_TEXELS,
  STATE_UPPER,
  STATE_VALUE_BITS,
} from '../kernel-layout.ts';
import { narrow, narrowPairs } from './narrow.ts';
import { ONCE, Pass } from './pass.ts';

/**
 * Texel loads, decode and both lerps of one pass, for texels of one to four 8-bit components that are their own codes:
 * the sums of the levels, or the result of states with one sample.
 */
export function filterBytes(block: usize, state: usize, lanes: i32, pass: i32): void {
  const end = block + 4 * lanes;
  if (load<i32>(state, STATE_DIRECT) != 0) pass = ONCE;
  if (load<i32>(state, STATE_NEAREST) != 0) filterNearest(block, state, end, pass);
  else if (load<i32>(state, STATE_NARROWS) != 0) filterNarrowed(block, state, end, pass);
  else if (pass == ONCE) filterOnce(block, state, end);
  else if (pass == 0) filterFirst(block, state, end);
  else filterNext(block, state, end, pass);
}

// A loop for each kind of pass: V8 keeps in registers what one of them needs.

function filterOnce(block: usize, state: usize, end: usize): void {
  LinearPass.run(block, state, end, ONCE, false);
}

function filterFirst(block: usize, state: usize, end: usize): void {
  LinearPass.run(block, state, end, 0, false);
}

function filterNext(block: usize, state: usize, end: usize, pass: i32): void {
  LinearPass.run(block, state, end, pass, false);
}

function filterNarrowed(block: usize, state: usize, end: usize, pass: i32): void {
  LinearPass.run(block, state, end, pass, true);
}

/** The parts of a linear pass that every loop has. */
class LinearPass {
  @inline
  static run(block: usize, state: usize, end: usize, pass: i32, narrows: bool): void {
    const above = v128.load(state, STATE_UPPER);
    const below = v128.load(state, STATE_LOWER);
    const step = load<i32>(state, STATE_STEP);
    const signing = v128.load(state, STATE_BIAS_U);
    const kept = v128.load(state, STATE_KEPT_U);
    const bias = v128.load(state, STATE_BIAS_V);
    const shift = load<i32>(state, STATE_SHIFT_V);
    const signed = load<i32>(state, STATE_SIGNED) != 0;
    const single = load<i32>(state, STATE_SINGLE);
    const divisor = v128.load(state, STATE_DIVISOR);
    const constant = pass == ONCE ? v128.load(state, STATE_CONSTANT) : v128.load(state, STATE_SUM_CONSTANT);
    let to = block;
    for (let lane = block; lane < end; lane += 4, to += 16) {
      if (Pass.skips(lane, pass, single)) continue;
      const value = LinearPass.lerps(lane, state, above, below, step, signing, kept, bias, shift, signed, narrows);
      if (pass == ONCE) {
        v128.store(to, v128.or(f32x4.div(f32x4.convert_i32x4_s(value), divisor), constant), LANE_COLOR);
      } else if (pass == 0) {
        v128.store(to, v128.or(value, constant), LANE_SUM_HI);
      } else {
        LinearPass.add(to, lane, pass, v128.or(value, constant));
      }
    }
  }

  /** Adds a sample to the sum of its level. */
  @inline
  static add(to: usize, lane: usize, pass: i32, value: v128): void {
    const samples = load<i32>(lane, LANE_SAMPLES);
    const sum = pass < samples ? to + LANE_SUM_HI : to + LANE_SUM_LO;
    v128.store(sum, Pass.begins(pass, samples) ? value : i32x4.add(value, v128.load(sum)));
  }

  /**
   * Both lerps of a lane, with as many fraction bits as the design keeps; 0 for components that do not come from texels.
   *
   * Products of a code and a weight of at most 2^8, and their sums over a pair, fit 16 bits, so that each lerp is one dot
   * product. It takes signed numbers: rows of unsigned codes go in 2^15 less than they are.
   */
  @inline
  static lerps(
    lane: usize,
    state: usize,
    above: v128,
    below: v128,
    step: i32,
    signing: v128,
    kept: v128,
    bias: v128,
    shift: i32,
    signed: bool,
    narrows: bool,
  ): v128 {
    const column = load<usize>(lane, LANE_COLUMN);
    const row = load<usize>(lane, LANE_ROW);
    const left = load<i32>(column);
    const start = load<i32>(lane, LANE_START) + left;
    const at00 = load<i32>(row) + start;
    const at01 = load<i32>(row, 4) + start;
    const apart = load<i32>(column, 4) - left;
    // Two texels side by side are one load.
    const texels =
      apart == step
        ? v128.load64_lane(at01, v128.load64_zero(at00), 1)
        : fourTexels(at00, at01, apart, load<i32>(state, STATE_BORDER), v128.load(state, STATE_TEXELS));
    let upper = i8x16.swizzle(texels, above);
    let lower = i8x16.swizzle(texels, below);
    if (signed) {
      const least = i16x8.splat(-127);
      upper = i16x8.max_s(i16x8.shr_s(upper, 8), least);
      lower = i16x8.max_s(i16x8.shr_s(lower, 8), least);
    }
    const alpha = v128.load32_splat(lane, LANE_ALPHA);
    const first = i32x4.dot_i16x8_s(upper, alpha);
    const second = i32x4.dot_i16x8_s(lower, alpha);
    let rows = v128.shuffle<i16>(first, i32x4.shl(second, 16), 0, 9, 2, 11, 4, 13, 6, 15);
    if (narrows) rows = i16x8.add(narrowPairs(rows, state + STATE_NARROW_U, signed), signing);
    else rows = v128.and(i16x8.add(rows, signing), kept);
    const value = i32x4.add(i32x4.dot_i16x8_s(rows, v128.load32_splat(lane, LANE_BETA)), bias);
    return narrows ? narrow(value, state + STATE_NARROW_V) : i32x4.shr_s(value, shift);
  }
}

/** The same where no lane is filtered linearly. */
function filterNearest(block: usize, state: usize, end: usize, pass: i32): void {
  const places = v128.load(state, STATE_UPPER);
  const single = load<i32>(state, STATE_SINGLE);
  const signed = load<i32>(state, STATE_SIGNED) != 0;
  const bits = load<i32>(state, STATE_VALUE_BITS);
  const divisor = v128.load(state, STATE_DIVISOR);
  const constant = pass == ONCE ? v128.load(state, STATE_CONSTANT) : v128.load(state, STATE_SUM_CONSTANT);
  const border = load<i32>(state, STATE_BORDER);
  for (let lane = block; lane < end; lane += 4) {
    if (Pass.skips(lane, pass, single)) continue;
    const column = load<i32>(load<usize>(lane, LANE_COLUMN));
    const at = column + load<i32>(load<usize>(lane, LANE_ROW)) + load<i32>(lane, LANE_START);
    const texel = i8x16.swizzle(v128.load32_zero(at < 0 ? border : at), places);
    const code = signed ? i32x4.max_s(i32x4.shr_s(texel, 24), i32x4.splat(-127)) : i32x4.shr_u(texel, 24);
    const value = i32x4.shl(code, bits);
    if (pass == ONCE) {
      const color = f32x4.div(f32x4.convert_i32x4_s(value), divisor);
      v128.store(block + 4 * (lane - block), v128.or(color, constant), LANE_COLOR);
    } else {
      LinearPass.add(block + 4 * (lane - block), lane, pass, v128.or(value, constant));
    }
  }
}

/**
 * Four texels as two loads of texels side by side have them.
 *
 * @param at00,at01 addresses of the texels of column i0; negative ones are the border's
 * @param apart bytes from column i0 to column i1
 * @param places of the bytes of the four
 */
function fourTexels(at00: i32, at01: i32, apart: i32, border: i32, places: v128): v128 {
  let at10 = at00 + apart;
  let at11 = at01 + apart;
  if ((at00 | at10 | at01 | at11) < 0) {
    at00 = at00 < 0 ? border : at00;
    at10 = at10 < 0 ? border : at10;
    at01 = at01 < 0 ? border : at01;
    at11 = at11 < 0 ? border : at11;
  }
  const one = v128.load32_zero(at00);
  const two = v128.load_lane<u32>(at10, one, 1);
  const three = v128.load_lane<u32>(at01, two, 2);
  return i8x16.swizzle(v128.load_lane<u32>(at11, three, 3), places);
}
