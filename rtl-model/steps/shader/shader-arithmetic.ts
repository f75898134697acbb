import { ROUNDING_MODES, type RoundingMode } from '../../fixed-point/rounding.ts';
import { cName } from '../c/c-text.ts';

/**
 * Integers of 64 bits and float64 in words of 32 bits, for shaders: their floats need not round as IEEE 754 does, and may flush
 * denormals. The text is the part of GLSL that `dialects.ts` makes WGSL of.
 * A pair (x, y) has the lower word first. A float32 is a float64 that holds it, denormals included. A float64 that is less than
 * 2^-1022 would be 0: no product or square of float32 is.
 */

/** The carry of a rounding: true if the integer below becomes the next one. */
const CARRIES: Readonly<Record<RoundingMode, string>> = {
  'nearest-even': 'more || (tie && odd)',
  'nearest-up': 'more || tie',
  'nearest-down': 'more',
  'nearest-away': 'more || (tie && !negative)',
  floor: 'false',
  ceil: 'some',
  'toward-zero': 'some && negative',
  'nearest-toward-zero': 'more || (tie && negative)',
};

/** The same of a magnitude, whose bits below are cut off. */
const MAGNITUDE_CARRIES: Readonly<Record<RoundingMode, string>> = {
  'nearest-even': 'more || (tie && odd)',
  'nearest-up': 'more || (tie && !negative)',
  'nearest-down': 'more || (tie && negative)',
  'nearest-away': 'more || tie',
  floor: 'some && negative',
  ceil: 'some && !negative',
  'toward-zero': 'false',
  'nearest-toward-zero': 'more',
};

/** Declarations of the variables that a carry has. */
function declared(carries: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .filter(([variable]) => new RegExp(`\\b${variable}\\b`).test(carries))
    .map(([variable, value]) => `  bool ${variable} = ${value};\n`)
    .join('');
}

/** Rounding in one mode: of integers of 32 and 64 bits, of float64, and of the sum of a float64 and a whole one. */
function rounding(mode: RoundingMode): readonly string[] {
  const name = cName(mode);
  const carries = CARRIES[mode];
  const ofMagnitude = MAGNITUDE_CARRIES[mode];
  const negative = '((x.y >> 31u) != 0u)';
  return [
    `int narrowed_${name}(int x, uint bits) {
  int below = x >> bits;
  int rest = x & ((1 << bits) - 1);
  int middle = 1 << (bits - 1u);
${declared(carries, { more: 'rest > middle', tie: 'rest == middle', some: 'rest != 0', odd: '(below & 1) != 0', negative: 'below < 0' })}  return below + SELECT(0, 1, ${carries});
}`,
    `uvec2 i64_narrowed_${name}(uvec2 x, uint bits) {
  uvec2 below = i64_right(x, bits);
  uvec2 rest = i64_subtract(x, u64_left(below, bits));
  uvec2 middle = u64_left(uvec2(1u, 0u), bits - 1u);
${declared(carries, { more: 'u64_less(middle, rest)', tie: 'u64_equal(rest, middle)', some: '(rest.x | rest.y) != 0u', odd: '(below.x & 1u) != 0u', negative: '(below.y >> 31u) != 0u' })}  return i64_add(below, uvec2(SELECT(0u, 1u, ${carries}), 0u));
}`,
    // No -0.
    `uvec2 f64_rounded_${name}(uvec2 x) {
  uint exponent = (x.y >> 20u) & 0x7ffu;
  int part = f64_part(x);
${declared(ofMagnitude, { more: 'part == 3', tie: 'part == 2', some: 'part != 0', odd: 'f64_is_odd(x)', negative })}  bool carries = ${ofMagnitude};
  uint bits = clamp(1075u - exponent, 0u, 52u);
  uvec2 large = u64_left(i64_add(u64_right(x, bits), uvec2(SELECT(0u, 1u, carries), 0u)), bits);
  uvec2 small = uvec2(0u, SELECT(0u, 0x3ff00000u | (x.y & 0x80000000u), carries));
  return SELECT(SELECT(large, small, exponent < 1023u), x, exponent >= 1075u);
}`,
    `uvec2 f64_rounded_sum_${name}(uvec2 x, uvec2 whole) {
  uvec2 sum = f64_add(f64_floor(x), whole);
  int magnitude = f64_part(x);
  int part = SELECT(magnitude, 4 - magnitude, (magnitude != 0) && ${negative});
${declared(carries, { more: 'part == 3', tie: 'part == 2', some: 'part != 0', odd: 'f64_is_odd(sum)', negative: '(sum.y >> 31u) != 0u' })}  return SELECT(sum, f64_add(sum, uvec2(0u, 0x3ff00000u)), ${carries});
}`,
  ];
}

