import { NEAREST_ROUNDINGS } from '../../fixed-point/rounding.ts';
import { cName } from './c-text.ts';

/**
 * Exact sums of weighted floats in C, with one rounding at the end. A sum is an integer of 384 bits, a multiple of
 * 2^(-149 - scale), in limbs of 32 bits whose carries wait. Beside it, `near` is the same in float64: a result that is not
 * finite, and the sign of a zero, are its. A texel alone keeps a denormal, which counts as zero in sums.
 */
export const EXACT_TYPE = `enum { LIMBS = 12 };
enum { ${['', ...NEAREST_ROUNDINGS].map((mode) => cName(mode.slice(8) || 'no_ties').toUpperCase()).join(', ')} };
struct exact {
  int64_t limb[LIMBS];
  double near;
  float texel;
  int scale, alone;
};
`;

/** The functions, in an order in which each calls those before it. */
export const EXACT_SUMS: readonly (readonly [name: string, text: string])[] = [
  [
    'add_product',
    `static void add_product(struct exact *sum, float x, int64_t weight) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int exponent = (int)(bits >> 23 & 255u);
  if (exponent == 0 || exponent == 255 || weight == 0) return;
  const uint64_t product = (uint64_t)((bits & 0x7fffffu) | 0x800000u) * (uint64_t)(weight < 0 ? -weight : weight);
  const int64_t sign = (bits >> 31 != 0) != (weight < 0) ? -1 : 1;
  const int at = (exponent - 1) / 32, shift = (exponent - 1) % 32;
  const uint64_t low = (product & 0xffffffffu) << shift, high = (product >> 32) << shift;
  sum->limb[at] += sign * (int64_t)(low & 0xffffffffu);
  sum->limb[at + 1] += sign * (int64_t)((low >> 32) + (high & 0xffffffffu));
  sum->limb[at + 2] += sign * (int64_t)(high >> 32);
}`,
  ],
  [
    'aligned',
    `/* A float's exponent; of a code such as e5b9g9r9 that of the greatest of its components, which are 0.f. */
static int exponent_of(const struct format *format, const float texel[4], int c) {
  const int shared = format->fields[c].kind == SHARED;
  const float x = shared ? fmaxf(fmaxf(texel[0], texel[1]), texel[2]) : texel[c];
  return (int)(bits_of(x) >> 23 & 255) - 127 + shared;
}

/* Texels cut to the greatest exponent of those with a weight. */
static void aligned(const float *const in[4], const int64_t *weights, const struct format *format, int guard_bits, float out[4][4]) {
  for (int c = 0; c < 4; c++) {
    int greatest = -127;
    for (int n = 0; n < 4; n++) {
      const int exponent = exponent_of(format, in[n], c);
      if (weights[n] != 0 && exponent > greatest) greatest = exponent;
    }
    const double unit = ldexp(1.0, greatest - bits_of_float(format) - guard_bits + 1);
    for (int n = 0; n < 4; n++) out[n][c] = (float)(trunc((double)in[n][c] / unit) * unit);
  }
}`,
  ],
  [
    'aligned_code',
    `/*
 * The same of codes of 0 or more, of which the greatest keeps so many bits. Groups of codes have a least one and an
 * exponent each; \`last\` is that of the greatest codes, and the first one has 0.
 */
static void aligned_code(const code *const in[4], const int64_t *weights, const int32_t *last, int kept, int bits, code out[4][4]) {
  for (int c = 0; c < 4; c++) {
    int greatest = -127;
    for (int n = 0; n < 4; n++) {
      const int32_t *group = last;
      while (group[0] * ((int64_t)1 << bits) > in[n][c]) group -= 2;
      if (weights[n] != 0 && group[1] > greatest) greatest = group[1];
    }
    const int cut = greatest - kept + 1 + bits;
    for (int n = 0; n < 4; n++) out[n][c] = cut > 0 ? in[n][c] - (code)(in[n][c] % ((int64_t)1 << cut)) : in[n][c];
  }
}`,
  ],
  [
    'exact_code',
    `/* A code with so many fraction bits. */
static struct exact exact_code(int64_t x, int bits) {
  struct exact sum;
  memset(&sum, 0, sizeof sum);
  sum.limb[5] = x & 0xffffffff;
  sum.limb[6] = shifted(x, 32);
  sum.scale = 5 * 32 - 149 + bits;
  return sum;
}`,
  ],
  [
    'weighted_near',
    `/* A weight of 0 takes nothing of its texel. */
static double weighted_near(float x, int64_t weight, double unit) {
  return weight == 0 ? 0.0 : flushed((double)x) * ((double)weight * unit);
}`,
  ],
  [
    'weighted_exact',
    `/* \`none\` is the sum of no texels: a sum of zeros of one sign has that sign where it is -0. */
static struct exact weighted_exact(const float *texels, const int64_t *weights, int count, int bits, double none, int linear) {
  struct exact sum;
  memset(&sum, 0, sizeof sum);
  const double unit = ldexp(1.0, -bits);
  for (int n = 0; n < count; n++) {
    add_product(&sum, texels[n], weights[n]);
    none += weighted_near(texels[n], weights[n], unit);
  }
  sum.near = linear ? none : flushed((double)texels[0]);
  sum.scale = bits;
  sum.texel = texels[0];
  sum.alone = !linear;
  return sum;
}`,
  ],
  [
    'weighted_float32',
    `static float weighted_float32(const float *texels, const int64_t *weights, int count, double unit) {
  double sum = 0.0;
  for (int n = 0; n < count; n++) sum += weighted_near(texels[n], weights[n], 1.0);
  return flushedf((float)(sum * unit));
}`,
  ],
  [
    'carry_exact',
    `/* Limbs from 0 to 2^32 - 1, but for the sign of the last one. */
static void carry_exact(struct exact *sum) {
  for (int n = 0; n < LIMBS - 1; n++) {
    const int64_t carry = shifted(sum->limb[n], 32);
    sum->limb[n] -= carry * ((int64_t)1 << 32);
    sum->limb[n + 1] += carry;
  }
}`,
  ],
  [
    'mixed_exact',
    `static struct exact mixed_exact(struct exact x, struct exact y, int64_t w, int bits) {
  const int64_t one = (int64_t)1 << bits;
  const double b = (double)w / (double)one;
  carry_exact(&x);
  carry_exact(&y);
  for (int n = 0; n < LIMBS; n++) x.limb[n] = x.limb[n] * (one - w) + y.limb[n] * w;
  x.near = (w == one ? 0.0 : x.near * (1.0 - b)) + (w == 0 ? 0.0 : y.near * b);
  x.scale += bits;
  x.alone = 0;
  return x;
}`,
  ],
  [
    'added_exact',
    `static struct exact added_exact(struct exact x, struct exact y) {
  for (int n = 0; n < LIMBS; n++) x.limb[n] += y.limb[n];
  x.near += y.near;
  x.alone = 0;
  return x;
}`,
  ],
  [
    'rounded_exact',
    `/*
 * A sum over a number of samples, rounded once to a float of 24 or 11 bits. \`ties\` has how that of aligned texels goes; 0
 * is for other sums, whose ties are even, and whose zeros keep their sign.
 */
static float rounded_exact(struct exact sum, int64_t samples, int bits, int ties) {
  if (sum.alone && (ties == 0 || !(fabsf(sum.texel) >= 0x1p-126f))) return ties == 0 ? sum.texel : sum.texel + 0.0f;
  if (!(fabs(sum.near) < (double)INFINITY)) return (float)sum.near;
  carry_exact(&sum);
  const int negative = sum.limb[LIMBS - 1] < 0;
  for (int n = 0; negative && n < LIMBS; n++) sum.limb[n] = -sum.limb[n];
  if (negative) carry_exact(&sum);
  /* The quotient has 32 bits more below. */
  uint32_t quotient[LIMBS + 1];
  uint64_t rest = 0;
  for (int n = LIMBS; n >= 0; n--) {
    rest = rest << 32 | (n > 0 ? (uint64_t)sum.limb[n - 1] : 0);
    quotient[n] = (uint32_t)(rest / (uint64_t)samples);
    rest %= (uint64_t)samples;
  }
  int top = LIMBS;
  while (top >= 0 && quotient[top] == 0) top--;
  if (top < 0) return ties == 0 && sum.near == 0.0 ? (float)sum.near : 0.0f;
  int bit = 32 * top + 31;
  while ((quotient[top] >> (bit % 32) & 1u) == 0) bit--;
  const int least = sum.scale + 32, last = bits == 24 ? least : least + 125;
  const int cut = bit - bits + 1 > last ? bit - bits + 1 : last;
  int64_t mantissa = 0;
  for (int n = bit; n >= cut; n--) mantissa = 2 * mantissa + (int64_t)(quotient[n / 32] >> (n % 32) & 1u);
  const int half = (quotient[(cut - 1) / 32] >> ((cut - 1) % 32) & 1u) != 0;
  int more = rest != 0;
  for (int n = 0; n < cut - 1 && !more; n++) more = (quotient[n / 32] >> (n % 32) & 1u) != 0;
  const int tie = ties <= EVEN ? (mantissa & 1) != 0 : ties == UP ? !negative : ties == DOWN ? negative : ties == AWAY;
  if (half && (more || tie)) mantissa++;
  const float rounded = (float)ldexp((double)mantissa, cut - least - 149);
  if (ties > 0 && mantissa == 0) return 0.0f;
  if (bits == 11 && rounded >= 65536.0f) return negative ? (float)-INFINITY : (float)INFINITY;
  return flushedf(negative ? -rounded : rounded);
}`,
  ],
  [
    'cornered_fused',
    `static void cornered_fused(float in[4][4], const int order[4], const int missing[4], double one, float out[4][4]) {
  (void)one;
  for (int c = 0; c < 4; c++) {
    struct exact sum;
    memset(&sum, 0, sizeof sum);
    for (int n = 0; n < 4; n++) {
      if (missing[n]) continue;
      add_product(&sum, in[order[n]][c], 1);
      sum.near += flushed((double)in[order[n]][c]);
    }
    sum.near += 0.0;
    for (int n = 0; n < 4; n++) out[order[n]][c] = missing[n] ? rounded_exact(sum, 3, 24, 0) : in[order[n]][c];
  }
}`,
  ],
  [
    'cornered_floats',
    `static void cornered_floats(float in[4][4], const int order[4], const int missing[4], double one, float out[4][4]) {
  (void)one;
  for (int c = 0; c < 4; c++) {
    double sum = -0.0;
    for (int n = 0; n < 4; n++) sum += missing[n] ? -0.0 : flushed((double)in[order[n]][c]);
    const float average = flushedf((float)(sum / 3.0));
    for (int n = 0; n < 4; n++) out[order[n]][c] = missing[n] ? average : in[order[n]][c];
  }
}`,
  ],
];
