/* The texture unit of the design {NAME}, made by texunit c. */
#include "{FILE}.h"
#include "arithmetic.h"

/* The place of a component in a texel, and the meaning of its bits. */
struct field {
  int shift, bits, kind;
};

enum { CONSTANT, UNSIGNED, WIDENED, SIGNED, SNORM, SRGB, HALF, FLOAT11, FLOAT10, SHARED, FLOAT32 };

enum { CODES, FLOATS, INTEGERS };

/* Sums of averages: codes of SNORM that are widened, and texels that are cut to the greatest. */
enum { PLAIN, WIDENED_SUM, ALIGNED };

/* Blocks of 4x4 texels. */
enum { NO_BLOCK, BC1_RGB, BC1_RGBA, BC2, BC3, BC4_UNORM, BC4_SNORM, BC5_UNORM, BC5_SNORM, OTHER_BLOCK };

/*
 * Texels, or those that blocks decode to. `one` has the code of 1, or the greatest float of a border; `positive` is set for
 * formats without a sign, `finite` for those without NaN, `flat` for those that are not filtered between slices. `stencil`
 * is the row of the format's stencil, 0 if it has none.
 */
struct format {
  int texel_bytes, form, normalized, positive, finite, opaque, corner_bits, block, stencil, sum, srgb, flat;
  struct field fields[4];
  double one[4];
};

struct level {
  int64_t width, height, depth, start, rowPitch, slicePitch;
};

/* The registers of operands, and the members of texunit_quad. */
#define OPERANDS(EACH)                                                                                                 \
  EACH(float, u, s) EACH(float, v, t) EACH(float, w, r) EACH(float, q, q) EACH(float, layer, layer)                    \
  EACH(float, dref, dref) EACH(float, lodOperand, lod) EACH(float, minLod, min_lod)                                    \
  EACH(float, dudx, dsdx) EACH(float, dvdx, dtdx) EACH(float, dwdx, drdx)                                              \
  EACH(float, dudy, dsdy) EACH(float, dvdy, dtdy) EACH(float, dwdy, drdy)                                              \
  EACH(int32_t, i, i) EACH(int32_t, j, j) EACH(int32_t, k, k) EACH(int32_t, integerLayer, integer_layer)               \
  EACH(int32_t, level, level)                                                                                          \
  EACH(int32_t, offsetU, offset_u) EACH(int32_t, offsetV, offset_v) EACH(int32_t, offsetW, offset_w)
#define REGISTER(type, name, operand) type name[4];
#define LOAD(type, name, operand) memcpy(q.name, quad->operand, sizeof q.name);

/* The registers of the lanes of a quad: its operands, and what the units make of them. */
struct lanes {
  OPERANDS(REGISTER)
  float onFaceU[4], onFaceV[4], axisU[4], axisV[4];
  int64_t face[4], samples[4], filter[4], levelHi[4], levelLo[4], levelWeight[4];
  const unsigned char *memory;
};

/* A step of a lane, which a trace may show. */
#ifdef TEXUNIT_TRACE
#define SHOW(step, component, value) (st->trace != NULL ? st->trace(st->user, lane, step, component, (double)(value)) : (void)0)
#else
#define SHOW(step, component, value) ((void)0)
#endif

struct state;
typedef void of_lane(const struct state *, struct lanes *, int);
typedef void color_of_lane(const struct state *, struct lanes *, int, float[4]);

/* Integers of a state. `changes` is set where texels are compared, or where component `ones` is 1, which is -1 for none;
   `alike` where lanes that have the same operands have the same LOD. */
#define INTEGERS_OF_STATE(EACH)                                                                                        \
  EACH(texelBytes) EACH(faces) EACH(layers) EACH(lastLevel) EACH(addressModeU) EACH(addressModeV) EACH(addressModeW)   \
  EACH(magFilter) EACH(minFilter) EACH(levelWeightSlope) EACH(firstLevel) EACH(coarsestLevel) EACH(plainBias)          \
  EACH(plainMinLod) EACH(maxLod) EACH(viewMinLod) EACH(lastLod) EACH(cubicWeights) EACH(compare_holds)                 \
  EACH(unnormalized) EACH(changes) EACH(compares) EACH(ones) EACH(least) EACH(layered) EACH(widens) EACH(component)    \
  EACH(projected) EACH(gathers) EACH(gathersLinear) EACH(constant) EACH(alike)
#define NUMBERS_OF_STATE(EACH)                                                                                         \
  EACH(width) EACH(height) EACH(depth) EACH(maxAnisotropy) EACH(samplerBias) EACH(samplerMinLod) EACH(lastLayer)
#define INTEGER(name) int64_t name;
#define NUMBER(name) double name;

/* What differs between states in values alone. */
struct state {
  const struct format *format;
  struct level level[TEXUNIT_LEVELS];
  INTEGERS_OF_STATE(INTEGER)
  NUMBERS_OF_STATE(NUMBER)
  double one[4];
  int64_t border_integer[4], gatherOffsets[8];
  int64_t narrow[4], ownSums[4]; /* bits of codes that the filter widens, or 0; and components with the sums of the format */
  float border_float32[4];
  uint32_t components[4];
  of_lane *cube, *lod;
  color_of_lane *sample[TEXUNIT_FILTERS];
#ifdef TEXUNIT_TRACE
  texunit_trace *trace;
  void *user;
#endif
};