/** The functions, in an order in which each calls those before it. */
const ARITHMETIC: readonly string[] = [
  // Integers.
  `uvec2 product(uint a, uint b) {
  uint low = (a & 0xffffu) * (b & 0xffffu);
  uint first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  uint second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
  return uvec2((second << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u));
}`,
  `uvec2 i64_of(int a) {
  return uvec2(uint(a), uint(a >> 31u));
}`,
  `uvec2 i64_add(uvec2 a, uvec2 b) {
  uint low = a.x + b.x;
  return uvec2(low, a.y + b.y + SELECT(0u, 1u, low < a.x));
}`,
  `uvec2 i64_subtract(uvec2 a, uvec2 b) {
  return uvec2(a.x - b.x, a.y - b.y - SELECT(0u, 1u, a.x < b.x));
}`,
  `uvec2 i64_multiply(uvec2 a, uvec2 b) {
  uvec2 low = product(a.x, b.x);
  return uvec2(low.x, low.y + a.x * b.y + a.y * b.x);
}`,
  `bool u64_less(uvec2 a, uvec2 b) {
  return SELECT(a.y < b.y, a.x < b.x, a.y == b.y);
}`,
  `bool u64_equal(uvec2 a, uvec2 b) {
  return ((a.x ^ b.x) | (a.y ^ b.y)) == 0u;
}`,
  `bool i64_less(uvec2 a, uvec2 b) {
  return u64_less(uvec2(a.x, a.y ^ 0x80000000u), uvec2(b.x, b.y ^ 0x80000000u));
}`,
  `uvec2 u64_left(uvec2 a, uint n) {
  uint m = n & 31u;
  uint low = a.x << m;
  return SELECT(uvec2(low, (a.y << m) | ((a.x >> 1u) >> (31u - m))), uvec2(0u, low), n >= 32u);
}`,
  `uvec2 u64_right(uvec2 a, uint n) {
  uint m = n & 31u;
  uint high = a.y >> m;
  return SELECT(uvec2((a.x >> m) | ((a.y << 1u) << (31u - m)), high), uvec2(high, 0u), n >= 32u);
}`,
  `uvec2 i64_right(uvec2 a, uint n) {
  uint m = n & 31u;
  uint high = uint(int(a.y) >> m);
  return SELECT(uvec2((a.x >> m) | ((a.y << 1u) << (31u - m)), high), uvec2(high, uint(int(a.y) >> 31u)), n >= 32u);
}`,
  `int floor_quotient(int a, int b) {
  int towards_zero = abs(a) / b;
  bool is_below = towards_zero * b != -a;
  return SELECT(towards_zero, -towards_zero - SELECT(0, 1, is_below), a < 0);
}`,
  // Shifted to the right, with the lowest bit set where a bit was lost. An integer that is not 0.
  `uvec2 u64_right_sticky(uvec2 a, uint n) {
  uint m = min(n, 63u);
  uvec2 kept = u64_right(a, m);
  uvec2 back = u64_left(kept, m);
  uint lost = SELECT(1u, 0u, ((back.x ^ a.x) | (back.y ^ a.y)) == 0u);
  return SELECT(uvec2(kept.x | lost, kept.y), uvec2(1u, 0u), n > 63u);
}`,
  `uint leading_zeros(uvec2 a) {
  return SELECT(leading_zeros_of_word(a.y), 32u + leading_zeros_of_word(a.x), a.y == 0u);
}`,
  // Floats.
  `bool f64_is_nan(uvec2 a) {
  return u64_less(uvec2(0u, 0x7ff00000u), uvec2(a.x, a.y & 0x7fffffffu));
}`,
  `bool f64_is_finite(uvec2 a) {
  return (a.y & 0x7ff00000u) != 0x7ff00000u;
}`,
  // Denormals count as zeros.
  `bool f64_is_zero(uvec2 a) {
  return (a.y & 0x7ff00000u) == 0u;
}`,
  // mantissa 2^(exponent - 63), rounded to nearest even. The lowest bit of the mantissa stands for all that are lost.
  `uvec2 f64_pack(uint sign, int exponent, uvec2 mantissa) {
  uint zeros = leading_zeros(mantissa);
  uvec2 m = u64_left(mantissa, zeros & 63u);
  int e = exponent - int(zeros) + 1023;
  uint rest = m.x & 0x7ffu;
  uint odd = (m.x >> 11u) & 1u;
  uvec2 kept = i64_add(u64_right(m, 11u), uvec2(SELECT(0u, 1u, rest + odd > 0x400u), 0u));
  uvec2 packed_float = uvec2(kept.x, sign | (kept.y + (uint(e - 1) << 20u)));
  uvec2 held = SELECT(packed_float, uvec2(0u, sign | 0x7ff00000u), e >= 2047);
  bool is_zero = (e <= 0) || (zeros == 64u);
  return SELECT(held, uvec2(0u, sign), is_zero);
}`,
  `int f64_exponent(uvec2 a) {
  return int((a.y >> 20u) & 0x7ffu) - 1023;
}`,
  // The mantissa of a finite float that is not 0, with its leading bit as the highest one.
  `uvec2 f64_mantissa(uvec2 a) {
  return uvec2(a.x << 11u, 0x80000000u | ((a.y & 0xfffffu) << 11u) | (a.x >> 21u));
}`,
  `uvec2 f64_of(uvec2 integer) {
  uint sign = integer.y & 0x80000000u;
  return f64_pack(sign, 63, SELECT(integer, i64_subtract(uvec2(0u, 0u), integer), sign != 0u));
}`,
  `uvec2 f64_of_int(int integer) {
  uint magnitude = SELECT(uint(integer), 0u - uint(integer), integer < 0);
  uint zeros = leading_zeros_of_word(magnitude);
  uint m = magnitude << (zeros & 31u);
  uint high = (uint(integer) & 0x80000000u) + ((1053u - zeros) << 20u) + (m >> 11u);
  return SELECT(uvec2(m << 21u, high), uvec2(0u, 0u), integer == 0);
}`,
  `uvec2 f64_of_bits(uint bits) {
  uint sign = bits & 0x80000000u;
  uint exponent = (bits >> 23u) & 0xffu;
  uint fraction = bits & 0x7fffffu;
  uint e = SELECT(exponent + 896u, 2047u, exponent == 255u);
  uint zeros = leading_zeros_of_word(fraction) & 31u;
  uint m = fraction << zeros;
  uvec2 denormal = uvec2(m << 21u, sign + ((904u - zeros) << 20u) + (m >> 11u));
  uvec2 small = SELECT(denormal, uvec2(0u, sign), fraction == 0u);
  return SELECT(uvec2(fraction << 29u, sign | (e << 20u) | (fraction >> 3u)), small, exponent == 0u);
}`,
  `uvec2 f64_single(uvec2 a) {
  uint sign = a.y & 0x80000000u;
  uint e = (a.y >> 20u) & 0x7ffu;
  uint n = uint(clamp(926 - int(e), 29, 52));
  uint odd = SELECT(u64_right(a, n).x & 1u, 1u, n == 52u);
  uvec2 below_half = i64_subtract(u64_left(uvec2(1u, 0u), n - 1u), uvec2(1u - odd, 0u));
  uvec2 sum = u64_left(u64_right(i64_add(a, below_half), n), n);
  uvec2 held = SELECT(sum, uvec2(0u, sign | 0x7ff00000u), ((sum.y >> 20u) & 0x7ffu) >= 1151u);
  bool is_least = (e == 873u) && (((a.y & 0xfffffu) | a.x) != 0u);
  uvec2 small = uvec2(0u, sign | SELECT(0u, 0x36a00000u, is_least));
  return SELECT(SELECT(held, small, e < 874u), a, e == 2047u);
}`,
  // The bits of a float64 that holds a float32.
  `uint bits_of(uvec2 a) {
  uint sign = a.y & 0x80000000u;
  uint e = (a.y >> 20u) & 0x7ffu;
  uint fraction = ((a.y & 0xfffffu) << 3u) | (a.x >> 29u);
  uint denormal = (fraction | 0x800000u) >> min(897u - min(e, 897u), 31u);
  uint finite = sign | SELECT(denormal, ((e - 896u) << 23u) | fraction, e >= 897u);
  uint other = SELECT(sign | 0x7f800000u, 0x7fc00000u, f64_is_nan(a));
  return SELECT(finite, other, e == 2047u);
}`,
  // An integer of 64 bits without a sign that rises with a float.
  `uvec2 f64_order(uvec2 a) {
  uvec2 x = SELECT(a, uvec2(0u, 0u), f64_is_zero(a));
  return SELECT(uvec2(x.x, x.y | 0x80000000u), uvec2(~x.x, ~x.y), (x.y >> 31u) != 0u);
}`,
  `bool f64_less(uvec2 a, uvec2 b) {
  uvec2 x = f64_order(a);
  uvec2 y = f64_order(b);
  bool nan_a = f64_is_nan(a);
  bool nan_b = f64_is_nan(b);
  bool is_less = u64_less(x, y);
  return is_less && !nan_a && !nan_b;
}`,
  `bool f64_equal(uvec2 a, uvec2 b) {
  bool is_same = u64_equal(a, b);
  bool are_zeros = ((a.y | b.y) & 0x7ff00000u) == 0u;
  bool is_number = !f64_is_nan(a);
  return is_number && (is_same || are_zeros);
}`,
  // NaN where one is NaN; -0 is less than +0.
  `uvec2 f64_larger(uvec2 a, uvec2 b) {
  bool is_beyond = f64_less(a, b);
  bool is_other_zero = (((a.y | b.y) & 0x7ff00000u) == 0u) && ((a.y >> 31u) != 0u);
  bool is_nan = f64_is_nan(b);
  bool takes_b = is_nan || is_beyond || is_other_zero;
  return SELECT(SELECT(a, b, takes_b), a, f64_is_nan(a));
}`,
  `uvec2 f64_smaller(uvec2 a, uvec2 b) {
  bool is_beyond = f64_less(b, a);
  bool is_other_zero = (((a.y | b.y) & 0x7ff00000u) == 0u) && ((a.y >> 31u) == 0u);
  bool is_nan = f64_is_nan(b);
  bool takes_b = is_nan || is_beyond || is_other_zero;
  return SELECT(SELECT(a, b, takes_b), a, f64_is_nan(a));
}`,
  `uvec2 f64_negate(uvec2 a) {
  return uvec2(a.x, a.y ^ 0x80000000u);
}`,
  `uvec2 f64_absolute(uvec2 a) {
  return uvec2(a.x, a.y & 0x7fffffffu);
}`,
  `uvec2 f64_add(uvec2 a, uvec2 b) {
  bool is_opposite = ((a.y ^ b.y) >> 31u) != 0u;
  bool swaps = u64_less(f64_absolute(a), f64_absolute(b));
  uvec2 x = SELECT(a, b, swaps);
  uvec2 y = SELECT(b, a, swaps);
  int exponent = f64_exponent(x);
  uvec2 larger = u64_right(f64_mantissa(x), 1u);
  uvec2 shifted = u64_right_sticky(f64_mantissa(y), uint(exponent - f64_exponent(y)) + 1u);
  uvec2 smaller = SELECT(shifted, uvec2(0u, 0u), f64_is_zero(y));
  uvec2 sum = SELECT(i64_add(larger, smaller), i64_subtract(larger, smaller), is_opposite);
  uint sign = SELECT(x.y & 0x80000000u, 0u, (sum.x | sum.y) == 0u);
  uvec2 finite = SELECT(f64_pack(sign, exponent + 1, sum), uvec2(0u, a.y & b.y & 0x80000000u), f64_is_zero(x));
  bool infinite_y = !f64_is_finite(y);
  bool nan_x = f64_is_nan(x);
  uvec2 other = SELECT(x, uvec2(0u, 0x7ff80000u), nan_x || (infinite_y && is_opposite));
  return SELECT(other, finite, f64_is_finite(x));
}`,
  `uvec2 f64_subtract(uvec2 a, uvec2 b) {
  return f64_add(a, f64_negate(b));
}`,
  `uvec2 f64_multiply(uvec2 a, uvec2 b) {
  uint sign = (a.y ^ b.y) & 0x80000000u;
  uvec2 x = f64_mantissa(a);
  uvec2 y = f64_mantissa(b);
  uvec2 low = product(x.x, y.x);
  uvec2 middle = i64_add(product(x.y, y.x), uvec2(low.y, 0u));
  uvec2 other = i64_add(product(x.x, y.y), uvec2(middle.x, 0u));
  uvec2 high = i64_add(product(x.y, y.y), i64_add(uvec2(middle.y, 0u), uvec2(other.y, 0u)));
  uint lost = SELECT(0u, 1u, (low.x | other.x) != 0u);
  uvec2 finite = f64_pack(sign, f64_exponent(a) + f64_exponent(b) + 1, uvec2(high.x | lost, high.y));
  bool nan_a = f64_is_nan(a);
  bool nan_b = f64_is_nan(b);
  bool zero_a = f64_is_zero(a);
  bool zero_b = f64_is_zero(b);
  bool finite_a = f64_is_finite(a);
  bool finite_b = f64_is_finite(b);
  bool has_zero = zero_a || zero_b;
  uvec2 infinite = uvec2(0u, SELECT(sign | 0x7ff00000u, 0x7ff80000u, nan_a || nan_b || has_zero));
  return SELECT(infinite, SELECT(finite, uvec2(0u, sign), has_zero), finite_a && finite_b);
}`,
  `uvec2 f64_divide(uvec2 a, uvec2 b) {
  uint sign = (a.y ^ b.y) & 0x80000000u;
  uvec2 divisor = u64_right(f64_mantissa(b), 1u);
  uvec2 rest = u64_right(f64_mantissa(a), 1u);
  uvec2 quotient = uvec2(0u, 0u);
  for (int n = 0; n < 56; n++) {
    bool fits = !u64_less(rest, divisor);
    quotient = uvec2((quotient.x << 1u) | SELECT(0u, 1u, fits), (quotient.y << 1u) | (quotient.x >> 31u));
    rest = u64_left(SELECT(rest, i64_subtract(rest, divisor), fits), 1u);
  }
  quotient = u64_left(quotient, 8u);
  uint lost = SELECT(0u, 1u, (rest.x | rest.y) != 0u);
  uvec2 finite = f64_pack(sign, f64_exponent(a) - f64_exponent(b), uvec2(quotient.x | lost, quotient.y));
  bool infinite_a = !f64_is_finite(a);
  bool infinite_b = !f64_is_finite(b);
  bool zero_a = f64_is_zero(a);
  bool zero_b = f64_is_zero(b);
  bool nan_a = f64_is_nan(a);
  bool nan_b = f64_is_nan(b);
  uvec2 zero = SELECT(finite, uvec2(0u, sign), infinite_b || zero_a);
  uvec2 other = SELECT(zero, uvec2(0u, sign | 0x7ff00000u), infinite_a || zero_b);
  return SELECT(other, uvec2(0u, 0x7ff80000u), nan_a || nan_b || (infinite_a && infinite_b) || (zero_a && zero_b));
}`,
  `uvec2 f64_square_root(uvec2 a) {
  int exponent = f64_exponent(a);
  uvec2 radicand = u64_right(f64_mantissa(a), SELECT(1u, 0u, (exponent & 1) != 0));
  uvec2 rest = uvec2(0u, 0u);
  uvec2 root = uvec2(0u, 0u);
  for (int n = 0; n < 56; n++) {
    rest = u64_left(rest, 2u);
    rest.x = rest.x | (radicand.y >> 30u);
    radicand = u64_left(radicand, 2u);
    uvec2 trial = u64_left(root, 2u);
    trial.x = trial.x | 1u;
    bool fits = !u64_less(rest, trial);
    rest = SELECT(rest, i64_subtract(rest, trial), fits);
    root = u64_left(root, 1u);
    root.x = root.x | SELECT(0u, 1u, fits);
  }
  root = u64_left(root, 8u);
  root.x = root.x | SELECT(0u, 1u, (rest.x | rest.y) != 0u);
  bool is_zero = f64_is_zero(a);
  bool is_finite = f64_is_finite(a);
  uvec2 itself = SELECT(f64_pack(0u, exponent >> 1u, root), a, is_zero || !is_finite);
  uvec2 other = SELECT(itself, uvec2(0u, 0x7ff80000u), ((a.y >> 31u) != 0u) && !is_zero);
  return SELECT(other, a, f64_is_nan(a));
}`,
  // The bits below 2^last are cut off.
  `uvec2 f64_cut(uvec2 a, int last) {
  int bits = last + 1075 - int((a.y >> 20u) & 0x7ffu);
  uint n = uint(clamp(bits, 0, 52));
  return SELECT(u64_left(u64_right(a, n), n), uvec2(0u, a.y & 0x80000000u), bits > 52);
}`,
  // Times a power of two.
  `uvec2 f64_scaled(uvec2 a, int bits) {
  bool is_zero = f64_is_zero(a);
  bool is_finite = f64_is_finite(a);
  return SELECT(uvec2(a.x, a.y + (uint(bits) << 20u)), a, is_zero || !is_finite);
}`,
  // -0 becomes +0.
  `uvec2 f64_plus_zero(uvec2 a) {
  return SELECT(a, uvec2(0u, 0u), f64_is_zero(a));
}`,
  `uvec2 f64_truncate(uvec2 a) {
  return f64_cut(a, 0);
}`,
  // The fraction of a magnitude: 0 none, 1 below a half, 2 a half, 3 above it.
  `int f64_part(uvec2 a) {
  uint exponent = (a.y >> 20u) & 0x7ffu;
  uvec2 fraction = u64_left(f64_mantissa(a), (max(exponent, 1022u) - 1022u) & 63u);
  int half_or_more = SELECT(3, 2, ((fraction.y ^ 0x80000000u) | fraction.x) == 0u);
  int below_half = SELECT(1, 0, (fraction.x | fraction.y) == 0u);
  int part = SELECT(below_half, half_or_more, (fraction.y >> 31u) != 0u);
  return SELECT(SELECT(part, 1, exponent < 1022u), 0, (exponent == 0u) || (exponent >= 1075u));
}`,
  `uvec2 f64_floor(uvec2 a) {
  uvec2 whole = f64_truncate(a);
  uint bits = (1075u - ((a.y >> 20u) & 0x7ffu)) & 63u;
  uvec2 next = SELECT(i64_add(whole, u64_left(uvec2(1u, 0u), bits)), uvec2(0u, 0xbff00000u), f64_is_zero(whole));
  bool is_whole = f64_part(a) == 0;
  return SELECT(next, whole, is_whole || ((a.y >> 31u) == 0u));
}`,
  `uvec2 f64_ceil(uvec2 a) {
  return f64_negate(f64_floor(f64_negate(a)));
}`,
  `uvec2 f64_leading_bit(uvec2 a) {
  return uvec2(0u, a.y & 0x7ff00000u);
}`,
  // \`last\` is a power of two, or 0.
  `uvec2 f64_cut_below(uvec2 a, uvec2 last) {
  return SELECT(f64_cut(a, f64_exponent(last)), a, f64_is_zero(last));
}`,
  // Denormals of float32 become zeros.
  `uvec2 f64_flushed(uvec2 a) {
  return SELECT(a, uvec2(0u, a.y & 0x80000000u), ((a.y >> 20u) & 0x7ffu) < 897u);
}`,
  `bool f64_is_odd(uvec2 whole) {
  int e = int((whole.y >> 20u) & 0x7ffu) - 1023;
  uvec2 m = uvec2(whole.x, (whole.y & 0xfffffu) | 0x100000u);
  bool has_bit = (u64_right(m, uint(52 - e) & 63u).x & 1u) != 0u;
  return has_bit && (e >= 0) && (e <= 52);
}`,
  // A whole float as an integer of 32 bits: the nearest one beyond, 0 for NaN.
  `int f64_to_int(uvec2 a) {
  int e = int((a.y >> 20u) & 0x7ffu) - 1023;
  bool negative = (a.y >> 31u) != 0u;
  int magnitude = int(f64_mantissa(a).y >> uint(clamp(31 - e, 0, 31)));
  int whole = SELECT(magnitude, -magnitude, negative);
  int held = SELECT(whole, SELECT(0x7fffffff, int(0x80000000u), negative), e > 30);
  bool is_nan = f64_is_nan(a);
  return SELECT(held, 0, (e < 0) || is_nan);
}`,
  // The same of 64 bits: 2^62 where it is beyond.
  `uvec2 f64_to_wide(uvec2 a) {
  int e = int((a.y >> 20u) & 0x7ffu) - 1023;
  bool is_beyond = e > 61;
  uvec2 shifted = u64_right(f64_mantissa(a), uint(clamp(63 - e, 0, 63)));
  uvec2 magnitude = SELECT(shifted, uvec2(0u, 0x40000000u), is_beyond);
  uvec2 whole = SELECT(magnitude, i64_subtract(uvec2(0u, 0u), magnitude), (a.y >> 31u) != 0u);
  bool is_nan = f64_is_nan(a);
  return SELECT(whole, uvec2(0u, 0u), (e < 0) || is_nan);
}`,
  ...ROUNDING_MODES.flatMap(rounding),
];

/** The functions that a text calls, and those that these call. */
export function shaderArithmetic(text: string): string {
  const used: string[] = [];
  for (const body of ARITHMETIC.toReversed()) {
    const [, name] = /^\w+ (\w+)\(/.exec(body)!;
    if (new RegExp(`\\b${name}\\(`).test(text + used.join('\n'))) used.unshift(body);
  }
  return used.join('\n\n');
}
