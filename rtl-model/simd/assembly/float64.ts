/*
 * Steps in float64 on float32 vectors: two lanes at a time. The units compute in float64 where an exact product or sum of
 * float32 values has more than 24 bits, and round to float32 once.
 */

/** Lanes 0 and 1 of four float32, as float64. */
export function low(v: v128): v128 {
  return f64x2.promote_low_f32x4(v);
}

/** Lanes 2 and 3 of four float32, as float64. */
export function high(v: v128): v128 {
  return low(upper(v));
}

/** Lanes 2 and 3 of four float32, as lanes 0 and 1. */
export function upper(v: v128): v128 {
  return v128.shuffle<i64>(v, v, 1, 1);
}

/** Four float64, each rounded to float32. */
export function rounded(first: v128, second: v128): v128 {
  return v128.shuffle<i64>(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(second), 0, 2);
}

/** a b + c d */
export function sumOfProducts(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d));
}

/** The lengths of two vectors. */
export function lengthOf(u: v128, v: v128): v128 {
  return f64x2.sqrt(sumOfProducts(u, u, v, v));
}
