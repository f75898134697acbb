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
  return f64x2.promote_low_f32x4(v128.shuffle<i64>(v, v, 1, 1));
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

/**
 * `roundToInteger` of two numbers.
 *
 * @param mode the number of the mode in ROUNDING_MODES
 */
export function roundToInteger(x: v128, mode: i32): v128 {
  if (mode === 0) return f64x2.nearest(x);
  if (mode === 4) return f64x2.floor(x);
  if (mode === 5) return f64x2.ceil(x);
  if (mode === 6) return f64x2.trunc(x);
  const zero = f64x2.splat(0);
  const half = f64x2.splat(0.5);
  const one = f64x2.splat(1);
  const below = f64x2.floor(x);
  // Just below 0 the fraction may need more bits than a float64 has, and could round onto one half.
  const justBelow = v128.and(f64x2.gt(x, f64x2.splat(-0.5)), f64x2.lt(x, zero));
  const fraction = v128.bitselect(one, f64x2.sub(x, below), justBelow);
  let carries = f64x2.gt(fraction, half);
  if (mode === 1) carries = f64x2.ge(fraction, half);
  if (mode === 3) carries = v128.or(carries, v128.and(f64x2.eq(fraction, half), f64x2.ge(below, zero)));
  return f64x2.add(below, v128.and(carries, one));
}
