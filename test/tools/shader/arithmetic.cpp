// Compares the arithmetic of shaders, in arithmetic.hpp, with that of the CPU: operands at corners, and random ones.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include "arithmetic.hpp"

static double value(uvec2 words) {
  const uint64_t bits = uint64_t(words.y) << 32 | words.x;
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

static uvec2 words(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof x);
  return {uint(bits), uint(bits >> 32)};
}

static int wrong = 0;

static void expect(const char *step, double a, double b, double got, double want) {
  const bool same = (got != got && want != want) || std::memcmp(&got, &want, sizeof got) == 0;
  if (!same && wrong++ < 20) std::printf("%s of %a and %a: got %a, expected %a\n", step, a, b, got, want);
}

/** Rounded, where the fraction of a number is exact: ties by a rule of the integer below. */
template <typename Tie>
static double rounded(double x, Tie carries) {
  const double below = std::floor(x), part = x - below;
  return below + (part > 0.5 || (part == 0.5 && carries(below)) ? 1.0 : 0.0) + 0.0;
}

static double random_number(std::mt19937_64 &random) {
  static const double CORNERS[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, INFINITY, -INFINITY, NAN, 0x1p-149,
                                   -0x1.8p-130, 0x1p-126, 0x1.fffffep-127, 0x1.ffffffp127, 0x1p31, -0x1p31, 0x1p52,
                                   0x1p53, -0x1p52, 0x1p-150, 0x1.8p-150, 0x1.000001p0, 0x1.000003p0};
  const int64_t bits = int64_t(random());
  switch (random() % 6) {
    case 0: {
      const uint32_t word = uint32_t(bits);
      float x;
      std::memcpy(&x, &word, sizeof x);
      return double(x);
    }
    case 1:
      return double(bits % 1000) / double(1 << (random() % 4));
    case 2:
      return CORNERS[random() % (sizeof CORNERS / sizeof *CORNERS)];
    case 3:
      return std::ldexp(double(bits), -int(random() % 220));
    case 4:
      return std::ldexp(double(bits % 0x1ffffff), -int(random() % 40));
    default:
      return double(float(std::ldexp(double(bits), -64 - int(random() % 20))));
  }
}

