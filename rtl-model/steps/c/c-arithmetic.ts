import { ROUNDING_MODES, type RoundingMode } from '../../fixed-point/rounding.ts';
import { EXACT_SUMS } from './c-exact.ts';
import { cName } from './c-text.ts';

/** The carry of a rounding: true if the integer below becomes the next one. */
const CARRIES: Readonly<Record<RoundingMode, string>> = {
  'nearest-even': 'part > half || (part == half && odd)',
  'nearest-up': 'part >= half',
  'nearest-down': 'part > half',
  'nearest-away': 'part > half || (part == half && below >= 0)',
  floor: '0',
  ceil: 'part > 0',
  'toward-zero': 'part > 0 && below < 0',
  'nearest-toward-zero': 'part > half || (part == half && below < 0)',
};

/** The functions that rounding needs in one mode: of integers, of float64, and of the sum of a float64 and a whole one. */
function rounding(mode: RoundingMode): readonly (readonly [string, string])[] {
  const name = cName(mode);
  const carries = CARRIES[mode];
  const uses = (word: string, text: string) => (new RegExp(`\\b${word}\\b`).test(carries) ? text : '');
  const narrowed = (of: string, type: string) =>
    [
      `narrowed_${of}${name}`,
      `static ${type} narrowed_${of}${name}(${type} x, int bits) {
  const ${type} below = shifted${of && '_code'}(x, bits);
${uses('part', `  const ${type} part = x - below * ((${type})1 << bits);\n`)}${uses('half', `  const ${type} half = (${type})1 << (bits - 1);\n`)}${uses('odd', '  const int odd = (below & 1) != 0;\n')}  return below + (${carries});
}`,
    ] as const;
  return [
    narrowed('', 'int64_t'),
    narrowed('code_', 'code'),
    [
      `carried_${name}`,
      `static double carried_${name}(double below, double part) {
${uses('half', '  const double half = 0.5;\n')}${uses('odd', '  const int odd = part == half && fmod(below, 2.0) != 0.0;\n')}${uses('part', '')}  (void)part;
  return below + ((${carries}) ? 1.0 : 0.0);
}`,
    ],
    [
      `rounded_${name}`,
      `static double rounded_${name}(double x) {
  if (!(fabs(x) < 4503599627370496.0)) return x;
  const double below = floor(x);
  return carried_${name}(below, x > -0.5 && x < 0.0 ? 1.0 : x - below) + 0.0;
}`,
    ],
    [
      `rounded_sum_${name}`,
      `static double rounded_sum_${name}(double x, double whole_part) {
  const double below = floor(x);
  return carried_${name}(below + whole_part, x - below);
}`,
    ],
    [
      `cornered_${name}`,
      `/* The missing tap of a square is the average of the others, taken in an order; \`missing\` is in that order. */
static void cornered_${name}(code in[4][4], const int order[4], const int missing[4], double one, code out[4][4]) {
  for (int c = 0; c < 4; c++) {
    code sum = 0;
    for (int n = 0; n < 4; n++) sum += missing[n] ? 0 : in[order[n]][c];
    const code average = (code)whole(rounded_${name}((double)sum / 3.0 * one));
    for (int n = 0; n < 4; n++) out[order[n]][c] = missing[n] ? average : in[order[n]][c] * (code)one;
  }
}`,
    ],
  ];
}

