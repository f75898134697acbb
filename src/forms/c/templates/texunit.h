/* The texture unit of the design {NAME}, in C99. docs/c.md of texunit describes the interface. */
#ifndef TEXUNIT_{GUARD}_H
#define TEXUNIT_{GUARD}_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEXUNIT_VERSION
/* The version of the types below: `version` of a description. */
#define TEXUNIT_VERSION 3

{ENUMERATIONS}
#define TEXUNIT_LEVELS 16

/* A level in the memory: texel (i, j) of slice, layer or face k is at offset + i texels + j row_pitch + k slice_pitch. */
typedef struct texunit_level {
  uint64_t offset;
  uint64_t row_pitch;
  uint64_t slice_pitch;
} texunit_level;

/* An image with its view, a sampler and an instruction. Fields are named as in Vulkan. */
typedef struct texunit_description {
  uint32_t size;    /* sizeof(texunit_description) */
  uint32_t version; /* TEXUNIT_VERSION */
  const void *memory;
  uint64_t memory_bytes;
  texunit_level levels[TEXUNIT_LEVELS];
  uint32_t format, view_type;
  uint32_t width, height, depth, layer_count, image_levels; /* of level 0, and of the image */
  uint32_t base_level, level_count;                         /* of the view; layer 0 is its first layer */
  uint32_t components[4];                                   /* swizzles */
  float view_min_lod;
  uint32_t mag_filter, min_filter, mipmap_mode, address_mode[3];
  float mip_lod_bias, min_lod, max_lod, max_anisotropy;
  uint32_t anisotropy_enable, compare_op, reduction_mode, non_seamless_cube_map;
  uint32_t cubic_weights, unnormalized_coordinates;
  float border_color[4];
  int64_t border_integer[4]; /* of integer formats */
  uint32_t operation, lod_source, projected, dref, component;
  int32_t gather_offsets[4][2]; /* of the four texels of a gather; describe has those of a square */
  uint32_t gather_origin;       /* the rule that finds the texel at which they start */
  uint32_t aspect;  /* of formats with depth and stencil: the stencil, or else the depth */
  uint32_t decoded; /* 1 if the memory has texels that the caller has decoded from blocks; 0 for BC1 to BC5 */
} texunit_description;

/* Four lanes: (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1). Bit n of `active` is set for a lane that wants a result. */
typedef struct texunit_quad {
  float s[4], t[4], r[4], q[4], layer[4], dref[4];
  float lod[4], min_lod[4]; /* the LOD or bias of the instruction, and its minimum */
  float dsdx[4], dtdx[4], drdx[4], dsdy[4], dtdy[4], drdy[4];
  int32_t i[4], j[4], k[4], integer_layer[4], level[4]; /* of fetches */
  int32_t offset_u[4], offset_v[4], offset_w[4];
  uint32_t active;
} texunit_quad;

/* Takes a step of a lane: its name, and its number. A step of a colour comes with the component, 0 to 3; others with -1. */
typedef void texunit_trace(void *user, int lane, const char *step, int component, double number);
#endif

typedef struct {PREFIX}_state {PREFIX}_state;

/* Fills a description with 0, its size and version, and a sampler that filters trilinearly. */
void {PREFIX}_describe(texunit_description *description);

/* Makes a state. The memory must stay until the state is freed. Returns a code; a text of it is put in *why if it is not null. */
texunit_code {PREFIX}_make({PREFIX}_state **state, const texunit_description *description, const char **why);
void {PREFIX}_free({PREFIX}_state *state);

/* Samples quads: r, g, b, a of each lane, 16 floats a quad. Lanes that are not active keep theirs. */
void {PREFIX}_sample(const {PREFIX}_state *state, const texunit_quad *quad, float *colors);
void {PREFIX}_sample_quads(const {PREFIX}_state *state, const texunit_quad *quads, size_t count, float *colors);

/* Samples a quad, and shows the steps of its active lanes, unit by unit. The source has it where TEXUNIT_TRACE is defined. */
void {PREFIX}_trace(const {PREFIX}_state *state, const texunit_quad *quad, float *colors, texunit_trace *trace, void *user);

/* Single steps, by the names of docs/arithmetic.md. Floats are the bits of float32, fixed-point numbers are integers. */
{STEPS}
#ifdef __cplusplus
}
#endif
#endif
