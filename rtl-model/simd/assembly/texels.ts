import {
  FIELD_BYTE,
  FIELD_BYTES,
  FIELD_MASK,
  FIELD_SHIFT,
  FIELD_TABLE,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  FORM_SIGNED,
  LANE_COLUMN,
  LANE_ROW,
  LANE_START,
  STATE_BORDER,
  STATE_FIELDS,
  STATE_FORM,
  STATE_UPPER,
} from '../kernel-layout.ts';

/** The byte addresses of a lane's four texels, (i0, j0), (i1, j0), (i0, j1), (i1, j1); negative on the border. */
export function texelAddresses(lane: usize): v128 {
  const columns = v128.load64_splat(load<usize>(lane, LANE_COLUMN));
  const rows = v128.load64_zero(load<usize>(lane, LANE_ROW));
  const lines = v128.shuffle<i32>(rows, rows, 0, 0, 1, 1);
  return i32x4.add(i32x4.add(columns, lines), v128.load32_splat(lane, LANE_START));
}

/** The four texels of a lane, decoded: the codes of the result's components, as integers, or its floats. */
export class Texels {
  /** @param at a texel of FORM_BYTE_TABLES, whose components come in the order of their bytes */
  @inline
  static byBytes(at: usize, red: usize, green: usize, blue: usize, alpha: usize): v128 {
    const word = load<i32>(at);
    const one = v128.load32_zero(red + ((word & 255) << 2));
    const two = v128.load32_lane(green + ((word >>> 6) & 1020), one, 1);
    const three = v128.load32_lane(blue + ((word >>> 14) & 1020), two, 2);
    return v128.load32_lane(alpha + ((word >>> 22) & 1020), three, 3);
  }

  /** The codes of two texels of FORM_BYTE_TABLES, of 16 bits, in turn: a pair for each byte. */
  @inline
  static pairsByBytes(first: usize, second: usize, red: usize, green: usize, blue: usize, alpha: usize): v128 {
    const left = load<i32>(first);
    const right = load<i32>(second);
    let pairs = v128.load32_zero(red + ((left & 255) << 2));
    pairs = v128.load16_lane(red + ((right & 255) << 2), pairs, 1);
    pairs = v128.load16_lane(green + ((left >>> 6) & 1020), pairs, 2);
    pairs = v128.load16_lane(green + ((right >>> 6) & 1020), pairs, 3);
    pairs = v128.load16_lane(blue + ((left >>> 14) & 1020), pairs, 4);
    pairs = v128.load16_lane(blue + ((right >>> 14) & 1020), pairs, 5);
    pairs = v128.load16_lane(alpha + ((left >>> 22) & 1020), pairs, 6);
    return v128.load16_lane(alpha + ((right >>> 22) & 1020), pairs, 7);
  }

  /** The 16-bit components of two texels in turn. */
  @inline
  static pairs(first: usize, second: usize): v128 {
    return v128.shuffle<i16>(v128.load64_zero(first), v128.load64_zero(second), 0, 8, 1, 9, 2, 10, 3, 11);
  }

  /** @param at a texel of 16-bit components  @param places STATE_UPPER: each in the upper half of 32 bits */
  @inline
  static unsigned(at: usize, places: v128): v128 {
    return i32x4.shr_u(i8x16.swizzle(v128.load64_zero(at), places), 16);
  }

  @inline
  static signed(at: usize, places: v128): v128 {
    return i32x4.max_s(i32x4.shr_s(i8x16.swizzle(v128.load64_zero(at), places), 16), i32x4.splat(-32767));
  }
}

/** Any texel, and the border's. */
export function decodeTexel(address: i32, state: usize): v128 {
  if (address < 0) return v128.load(load<usize>(state, STATE_BORDER));
  const form = load<i32>(state, STATE_FORM);
  const fields = state + STATE_FIELDS;
  const green = fields + FIELD_BYTES;
  const blue = fields + 2 * FIELD_BYTES;
  const alpha = fields + 3 * FIELD_BYTES;
  if (form == FORM_BYTE_TABLES) {
    const red = load<usize>(fields, FIELD_TABLE);
    const others = load<usize>(alpha, FIELD_TABLE);
    return Texels.byBytes(address, red, load<usize>(green, FIELD_TABLE), load<usize>(blue, FIELD_TABLE), others);
  }
  if (form == FORM_SIGNED) return Texels.signed(address, v128.load(state, STATE_UPPER));
  if (form != FORM_FIELDS) return Texels.unsigned(address, v128.load(state, STATE_UPPER));
  const one = v128.load32_zero(entry(address, fields));
  const two = v128.load32_lane(entry(address, green), one, 1);
  return v128.load32_lane(entry(address, alpha), v128.load32_lane(entry(address, blue), two, 2), 3);
}

/** The address of a component's entry in its table. */
function entry(address: i32, field: usize): usize {
  const word = load<i32>(address + load<i32>(field, FIELD_BYTE));
  const index = (word >>> load<i32>(field, FIELD_SHIFT)) & load<i32>(field, FIELD_MASK);
  return load<usize>(field, FIELD_TABLE) + (index << 2);
}

/** The difference of the exponents' biases, and 2^-14, as bits of a float32. */
const BIAS: i32 = 112 << 23;
const LEAST_NORMAL: i32 = 113 << 23;

/**
 * The float32 of four halves; infinities and NaN become values of 2^16 and more. No float32 on the way is a denormal,
 * which processors are slow with.
 */
export function halvesToFloats(halves: v128): v128 {
  const magnitude = v128.and(halves, i32x4.splat(0x7fff));
  const sign = i32x4.shl(v128.and(halves, i32x4.splat(0x8000)), 16);
  const normal = i32x4.add(i32x4.shl(magnitude, 13), i32x4.splat(BIAS));
  const denormal = f32x4.sub(i32x4.add(normal, i32x4.splat(1 << 23)), i32x4.splat(LEAST_NORMAL));
  return v128.or(v128.bitselect(denormal, normal, i32x4.lt_s(magnitude, i32x4.splat(0x400))), sign);
}