int main() {
  std::mt19937_64 random(35);
  for (int n = 0; n < 300000; n++) {
    const double a = random_number(random), b = random_number(random);
    const uvec2 x = words(a), y = words(b);
    const auto check = [&](const char *step, double got, double want) { expect(step, a, b, got, want); };
    check("add", value(f64_add(x, y)), a + b);
    check("subtract", value(f64_subtract(x, y)), a - b);
    check("multiply", value(f64_multiply(x, y)), a * b);
    check("divide", value(f64_divide(x, y)), a / b);
    check("square root", value(f64_square_root(x)), std::sqrt(a));
    check("less", f64_less(x, y), a < b);
    check("equal", f64_equal(x, y), a == b);
    const bool unordered = a != a || b != b;
    check("larger", value(f64_larger(x, y)), unordered ? NAN : a > b || (a == b && !std::signbit(a)) ? a : b);
    check("smaller", value(f64_smaller(x, y)), unordered ? NAN : a < b || (a == b && std::signbit(a)) ? a : b);
    check("floor", value(f64_floor(x)), std::floor(a));
    check("ceil", value(f64_ceil(x)), std::ceil(a));
    check("truncate", value(f64_truncate(x)), std::trunc(a));
    check("negate", value(f64_negate(x)), -a);
    check("absolute", value(f64_absolute(x)), std::fabs(a));
    check("flushed", value(f64_flushed(x)), std::fabs(a) < 0x1p-126 ? std::copysign(0.0, a) : a);
    check("plus zero", value(f64_plus_zero(x)), a + 0.0);
    check("scaled", value(f64_scaled(x, 8)), a * 256.0);
    check("single", value(f64_single(x)), double(float(a)));
    const float single = float(a);
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof bits);
    check("float of bits", value(f64_of_bits(bits)), double(single));
    check("bits", bits_of(words(double(single))), single != single ? 0x7fc00000u : bits);
    const double whole = std::trunc(a);
    const double most = whole > 2147483647.0 ? 2147483647.0 : whole < -2147483648.0 ? -2147483648.0 : whole + 0.0;
    check("to int", f64_to_int(words(whole)), whole != whole ? 0.0 : most);
    const int64_t integer = int64_t(random()) >> (random() % 63);
    check("of integer", value(f64_of({uint(integer), uint(uint64_t(integer) >> 32)})), double(integer));
    check("of int", value(f64_of_int(int(integer))), double(int(integer)));
    const int dividend = int(integer / 2), divisor = 1 + int(random() % 100);
    check("floor of quotient", floor_quotient(dividend, divisor), std::floor(double(dividend) / divisor) + 0.0);
    if (!(std::fabs(a) >= 0x1p-126 && std::fabs(a) <= 0x1p45)) continue;
    const uint k = uint(random() % 20);
    check("cut below", value(f64_cut_below(x, words(std::ldexp(1.0, 8 - int(k))))),
          std::trunc(std::ldexp(a, int(k) - 8)) * std::ldexp(1.0, 8 - int(k)));
    // A fraction with few bits, so that a sum with it is exact.
    const double c = std::ldexp(std::floor(std::ldexp(a, 7)), -7);
    if (std::fabs(c) > 0x1p40) continue;
    const auto always = [](double) { return true; };
    const auto never = [](double) { return false; };
    const auto odd = [](double below) { return std::fmod(below, 2.0) != 0.0; };
    const auto positive = [](double below) { return below >= 0.0; };
    const auto negative = [](double below) { return below < 0.0; };
    const auto each = [&](const char *mode, auto of_float, auto of_sum, auto of_int, auto of_wide, auto ties) {
      expect(mode, c, 0, value(of_float(words(c))), rounded(c, ties));
      expect(mode, c, 3, value(of_sum(words(c), words(3.0))), rounded(c + 3.0, ties));
      const int i = int(std::fmod(std::ldexp(c, 7), 0x1p30));
      expect(mode, i, 7, of_int(i, 7u), rounded(std::ldexp(double(i), -7), ties));
      const int64_t wide = int64_t(std::ldexp(c, 7));
      const uvec2 got = of_wide({uint(wide), uint(uint64_t(wide) >> 32)}, 7u);
      expect(mode, double(wide), 7, double(int64_t(uint64_t(got.y) << 32 | got.x)), rounded(c, ties));
    };
    each("nearest even", f64_rounded_nearest_even, f64_rounded_sum_nearest_even, narrowed_nearest_even,
         i64_narrowed_nearest_even, odd);
    each("nearest up", f64_rounded_nearest_up, f64_rounded_sum_nearest_up, narrowed_nearest_up, i64_narrowed_nearest_up,
         always);
    each("nearest down", f64_rounded_nearest_down, f64_rounded_sum_nearest_down, narrowed_nearest_down,
         i64_narrowed_nearest_down, never);
    each("nearest away", f64_rounded_nearest_away, f64_rounded_sum_nearest_away, narrowed_nearest_away,
         i64_narrowed_nearest_away, positive);
    each("nearest toward zero", f64_rounded_nearest_toward_zero, f64_rounded_sum_nearest_toward_zero,
         narrowed_nearest_toward_zero, i64_narrowed_nearest_toward_zero, negative);
    expect("rounded down", c, 0, value(f64_rounded_floor(words(c))), std::floor(c) + 0.0);
    expect("rounded up", c, 0, value(f64_rounded_ceil(words(c))), std::ceil(c) + 0.0);
    expect("cut off", c, 0, value(f64_rounded_toward_zero(words(c))), std::trunc(c) + 0.0);
    expect("sum rounded up", c, 3, value(f64_rounded_sum_ceil(words(c), words(3.0))), std::ceil(c + 3.0) + 0.0);
    expect("sum rounded down", c, 3, value(f64_rounded_sum_floor(words(c), words(3.0))), std::floor(c + 3.0) + 0.0);
    expect("sum cut off", c, -3, value(f64_rounded_sum_toward_zero(words(c), words(-3.0))), std::trunc(c - 3.0) + 0.0);
  }
  std::printf("%d wrong\n", wrong);
  return 0;
}