struct {PREFIX}_state {
  struct state state;
  const unsigned char *memory;
  unsigned char *unpacked; /* texels of blocks; null for other formats */
};

/* Addresses of what is no texel. */
enum { BORDER = -1, OUTSIDE = -2 };

/* Codes of texels, and their sums. States that are constants may have fewer bits. */
#ifndef CODE
#define CODE int64_t
#endif
typedef CODE code;

{EXACT_TYPE}
{ARITHMETIC}

{TABLES}
static const struct format formats[] = {
{FORMATS}};

static uint64_t texel_bits(const unsigned char *at, int bytes) {
  uint64_t bits = 0;
  switch (bytes) {
    case 4:
      return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
    default:
      for (int n = 0; n < bytes; n++) bits |= (uint64_t)at[n] << (8 * n);
      return bits;
  }
}

{DEFINITIONS}
static int is_unorm(const struct format *format) { return format->normalized && format->fields[0].kind != SNORM; }

/* The code of 1 where the comparison of a reference and a texel holds, and 0 (Vulkan: Depth Compare Operation). */
static int64_t compared_integer(const struct state *st, float dref, int64_t code) {
  const int unorm = is_unorm(st->format);
  const double depth = (double)(!unorm ? dref : dref > 0.0f ? (dref < 1.0f ? dref : 1.0f) : 0.0f);
  const double exact = depth * st->one[0];
  const double reference = !QUANTIZED ? exact : unorm ? rounded_nearest_up(exact) : flushed(depth);
  const double texel = (double)code;
  const unsigned relation = reference < texel ? 1u : reference == texel ? 2u : reference > texel ? 4u : 8u;
  return st->compare_holds & relation ? (int64_t)st->one[0] : 0;
}

/* A code whose bits are repeated, from the top, until it has so many. */
static int64_t widened(int64_t code, int64_t from, int64_t to) {
  int64_t wide = 0;
  int64_t width = 0;
  for (; width < to; width += from) wide = wide << from | code;
  return wide >> (width - to);
}

/* The codes of a texel. */
static void decode_integer(const struct state *st, const unsigned char *at, int64_t texel[4]) {
  const struct format *format = st->format;
  const int wide = format->texel_bytes > 8;
  const uint64_t bits = wide ? 0 : texel_bits(at, format->texel_bytes);
  for (int c = 0; c < 4; c++) {
    const struct field field = format->fields[c];
    const uint64_t from = wide ? texel_bits(at + field.shift / 8, field.bits / 8) : bits >> field.shift;
    const int64_t code = (int64_t)(from & ((UINT64_C(1) << field.bits) - 1));
    const int64_t half = (int64_t)1 << field.bits >> 1;
    switch (field.kind) {
      case UNSIGNED:
        texel[c] = code;
        break;
      case WIDENED:
        texel[c] = widened(code, field.bits, CODE_BITS);
        break;
      case SRGB:
        texel[c] = table_srgb[code];
        break;
      case SNORM:
        texel[c] = code < half ? code : code == half && !st->ownSums[c] ? 1 - half : code - 2 * half;
        break;
      case SIGNED:
        texel[c] = code < half ? code : code - 2 * half;
        break;
      default:
        texel[c] = c == 3;
    }
  }
}

/* The codes of a tap, those of the border for a negative address, compared where the instruction has a reference. */
static void load_integer(const struct state *st, const struct lanes *q, int lane, int64_t address, code loaded[4]) {
  int64_t texel[4] = {0, 0, 0, st->format->opaque};
  if (address >= 0) decode_integer(st, q->memory + address, texel);
  else if (address != OUTSIDE) memcpy(texel, st->border_integer, sizeof st->border_integer);
  for (int c = 0; st->widens && address >= 0 && c < 4; c++) {
    if (st->narrow[c] > 0) texel[c] = widened(texel[c], st->narrow[c], TEXEL_BITS);
  }
  if (st->changes && address != OUTSIDE) {
    if (st->compares) texel[0] = compared_integer(st, q->dref[lane], texel[0]);
    if (st->ones >= 0) texel[st->ones] = (int64_t)st->one[st->ones];
  }
  for (int c = 0; c < 4; c++) loaded[c] = (code)texel[c];
}

/* A float of 5 bits of exponent; its sign is above them where it has one. */
static float small_float(uint32_t bits, int fraction_bits) {
  const uint32_t fraction = bits & ((1u << fraction_bits) - 1), exponent = bits >> fraction_bits & 31u;
  const uint32_t sign = bits >> (fraction_bits + 5) & 1u;
  const float unit = fraction_bits == 10 ? 0x1p-24f : fraction_bits == 6 ? 0x1p-20f : 0x1p-19f;
  uint32_t whole_bits = exponent == 31 ? 0x7f800000u : (exponent + 112) << 23;
  float x = (float)fraction * unit;
  whole_bits |= fraction << (23 - fraction_bits);
  if (exponent > 0) memcpy(&x, &whole_bits, sizeof x);
  return sign ? -x : x;
}

static float float_field(uint64_t texel, struct field field) {
  const uint32_t bits = (uint32_t)(texel >> field.shift & ((UINT64_C(1) << field.bits) - 1));
  switch (field.kind) {
    case HALF:
      return small_float(bits, 10);
    case FLOAT11:
      return small_float(bits, 6);
    case FLOAT10:
      return small_float(bits, 5);
    default:
      return (float)bits * (float)ldexp(1.0, (int)(texel >> 27 & 31u) - 24);
  }
}