/** The functions that steps are made of, in an order in which each calls those before it. */
const ARITHMETIC: readonly (readonly [name: string, text: string])[] = [
  ['shifted', 'static int64_t shifted(int64_t x, int bits) { return x >= 0 ? x >> bits : ~(~x >> bits); }'],
  ['shifted_code', 'static code shifted_code(code x, int bits) { return x >= 0 ? x >> bits : ~(~x >> bits); }'],
  [
    'whole',
    `/* A whole float64 as an integer, 0 for NaN. */
static int64_t whole(double x) {
  if (fabs(x) < 4e18) return (int64_t)x;
  return x != x ? 0 : x > 0.0 ? (int64_t)4e18 : (int64_t)-4e18;
}`,
  ],
  [
    'nearestf',
    `/* Without branches, which a compiler cannot predict. */
static float nearestf(float x) {
  if (!(fabsf(x) < 8388608.0f)) return x;
  const float below = floorf(x);
  const float part = x - below;
  const int odd = (int32_t)below & 1;
  return below + (float)((part > 0.5f) | ((part == 0.5f) & odd));
}`,
  ],
  ['flushed', 'static double flushed(double x) { return fabs(x) < 0x1p-126 ? x * 0.0 : x; }'],
  ['flushedf', 'static float flushedf(float x) { return fabsf(x) < 0x1p-126f ? x * 0.0f : x; }'],
  [
    'larger',
    `/* NaN where one is NaN. */
static double larger(double a, double b) {
  if (a != a || b != b) return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}`,
  ],
  ['largerf', 'static float largerf(float a, float b) { return (float)larger((double)a, (double)b); }'],
  [
    'smaller',
    `static double smaller(double a, double b) {
  if (a != a || b != b) return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}`,
  ],
  ['smallerf', 'static float smallerf(float a, float b) { return (float)smaller((double)a, (double)b); }'],
  [
    'bits_of',
    'static int64_t bits_of(float x) {\n  int32_t bits;\n  memcpy(&bits, &x, sizeof bits);\n  return bits;\n}',
  ],
  [
    'leading_bit',
    `static double leading_bit(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= UINT64_C(0x7ff0000000000000);
  memcpy(&x, &bits, sizeof bits);
  return x;
}`,
  ],
  ['cut_below', 'static double cut_below(double x, double last) { return last == 0.0 ? x : trunc(x / last) * last; }'],
  ['added', 'static float added(float a, float b) { return flushedf(flushedf(a) + flushedf(b)); }'],
  [
    'lerpf',
    `/* A weight of 0 takes nothing of its float. */
static float lerpf(float a, float b, float w) {
  const float first = w == 1.0f ? 0.0f : flushedf(flushedf(a) * (1.0f - w));
  const float second = w == 0.0f ? 0.0f : flushedf(flushedf(b) * w);
  return flushedf(first + second);
}`,
  ],
  [
    'bits_of_float',
    'static int bits_of_float(const struct format *format) { return format->fields[0].kind == FLOAT32 ? 24 : 11; }',
  ],
  ...ROUNDING_MODES.flatMap(rounding),
  ...EXACT_SUMS,
  [
    'float_of',
    'static float float_of(int64_t bits) {\n  const int32_t word = (int32_t)(uint32_t)(uint64_t)bits;\n  float x;\n  memcpy(&x, &word, sizeof x);\n  return x;\n}',
  ],
  [
    'extreme_of_float32',
    `/* A number wins over a NaN; -0 is less than +0. */
static float extreme_of_float32(float a, float b, int64_t least) {
  if (a != a) return flushedf(b);
  if (b != b) return flushedf(a);
  return least ? smallerf(flushedf(a), flushedf(b)) : largerf(flushedf(a), flushedf(b));
}`,
  ],
  [
    'extreme_float32',
    `static float extreme_float32(const float *texels, const int64_t *weights, int count, int64_t least) {
  float found = (float)NAN;
  for (int n = 0; n < count; n++) {
    if (weights[n] != 0) found = extreme_of_float32(found, texels[n], least);
  }
  return found;
}`,
  ],
  [
    'extreme_of_integer',
    'static int64_t extreme_of_integer(int64_t a, int64_t b, int64_t least) { return (a < b) == (least != 0) ? a : b; }',
  ],
  [
    'extreme_integer',
    `/* The least or the greatest of the texels that have a weight. */
static int64_t extreme_integer(const int64_t *texels, const int64_t *weights, int count, int64_t least) {
  int64_t found = 0;
  int some = 0;
  for (int n = 0; n < count; n++) {
    if (weights[n] == 0) continue;
    found = some ? extreme_of_integer(found, texels[n], least) : texels[n];
    some = 1;
  }
  return found;
}`,
  ],
  [
    'among_integer',
    `static int64_t among_integer(int64_t x, const int64_t *texels, const int64_t *weights, int count, int bits) {
  const int64_t one = (int64_t)1 << bits;
  const int64_t low = extreme_integer(texels, weights, count, 1) * one, high = extreme_integer(texels, weights, count, 0) * one;
  return x < low ? low : x > high ? high : x;
}`,
  ],
  [
    'among_float32',
    `static float among_float32(float x, const float *texels, const int64_t *weights, int count) {
  const float low = extreme_float32(texels, weights, count, 1), high = extreme_float32(texels, weights, count, 0);
  return x < low ? low : x > high ? high : x;
}`,
  ],
  [
    'among_exact',
    `static struct exact among_exact(struct exact x, const float *texels, const int64_t *weights, int count) {
  for (int least = 0; least < 2; least++) {
    const int64_t one = (int64_t)1 << x.scale;
    struct exact end = weighted_exact((const float[]){extreme_float32(texels, weights, count, least)}, &one, 1, x.scale, -0.0, 1);
    struct exact rest = x;
    for (int n = 0; n < LIMBS; n++) rest.limb[n] -= end.limb[n];
    carry_exact(&rest);
    int above = rest.limb[LIMBS - 1] > 0;
    for (int n = 0; n < LIMBS - 1; n++) above |= rest.limb[n] != 0;
    const int sign = rest.limb[LIMBS - 1] < 0 ? -1 : above;
    const int finite = fabs(x.near) < (double)INFINITY && fabs(end.near) < (double)INFINITY;
    const int beyond = finite ? (least ? sign < 0 : sign > 0) : least ? x.near < end.near : x.near > end.near;
    if (beyond) x = end;
  }
  return x;
}`,
  ],
];

/** The functions that a text calls, and those that these call. */
export function cArithmetic(text: string): string {
  const used: string[] = [];
  for (const [name, body] of ARITHMETIC.toReversed()) {
    if (new RegExp(`\\b${name}\\(`).test(text + used.join('\n'))) used.unshift(body);
  }
  return used.join('\n\n');
}
