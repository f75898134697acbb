/** The 32-bit entries of four places that lie `stride` bytes apart. */
export function strided(at: usize, stride: usize): v128 {
  if (stride === 4) return v128.load(at);
  const two = v128.load32_lane(at + stride, v128.load32_zero(at), 1);
  const three = v128.load32_lane(at + 2 * stride, two, 2);
  return v128.load32_lane(at + 3 * stride, three, 3);
}

/** The entries of a table of int32 at four indices. */
export function lookUp(table: usize, index: v128): v128 {
  const at = i32x4.shl(index, 2);
  const one = v128.load32_zero(table + i32x4.extract_lane(at, 0));
  const two = v128.load32_lane(table + i32x4.extract_lane(at, 1), one, 1);
  const three = v128.load32_lane(table + i32x4.extract_lane(at, 2), two, 2);
  return v128.load32_lane(table + i32x4.extract_lane(at, 3), three, 3);
}

export function clamped(x: v128, least: v128, most: v128): v128 {
  return i32x4.max_s(least, i32x4.min_s(most, x));
}