/* The same of floats. A comparison gives 1 or 0. */
static void load_float32(const struct state *st, const struct lanes *q, int lane, int64_t address, float texel[4]) {
  const struct format *format = st->format;
  if (address == OUTSIDE) {
    texel[0] = texel[1] = texel[2] = 0.0f;
    texel[3] = (float)format->opaque;
    return;
  }
  if (address < 0) {
    memcpy(texel, st->border_float32, sizeof st->border_float32);
  } else {
    const unsigned char *at = q->memory + address;
    const uint64_t bits = format->texel_bytes > 8 ? 0 : texel_bits(at, format->texel_bytes);
    for (int c = 0; c < 4; c++) {
      const struct field field = format->fields[c];
      if (field.kind == CONSTANT) texel[c] = c == 3 ? 1.0f : 0.0f;
      else if (field.kind == FLOAT32) texel[c] = float_of((int64_t)texel_bits(at + field.shift / 8, 4));
      else texel[c] = float_field(bits, field);
    }
  }
  if (st->compares) {
    const float dref = q->dref[lane], reference = QUANTIZED ? flushedf(dref) : dref, test = QUANTIZED ? flushedf(texel[0]) : texel[0];
    const unsigned relation = reference < test ? 1u : reference == test ? 2u : reference > test ? 4u : 8u;
    texel[0] = st->compare_holds & relation ? 1.0f : 0.0f;
  }
  if (st->ones >= 0) texel[st->ones] = 1.0f;
}

{FUNCTIONS}
/* The functions of a state, by their names where it is a constant. */
#ifndef TEXUNIT_CONSTANT
#define CUBE st->cube
#define LOD st->lod
#define SAMPLE(filter) st->sample[filter]
#endif

/* The levels, filters and samples of the lanes: those of one lane where all have the same operands. */
static void select_levels(const struct state *st, struct lanes *q, uint32_t active) {
#ifdef TEXUNIT_TRACE
  int64_t alike = st->alike && st->trace == NULL;
#else
  int64_t alike = st->alike;
#endif
  for (int n = 1; n < 4; n++) alike &= q->lodOperand[n] == q->lodOperand[0] && q->minLod[n] == q->minLod[0];
  for (int n = 0; n < 4; n++) {
    if (n == 0 || !alike) {
      if (alike || (active >> n & 1) != 0) LOD(st, q, n);
      continue;
    }
    q->samples[n] = q->samples[0];
    q->filter[n] = q->filter[0];
    q->levelHi[n] = q->levelHi[0];
    q->levelLo[n] = q->levelLo[0];
    q->levelWeight[n] = q->levelWeight[0];
    q->axisU[n] = q->axisU[0];
    q->axisV[n] = q->axisV[0];
  }
}

static void sample_quad(const struct state *st, const unsigned char *memory, const texunit_quad *quad, float *colors) {
  struct lanes q;
  /* One by one: the compiler leaves out those that a constant state does not need. */
  OPERANDS(LOAD)
  q.memory = memory;
  if (st->projected) {
    for (int n = 0; n < 4; n++) project(st, &q, n);
  }
  if (st->cube != NULL) {
    for (int n = 0; n < 4; n++) CUBE(st, &q, n);
    memcpy(q.u, q.onFaceU, sizeof q.u);
    memcpy(q.v, q.onFaceV, sizeof q.v);
  }
  for (int n = 0; n < 4; n++) {
    q.levelHi[n] = q.levelLo[n] = st->firstLevel;
    q.samples[n] = 1;
    q.levelWeight[n] = 0;
    q.filter[n] = st->magFilter;
    if (st->cube == NULL) q.face[n] = 0;
  }
  if (st->lod != NULL) select_levels(st, &q, quad->active);
  const float one = st->format->form == INTEGERS ? float_of(1) : 1.0f;
  for (int n = 0; n < 4; n++) {
    if ((quad->active >> n & 1) == 0) continue;
    float color[4];
    SAMPLE(q.filter[n])(st, &q, n, color);
    if (st->constant) {
      for (int c = 0; c < 4; c++) color[c] = st->components[st->component] == TEXUNIT_SWIZZLE_ONE ? one : 0.0f;
    }
    for (int c = 0; c < 4; c++) {
      const uint32_t from = st->components[c];
      colors[4 * n + c] = from == TEXUNIT_SWIZZLE_IDENTITY || st->gathers ? color[c]
                          : from == TEXUNIT_SWIZZLE_ZERO                  ? 0.0f
                          : from == TEXUNIT_SWIZZLE_ONE                   ? one
                                                                          : color[from - TEXUNIT_SWIZZLE_R];
    }
  }
}

#ifndef TEXUNIT_CONSTANT
/* r, g and b of a block; and alpha, 0 or 1 (Khronos data format: S3TC). */
static void decode_colors(const unsigned char *at, int block, int64_t texel[16][4]) {
  const int64_t a = (int64_t)texel_bits(at, 2), b = (int64_t)texel_bits(at + 2, 2);
  const int three = (THREE_COLORS || block <= BC1_RGBA) && a <= b;
  for (int n = 0; n < 16; n++) {
    const int code = (at[4 + n / 4] >> (2 * (n % 4)) & 3) + 4 * three;
    texel[n][0] = bc_color_5(a >> 11, b >> 11, code);
    texel[n][1] = bc_color_6(a >> 5 & 63, b >> 5 & 63, code);
    texel[n][2] = bc_color_5(a & 31, b & 31, code);
    texel[n][3] = block != BC1_RGBA || code != 7;
  }
}

