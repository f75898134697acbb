import { ROUND_ADD, ROUND_BITS, ROUND_EVEN, ROUND_NEGATIVE } from '../kernel-layout.ts';

/** `roundShift` of four integers, by the rule at `rule`. */
export function narrow(value: v128, rule: usize): v128 {
  const bits = load<i32>(rule, ROUND_BITS);
  const even = v128.and(i32x4.shr_s(value, bits), v128.load32_splat(rule, ROUND_EVEN));
  const negative = v128.and(i32x4.shr_s(value, 31), v128.load32_splat(rule, ROUND_NEGATIVE));
  const added = i32x4.add(i32x4.add(even, negative), v128.load32_splat(rule, ROUND_ADD));
  return i32x4.shr_s(i32x4.add(value, added), bits);
}

/** `roundShift` of eight integers of 16 bits, which hold the sum of each and its rounding. */
export function narrowPairs(value: v128, rule: usize, signed: bool): v128 {
  const bits = load<i32>(rule, ROUND_BITS);
  const even = v128.and(i16x8.shr_u(value, bits), v128.load16_splat(rule, ROUND_EVEN));
  const added = i16x8.add(even, v128.load16_splat(rule, ROUND_ADD));
  if (!signed) return i16x8.shr_u(i16x8.add(value, added), bits);
  const negative = v128.and(i16x8.shr_s(value, 15), v128.load16_splat(rule, ROUND_NEGATIVE));
  return i16x8.shr_s(i16x8.add(value, i16x8.add(added, negative)), bits);
}

/**
 * `roundToInteger` of two numbers whose sum with a half is exact; never -0.
 *
 * @param mode the number of the mode in ROUNDING_MODES
 */
export function roundToInteger(x: v128, mode: i32): v128 {
  const half = f64x2.splat(0.5);
  const zero = f64x2.splat(0);
  if (mode == 0) return f64x2.add(f64x2.nearest(x), zero);
  if (mode == 1) return f64x2.add(f64x2.floor(f64x2.add(x, half)), zero);
  if (mode == 2) return f64x2.add(f64x2.ceil(f64x2.sub(x, half)), zero);
  if (mode == 4) return f64x2.add(f64x2.floor(x), zero);
  if (mode == 5) return f64x2.add(f64x2.ceil(x), zero);
  if (mode == 6) return f64x2.add(f64x2.trunc(x), zero);
  const sign = v128.and(x, f64x2.splat(-0.0));
  return f64x2.add(f64x2.trunc(f64x2.add(x, v128.or(half, sign))), zero);
}

/** 2^exponent, twice. @param exponent -1022 to 1023 */
export function powerOf2(exponent: i32): v128 {
  return i64x2.splat((<i64>(1023 + exponent)) << 52);
}
