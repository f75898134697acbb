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
  STATE_LEAST,
  STATE_UPPER,
} from '../kernel-layout.ts';

/** The byte addresses of a lane's four texels, (i0, j0), (i1, j0), (i0, j1), (i1, j1); negative on the border. */
export function texelAddresses(lane: usize): v128 {
  const columns = v128.load64_splat(load<usize>(lane, LANE_COLUMN));
  const rows = v128.load64_zero(load<usize>(lane, LANE_ROW));
  const lines = v128.shuffle<i32>(rows, rows, 0, 0, 1, 1);
  return i32x4.add(i32x4.add(columns, lines), v128.load32_splat(lane, LANE_START));
}

/**
 * The codes of the texel at an address, as integers, or its floats, in the order of the result's components. Texels of byte
 * tables come in the order of their bytes.
 */
export function decodeTexel(address: i32, state: usize): v128 {
  if (address < 0) return v128.load(load<usize>(state, STATE_BORDER));
  const form = load<i32>(state, STATE_FORM);
  const fields = state + STATE_FIELDS;
  if (form == FORM_BYTE_TABLES) {
    const word = load<i32>(address);
    const red = v128.load32_zero(load<usize>(fields, FIELD_TABLE) + ((word & 255) << 2));
    const green = load<usize>(fields + FIELD_BYTES, FIELD_TABLE) + ((word >>> 6) & 1020);
    const blue = load<usize>(fields + 2 * FIELD_BYTES, FIELD_TABLE) + ((word >>> 14) & 1020);
    const alpha = load<usize>(fields + 3 * FIELD_BYTES, FIELD_TABLE) + ((word >>> 22) & 1020);
    return v128.load32_lane(alpha, v128.load32_lane(blue, v128.load32_lane(green, red, 1), 2), 3);
  }
  if (form == FORM_FIELDS) {
    const red = v128.load32_zero(entry(address, fields));
    const green = v128.load32_lane(entry(address, fields + FIELD_BYTES), red, 1);
    const blue = v128.load32_lane(entry(address, fields + 2 * FIELD_BYTES), green, 2);
    return v128.load32_lane(entry(address, fields + 3 * FIELD_BYTES), blue, 3);
  }
  // Components of 16 bits, each in the upper half of 32.
  const upper = i8x16.swizzle(v128.load64_zero(address), v128.load(state, STATE_UPPER));
  if (form == FORM_SIGNED) return i32x4.max_s(i32x4.shr_s(upper, 16), v128.load(state, STATE_LEAST));
  return i32x4.shr_u(upper, 16);
}

/** The address of a component's entry in its table. */
function entry(address: i32, field: usize): usize {
  const word = load<i32>(address + load<i32>(field, FIELD_BYTE));
  const index = (word >>> load<i32>(field, FIELD_SHIFT)) & load<i32>(field, FIELD_MASK);
  return load<usize>(field, FIELD_TABLE) + (index << 2);
}

/** 2^112 as a float32: the difference of the exponents' biases. */
const TWO_TO_112: i32 = 0x77800000;

/** The float32 of four halves; infinities and NaN become values of 2^16 and more. */
export function halvesToFloats(halves: v128): v128 {
  const magnitude = i32x4.shl(v128.and(halves, i32x4.splat(0x7fff)), 13);
  const sign = i32x4.shl(v128.and(halves, i32x4.splat(0x8000)), 16);
  return v128.or(f32x4.mul(magnitude, i32x4.splat(TWO_TO_112)), sign);
}