/* A component of a block (Khronos data format: RGTC). */
static void decode_ramp(const unsigned char *at, int block, int c, int64_t texel[16][4]) {
  const int is_signed = block == BC4_SNORM || block == BC5_SNORM;
  const uint64_t codes = texel_bits(at + 2, 6);
  int64_t end[2];
  for (int n = 0; n < 2; n++) end[n] = is_signed && at[n] > 127 ? at[n] - 256 : at[n];
  for (int n = 0; n < 16; n++) {
    const int64_t code = (int64_t)(codes >> (3 * n) & 7);
    texel[n][c] = is_signed      ? bc_ramp_snorm(end[0], end[1], code)
                  : block == BC3 ? bc_ramp_alpha(end[0], end[1], code)
                                 : bc_ramp_unorm(end[0], end[1], code);
  }
}

static void decode_block(const unsigned char *at, int block, int64_t texel[16][4]) {
  if (block >= BC4_UNORM) {
    for (int c = 0; c <= (block >= BC5_UNORM); c++) decode_ramp(at + 8 * c, block, c, texel);
    return;
  }
  decode_colors(block >= BC2 ? at + 8 : at, block, texel);
  if (block == BC3) decode_ramp(at, block, 3, texel);
  for (int n = 0; block == BC2 && n < 16; n++) texel[n][3] = bc_alpha(at[n / 2] >> (4 * (n & 1)) & 15);
}

/* Bytes of what is stored together: a block, or a texel. */
static int stored_bytes(const struct format *format) {
  const int block = format->block;
  if (block == NO_BLOCK) return format->texel_bytes;
  return block <= BC1_RGBA || block == BC4_UNORM || block == BC4_SNORM ? 8 : 16;
}

/* The texels of a slice's blocks; sRGB components of 16 bits are linear. */
static void unpack_slice(const struct state *st, int srgb, const unsigned char *from, uint64_t pitch, const struct level *level, unsigned char *to) {
  const struct format *format = st->format;
  for (int64_t block = 0, across = (level->width + 3) / 4; block < across * ((level->height + 3) / 4); block++) {
    int64_t texel[16][4];
    const int64_t x = block % across, y = block / across;
    decode_block(from + (uint64_t)y * pitch + (uint64_t)(x * stored_bytes(format)), format->block, texel);
    for (int n = 0; n < 64; n++) {
      const int64_t i = 4 * x + n / 4 % 4, j = 4 * y + n / 16;
      const struct field field = format->fields[n % 4];
      if (i >= level->width || j >= level->height || field.bits == 0) continue;
      const int64_t code = texel[n / 4][n % 4];
      const uint64_t bits = (uint64_t)(srgb && n % 4 < 3 && field.bits > 8 ? table_srgb[curve[n % 4] + code] : code);
      unsigned char *at = to + j * level->rowPitch + i * format->texel_bytes + field.shift / 8;
      at[0] = (unsigned char)(bits & 255);
      if (field.bits > 8) at[1] = (unsigned char)(bits >> 8 & 255);
    }
  }
}

/* The function of a kind of state. Its codes and sums are below `growth` times the code of 1; 0 if that is not known. */
struct kind {
  uint32_t operation, shape, form, anisotropic, reduction, cubic, corner_bits, sum;
  double growth;
  color_of_lane *sample;
};

static const struct kind kinds[] = {
{KINDS}};

struct lod_kind {
  uint32_t source, dimensions, anisotropic, mipmap_mode;
  of_lane *lod;
};

static const struct lod_kind lod_kinds[] = {
{LOD_KINDS}};

static texunit_code refused(const char **why, texunit_code code, const char *text) {
  if (why != NULL) *why = text;
  return code;
}

void {PREFIX}_describe(texunit_description *d) {
  memset(d, 0, sizeof *d);
  d->size = (uint32_t)sizeof *d;
  d->version = TEXUNIT_VERSION;
  d->depth = d->layer_count = d->image_levels = d->level_count = 1;
  d->height = d->width = 1;
  d->view_type = TEXUNIT_VIEW_TYPE_2D;
  d->mag_filter = d->min_filter = TEXUNIT_FILTER_LINEAR;
  d->mipmap_mode = TEXUNIT_MIPMAP_MODE_LINEAR;
  d->max_lod = 1000.0f;
  d->max_anisotropy = 1.0f;
  d->compare_op = TEXUNIT_COMPARE_OP_ALWAYS;
  static const int32_t square[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  memcpy(d->gather_offsets, square, sizeof square);
}

/* True if all values of enumerations are there. */
static int in_range(const texunit_description *d) {
  int all = d->format < TEXUNIT_FORMATS && d->view_type < TEXUNIT_VIEW_TYPES && d->mag_filter < TEXUNIT_FILTERS;
  all &= d->min_filter < TEXUNIT_FILTERS && d->mipmap_mode < TEXUNIT_MIPMAP_MODES && d->compare_op < TEXUNIT_COMPARE_OPS;
  all &= d->reduction_mode < TEXUNIT_REDUCTION_MODES && d->operation < TEXUNIT_OPERATIONS;
  all &= d->cubic_weights < TEXUNIT_CUBIC_WEIGHTSS;
  all &= d->lod_source < TEXUNIT_LOD_SOURCES && d->component < 4 && d->aspect < TEXUNIT_ASPECTS && d->gather_origin < TEXUNIT_GATHER_ORIGINS;
  for (int n = 0; n < 3; n++) all &= d->address_mode[n] < TEXUNIT_ADDRESS_MODES;
  for (int n = 0; n < 4; n++) all &= d->components[n] < TEXUNIT_SWIZZLES;
  return all;
}

/* The levels of the view, in the memory; of the image where the bound of the coarser level is counted from its first one. */
static int place_levels(struct state *st, const texunit_description *d, uint32_t slices) {
  const int edge = st->format->block == NO_BLOCK || d->decoded ? 1 : 4;
  const double stored = (double)(edge == 1 ? st->format->texel_bytes : stored_bytes(st->format));
  for (uint32_t l = COUNTS_FROM_IMAGE ? 0 : d->base_level; l < d->base_level + d->level_count; l++) {
    const texunit_level *from = &d->levels[l];
    struct level *to = &st->level[l];
    to->width = d->width >> l > 1 ? d->width >> l : 1;
    to->height = d->height >> l > 1 ? d->height >> l : 1;
    to->depth = d->depth >> l > 1 ? d->depth >> l : 1;
    const uint64_t last_slice = (d->view_type == TEXUNIT_VIEW_TYPE_3D ? (uint64_t)to->depth : slices) - 1;
    const uint64_t limit = UINT64_C(1) << 40;
    if (from->offset >= limit || from->row_pitch >= limit || from->slice_pitch >= limit) return 0;
    const double end = (double)from->offset + (double)last_slice * (double)from->slice_pitch +
                       (double)((to->height - 1) / edge) * (double)from->row_pitch + (double)((to->width + edge - 1) / edge) * stored;
    if (end > (double)d->memory_bytes || end > 4e15) return 0;
    to->start = (int64_t)from->offset;
    to->rowPitch = (int64_t)from->row_pitch;
    to->slicePitch = (int64_t)from->slice_pitch;
  }
  return 1;
}

/* Decodes the blocks of the view's levels into memory of the state, which is returned, or NULL if there is none. */
static unsigned char *unpack_blocks(struct state *st, const texunit_description *d, uint32_t slices) {
  unsigned char *unpacked = NULL;
  int64_t bytes = 0;
  for (int fills = 0; fills < 2; fills++) {
    for (uint32_t l = COUNTS_FROM_IMAGE ? 0 : d->base_level; l < d->base_level + d->level_count; l++) {
      const texunit_level *from = &d->levels[l];
      struct level *to = &st->level[l];
      const int64_t count = d->view_type == TEXUNIT_VIEW_TYPE_3D ? to->depth : slices;
      if (fills) to->start = bytes;
      to->rowPitch = to->width * st->texelBytes;
      to->slicePitch = to->height * to->rowPitch;
      for (int64_t n = 0; fills && n < count; n++) {
        const unsigned char *slice = (const unsigned char *)d->memory + from->offset + (uint64_t)n * from->slice_pitch;
        unpack_slice(st, st->format->srgb, slice, from->row_pitch, to, unpacked + to->start + n * to->slicePitch);
      }
      bytes += count * to->slicePitch;
    }
    if (fills) break;
    unpacked = malloc((size_t)bytes);
    if (unpacked == NULL) return NULL;
    bytes = 0;
  }
  return unpacked;
}

static void make_border(struct state *st, const texunit_description *d) {
  for (int c = 0; c < 4; c++) {
    const struct field field = st->format->fields[c];
    const float most = (float)st->one[c], value = d->border_color[c];
    const float signed_value = value < -most ? -most : value > most ? most : value;
    const float positive = value != value ? value : value > 0.0f ? signed_value : 0.0f;
    st->border_float32[c] = st->format->positive ? positive : signed_value;
    if (st->format->finite && value != value) st->border_float32[c] = 0.0f;
    if (field.kind == CONSTANT) st->border_float32[c] = c == 3 ? 1.0f : 0.0f;
    const int64_t top = field.bits > 0 ? (int64_t)1 << (field.bits - 1) : 0;
    const int64_t low = field.kind == SIGNED ? -top : 0, high = field.kind == SIGNED ? top - 1 : 2 * top - 1;
    const int64_t integer = d->border_integer[c];
    if (st->format->form == INTEGERS) {
      st->border_integer[c] = field.kind == CONSTANT ? c == 3 : integer < low ? low : integer > high ? high : integer;
    }
    if (st->format->form != CODES) continue;
    const double half = field.bits > 0 ? ldexp(1.0, field.bits - 1) : 0.0;
    const float color = d->border_color[c];
    if (field.kind == CONSTANT) st->border_integer[c] = c == 3;
    else if (field.kind == SNORM) st->border_integer[c] = border_snorm(color, st->one[c]);
    else if (st->format->normalized) st->border_integer[c] = border_unorm(color, st->one[c]);
    else if (field.kind == SIGNED) st->border_integer[c] = border_scaled(color, st->one[c], -half, half - 1.0);
    else st->border_integer[c] = border_scaled(color, st->one[c], 0.0, 2.0 * half - 1.0);
  }
}

/* Codes with fewer bits than the filter has, and the codes of 1 that they get. */
static void widen_texels(struct state *st) {
  for (int c = 0; c < 4 && is_unorm(st->format); c++) {
    int bits = 0;
    while (bits < TEXEL_BITS && ldexp(1.0, bits) - 1.0 < st->one[c]) bits++;
    if (bits >= TEXEL_BITS || ldexp(1.0, bits) - 1.0 != st->one[c]) continue;
    st->narrow[c] = bits;
    st->widens = 1;
    st->border_integer[c] = widened(st->border_integer[c], bits, TEXEL_BITS);
    st->one[c] = ldexp(1.0, TEXEL_BITS) - 1.0;
  }
}

/* Components with the sums of the format, and the codes of 1 that they get. */
static void take_sums(struct state *st, uint32_t sum) {
  for (int c = 0; c < 4; c++) {
    const int is_snorm = st->format->fields[c].kind == SNORM;
    st->ownSums[c] = sum == WIDENED_SUM ? is_snorm : sum == ALIGNED && c < 3 && c != st->ones;
    if (sum == WIDENED_SUM && is_snorm) st->one[c] = 32767.0;
  }
}

/* A component that the view swizzles to one is the sum of the weights, where those of a cubic filter do not sum to 1. */
static void take_ones(struct state *st) {
  int taken[TEXUNIT_SWIZZLES] = {0}, at = 0;
  for (int c = 0; c < 4; c++) {
    if (st->components[c] == TEXUNIT_SWIZZLE_IDENTITY) st->components[c] = TEXUNIT_SWIZZLE_R + (uint32_t)c;
    taken[st->components[c]] = 1;
  }
  if (!taken[TEXUNIT_SWIZZLE_ONE]) return;
  while (taken[TEXUNIT_SWIZZLE_R + at]) at++;
  for (int c = 0; c < 4; c++) {
    if (st->components[c] == TEXUNIT_SWIZZLE_ONE) st->components[c] = TEXUNIT_SWIZZLE_R + (uint32_t)at;
    if (st->one[c] > st->one[at]) st->one[at] = st->one[c];
  }
  st->ones = at;
}

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

/* The numbers of the LOD unit, in its format. */
static void make_lod(struct state *st, const texunit_description *d) {
  const int64_t first = d->base_level;
  const int64_t view = lod_bound(d->view_min_lod) - first * LOD_ONE;
  for (float most = d->max_anisotropy; d->anisotropy_enable && most >= 2.0f && st->levelWeightSlope < LAST_SLOPE; most /= 2.0f)
    st->levelWeightSlope++;
  st->magFilter = d->mag_filter;
  st->minFilter = d->min_filter;
  st->firstLevel = first;
  st->lastLod = (d->level_count - 1) * LOD_ONE;
  st->coarsestLevel = d->level_count - 1 - (COUNTS_FROM_IMAGE ? first : 0);
  st->samplerBias = (double)d->mip_lod_bias;
  st->plainBias = lod_bias(d->mip_lod_bias);
  st->samplerMinLod = (double)d->min_lod;
  st->plainMinLod = least_of(lod_bound(d->min_lod), LOD_MAX);
  st->maxLod = least_of(lod_bound(d->max_lod), LOD_MAX);
  st->viewMinLod = least_of(view > 0 ? view : 0, st->lastLod);
  st->width = (double)st->level[first].width;
  st->height = (double)st->level[first].height;
  st->depth = (double)st->level[first].depth;
  st->maxAnisotropy = (double)(d->max_anisotropy < MOST_ANISOTROPY ? d->max_anisotropy : MOST_ANISOTROPY);
}

texunit_code {PREFIX}_make({PREFIX}_state **made, const texunit_description *d, const char **why) {
  if (made == NULL || d == NULL) return refused(why, TEXUNIT_INVALID, "a pointer is null");
  *made = NULL;
  if (d->size != sizeof *d) return refused(why, TEXUNIT_WRONG_SIZE, "size: is not that of the description");
  if (d->version != TEXUNIT_VERSION) return refused(why, TEXUNIT_WRONG_VERSION, "version: is not TEXUNIT_VERSION");
  if (!in_range(d)) return refused(why, TEXUNIT_INVALID, "an enumeration has a value that it lacks");
  const uint64_t levels = (uint64_t)d->base_level + d->level_count;
  if (d->level_count == 0 || d->image_levels > TEXUNIT_LEVELS || levels > d->image_levels)
    return refused(why, TEXUNIT_INVALID, "base_level, level_count: are not levels of the image");
  const int cube = d->view_type == TEXUNIT_VIEW_TYPE_CUBE || d->view_type == TEXUNIT_VIEW_TYPE_CUBE_ARRAY;
  const int volume = d->view_type == TEXUNIT_VIEW_TYPE_3D;
  const int line = d->view_type == TEXUNIT_VIEW_TYPE_1D || d->view_type == TEXUNIT_VIEW_TYPE_1D_ARRAY;
  const int arrayed = d->view_type >= TEXUNIT_VIEW_TYPE_1D_ARRAY;
  const uint32_t most = 1u << 20;
  const uint32_t layers = arrayed ? d->layer_count : cube ? 6 : 1;
  if (d->width - 1 >= most || d->height - 1 >= most || d->depth - 1 >= most || layers - 1 >= most)
    return refused(why, TEXUNIT_INVALID, "width, height, depth, layer_count: are not 1 to 2^20");
  if (cube && (d->width != d->height || layers % 6 != 0))
    return refused(why, TEXUNIT_INVALID, "width, height, layer_count: are not those of a cube");
  if ((line && d->height != 1) || (!volume && d->depth != 1))
    return refused(why, TEXUNIT_INVALID, "height, depth: the view lacks the axis");
  int repeats = 0;
  for (int n = 0; n < 2 - line + volume; n++) repeats |= d->address_mode[n] <= TEXUNIT_ADDRESS_MODE_MIRRORED_REPEAT;
  if (d->unnormalized_coordinates && (cube || repeats))
    return refused(why, TEXUNIT_NOT_IN, "unnormalized_coordinates: of cubes and repeating modes are not in the model in C");
  if (d->memory == NULL) return refused(why, TEXUNIT_INVALID, "memory: is null");

  struct state st;
  memset(&st, 0, sizeof st);
  st.format = &formats[d->format];
  if (d->aspect == TEXUNIT_ASPECT_STENCIL && st.format->stencil > 0) st.format = &formats[st.format->stencil];
  if (st.format->texel_bytes == 0 || d->aspect > TEXUNIT_ASPECT_STENCIL)
    return refused(why, TEXUNIT_NOT_IN, "format, aspect: are not in the model in C");
  if (d->decoded && st.format->block != OTHER_BLOCK)
    return refused(why, TEXUNIT_INVALID, "decoded: the model decodes the format itself");
  if (!d->decoded && st.format->block == OTHER_BLOCK)
    return refused(why, TEXUNIT_NOT_IN, "format: its blocks are not decoded by the model in C; give their texels (decoded)");
  if (volume && st.format->flat) return refused(why, TEXUNIT_NOT_IN, "format: is too wide for volumes in the design");
  if (d->dref && st.format->form == FLOATS && st.format->normalized)
    return refused(why, TEXUNIT_NOT_IN, "format: comparisons of its texels are not in the model in C");
  if (!(d->view_min_lod <= (float)(levels - 1)))
    return refused(why, TEXUNIT_NOT_IN, "view_min_lod: beyond the last level of the view is not in the model in C");
  st.texelBytes = st.format->texel_bytes;
  memcpy(st.one, st.format->one, sizeof st.one);
  if (!place_levels(&st, d, layers)) return refused(why, TEXUNIT_INVALID, "levels: are not in the memory");
  st.addressModeU = d->address_mode[0];
  st.addressModeV = d->address_mode[1];
  st.addressModeW = d->address_mode[2];
  st.faces = cube ? 6 : 1;
  st.least = d->reduction_mode == TEXUNIT_REDUCTION_MODE_MIN;
  st.compares = d->dref != 0;
  st.ones = -1;
  st.cubicWeights = d->cubic_weights;
  st.unnormalized = d->unnormalized_coordinates != 0;
  for (int n = 0; n < 8; n++) st.gatherOffsets[n] = d->gather_offsets[n / 2][n % 2];
  st.layers = layers;
  st.layered = arrayed || cube;
  st.lastLevel = (int64_t)levels - 1;
  st.lastLayer = (double)((cube ? layers / 6 : layers) - 1);
  st.component = d->component;
  memcpy(st.components, d->components, sizeof st.components);
  st.projected = d->projected;
  st.gathers = d->operation == TEXUNIT_OPERATION_GATHER;
  st.gathersLinear = d->gather_origin == TEXUNIT_GATHER_ORIGIN_LINEAR;
  const int fetches = d->operation == TEXUNIT_OPERATION_FETCH || d->operation == TEXUNIT_OPERATION_READ;
  if (st.gathers || fetches) {
    if (d->view_min_lod >= (float)d->base_level + 1.0f)
      return refused(why, TEXUNIT_NOT_IN, "view_min_lod: beyond the first level of a gather or fetch is not in the model in C");
  }
  if (st.gathers) {
    const uint32_t from = d->components[d->component];
    if (from >= TEXUNIT_SWIZZLE_R) st.component = from - TEXUNIT_SWIZZLE_R;
    st.constant = from == TEXUNIT_SWIZZLE_ZERO || from == TEXUNIT_SWIZZLE_ONE;
  }
  st.compare_holds = compare_holds[d->compare_op];
  make_border(&st, d);
  make_lod(&st, d);

  const uint32_t shape = cube && !fetches && !d->non_seamless_cube_map ? 4 : volume ? 3 : line ? 1 : 2;
  const uint32_t anisotropic = d->operation == TEXUNIT_OPERATION_SAMPLE && d->anisotropy_enable && (shape == 2 || shape == 4) && st.maxAnisotropy > 1.0;
  const uint32_t form = (uint32_t)st.format->form;
  const int samples = d->operation == TEXUNIT_OPERATION_SAMPLE;
  /* The least and the greatest texels have one function. */
  const uint32_t reduction = !samples                                          ? TEXUNIT_REDUCTION_MODE_WEIGHTED_AVERAGE
                             : d->reduction_mode == TEXUNIT_REDUCTION_MODE_MAX ? TEXUNIT_REDUCTION_MODE_MIN
                                                                               : d->reduction_mode;
  const int mixes = d->mipmap_mode != TEXUNIT_MIPMAP_MODE_NEAREST;
  const int filters = d->mag_filter != TEXUNIT_FILTER_NEAREST || d->min_filter != TEXUNIT_FILTER_NEAREST;
  if (samples && (filters || mixes) && !d->dref && form == CODES) widen_texels(&st);
  const int cubics = d->mag_filter == TEXUNIT_FILTER_CUBIC || d->min_filter == TEXUNIT_FILTER_CUBIC;
  const int linear = d->mag_filter == TEXUNIT_FILTER_LINEAR || d->min_filter == TEXUNIT_FILTER_LINEAR ||
                     d->mipmap_mode == TEXUNIT_MIPMAP_MODE_LINEAR;
  const int averages = samples && reduction == TEXUNIT_REDUCTION_MODE_WEIGHTED_AVERAGE;
  const uint32_t sum = averages && (st.format->sum == ALIGNED || (linear && !cubics)) ? (uint32_t)st.format->sum : PLAIN;
  if (sum == WIDENED_SUM && d->dref) return refused(why, TEXUNIT_NOT_IN, "format: comparisons of its texels are not in the model in C");
  const int of_format = st.format->corner_bits;
  const int of_widened = (st.widens || sum == WIDENED_SUM) && of_format > WIDENED_CORNER_BITS;
  const uint32_t corner_bits = shape == 4 && form == CODES ? (uint32_t)(of_widened ? WIDENED_CORNER_BITS : of_format) : 0;
  if (form == INTEGERS && samples && (filters || (mixes && d->level_count > 1)))
    return refused(why, TEXUNIT_NOT_IN, "mag_filter, min_filter, mipmap_mode: integers are not filtered");
  for (size_t n = 0; n < TEXUNIT_FILTERS * (sizeof kinds / sizeof *kinds); n++) {
    const struct kind *kind = &kinds[n / TEXUNIT_FILTERS];
    const uint32_t filter = (uint32_t)(n % TEXUNIT_FILTERS), cubic = samples && filter == TEXUNIT_FILTER_CUBIC;
    if (kind->operation == (fetches ? TEXUNIT_OPERATION_FETCH : d->operation) && kind->shape == shape && kind->form == form && kind->reduction == reduction && kind->sum == sum &&
        kind->anisotropic == anisotropic && kind->cubic == cubic && kind->corner_bits == (cubic ? 0 : corner_bits)) {
      st.sample[filter] = kind->sample;
    }
  }
  if (st.sample[d->mag_filter] == NULL || st.sample[d->min_filter] == NULL) {
    return refused(why, TEXUNIT_NOT_IN, "operation, view_type, format, filters: the state is not in the model in C");
  }
  for (size_t n = 0; n < sizeof lod_kinds / sizeof *lod_kinds && d->operation == TEXUNIT_OPERATION_SAMPLE; n++) {
    const struct lod_kind *kind = &lod_kinds[n];
    const int explicit_lod = d->lod_source == TEXUNIT_LOD_SOURCE_EXPLICIT;
    const uint32_t source = cube && !explicit_lod ? TEXUNIT_LOD_SOURCE_GRADIENT : d->lod_source;
    if (kind->source == source && kind->mipmap_mode == d->mipmap_mode &&
        (explicit_lod || (kind->dimensions == (cube ? 2 : shape) && kind->anisotropic == anisotropic))) {
      st.lod = kind->lod;
      st.alike = explicit_lod || (COARSE_DERIVATIVES && d->lod_source == TEXUNIT_LOD_SOURCE_IMPLICIT && !cube);
    }
  }
  if (cube && !fetches) {
    const int explicit_lod = st.gathers || d->lod_source == TEXUNIT_LOD_SOURCE_EXPLICIT;
    st.cube = explicit_lod ? cube_explicit : d->lod_source == TEXUNIT_LOD_SOURCE_GRADIENT ? cube_gradient : cube_implicit;
  }
  if (st.gathers) {
    for (int c = 3; c >= 0; c--) st.one[c] = st.one[st.component];
  }
  const int cubic = d->mag_filter == TEXUNIT_FILTER_CUBIC || d->min_filter == TEXUNIT_FILTER_CUBIC;
  if (samples && cubic && form != INTEGERS && !sum_to_one[d->cubic_weights]) take_ones(&st);
  take_sums(&st, sum);
  st.changes = st.compares || st.ones >= 0;
  const int unpacks = st.format->block > NO_BLOCK && st.format->block < OTHER_BLOCK;
  unsigned char *const unpacked = unpacks ? unpack_blocks(&st, d, layers) : NULL;
  *made = unpacks && unpacked == NULL ? NULL : malloc(sizeof **made);
  if (*made == NULL) {
    free(unpacked);
    return refused(why, TEXUNIT_NO_MEMORY, "there is no memory for the state");
  }
  **made = (struct {PREFIX}_state){st, unpacks ? unpacked : d->memory, unpacked};
  return refused(why, TEXUNIT_OK, "");
}

void {PREFIX}_free({PREFIX}_state *state) {
  if (state != NULL) free(state->unpacked);
  free(state);
}

void {PREFIX}_sample(const {PREFIX}_state *state, const texunit_quad *quad, float *colors) {
  sample_quad(&state->state, state->memory, quad, colors);
}

void {PREFIX}_sample_quads(const {PREFIX}_state *state, const texunit_quad *quads, size_t count, float *colors) {
  for (size_t n = 0; n < count; n++) sample_quad(&state->state, state->memory, &quads[n], colors + 16 * n);
}

#ifdef TEXUNIT_TRACE
void {PREFIX}_trace(const {PREFIX}_state *state, const texunit_quad *quad, float *colors, texunit_trace *trace, void *user) {
  struct state st = state->state;
  st.trace = trace;
  st.user = user;
  sample_quad(&st, state->memory, quad, colors);
}
#endif
#endif
