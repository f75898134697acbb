/* Prints a state of requests in binary as a source whose compiler knows all numbers of the state. */
#include "{FILE}.c"
#include "requests.h"

static void print_number(double x) {
  if (x != x) printf("(double)NAN, ");
  else if (fabs(x) == (double)INFINITY) printf("%s(double)INFINITY, ", x < 0.0 ? "-" : "");
  else printf("%a, ", x);
}

static void print_integers(const char *name, const int64_t *integers, int count) {
  printf("  .%s = {", name);
  for (int n = 0; n < count; n++) printf("%lld, ", (long long)integers[n]);
  printf("},\n");
}

/* Codes of 32 bits hold the sums of normalized formats with few bits. */
static int fits_int32(const struct state *st) {
  double growth = 0.0, one = 0.0;
  for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
    if (kinds[n].sample != st->sample[st->magFilter] && kinds[n].sample != st->sample[st->minFilter]) continue;
    if (kinds[n].growth == 0.0) return 0;
    if (kinds[n].growth > growth) growth = kinds[n].growth;
  }
  for (int c = 0; c < 4; c++) one = st->one[c] > one ? st->one[c] : one;
  return st->format->normalized && one * growth < 0x1p30;
}

static size_t kind_of(const struct state *st, int64_t filter) {
  size_t n = 0;
  while (kinds[n].sample != st->sample[filter]) n++;
  return n;
}

/* The functions that the source calls, those of other states where the state has none. */
static void print_functions(const struct state *st) {
  size_t lod = 0;
  for (size_t n = 0; n < sizeof lod_kinds / sizeof *lod_kinds; n++) lod = lod_kinds[n].lod == st->lod ? n : lod;
  const char *const cube = st->cube == cube_implicit ? "implicit" : st->cube == cube_gradient ? "gradient" : "explicit";
  printf("#define CUBE cube_%s\n#define LOD lod_%zu\n#define SAMPLE(filter) ", cube, lod);
  const size_t mag = kind_of(st, st->magFilter), min = kind_of(st, st->minFilter);
  if (mag == min) printf("sample_%zu\n", mag);
  else printf("((filter) == %d ? sample_%zu : sample_%zu)\n", (int)st->magFilter, mag, min);
}

static void print_state(const struct state *st) {
  int64_t start = INT64_MAX, components[4];
  for (int64_t l = st->firstLevel; l <= st->lastLevel; l++) start = st->level[l].start < start ? st->level[l].start : start;
  printf("static const struct state constant = {\n  .format = &formats[%d],\n  .level = {\n", (int)(st->format - formats));
  for (int64_t l = 0; l <= st->lastLevel; l++) {
    const struct level *const level = &st->level[l];
    const int64_t from = l < st->firstLevel ? 0 : level->start - start;
    printf("    {%lld, %lld, %lld, ", (long long)level->width, (long long)level->height, (long long)level->depth);
    printf("%lld, %lld, %lld},\n", (long long)from, (long long)level->rowPitch, (long long)level->slicePitch);
  }
  printf("  },\n");
#define PRINT_INTEGER(name) printf("  ." #name " = %lld,\n", (long long)st->name);
#define PRINT_NUMBER(name) printf("  ." #name " = "), print_number(st->name), putchar('\n');
  INTEGERS_OF_STATE(PRINT_INTEGER)
  NUMBERS_OF_STATE(PRINT_NUMBER)
  printf("  .one = {");
  for (int c = 0; c < 4; c++) print_number(st->one[c]);
  printf("},\n  .border_float32 = {");
  for (int c = 0; c < 4; c++) printf("(float)"), print_number((double)st->border_float32[c]);
  printf("},\n");
  print_integers("border_integer", st->border_integer, 4);
  print_integers("narrow", st->narrow, 4);
  print_integers("ownSums", st->ownSums, 4);
  print_integers("gatherOffsets", st->gatherOffsets, 8);
  for (int c = 0; c < 4; c++) components[c] = st->components[c];
  print_integers("components", components, 4);
  printf("  .cube = %s,\n  .lod = %s,\n", st->cube == NULL ? "NULL" : "CUBE", st->lod == NULL ? "NULL" : "LOD");
  printf("};\n");
}

int main(int argc, char **argv) {
  requests all;
  const char *wrong = argc == 3 ? requests_open(&all, argv[1]) : "expected a file that texunit convert wrote (.bin) and a state";
  if (wrong != NULL) return fprintf(stderr, "%s: %s\n", argv[argc == 3], wrong), 2;
  char *end;
  const unsigned long n = strtoul(argv[2], &end, 10);
  if (*end != 0 || end == argv[2] || n >= all.states)
    return fprintf(stderr, "%s: state %s: expected 0 to %ld\n", argv[1], argv[2], (long)all.states - 1), 2;
  const struct {PREFIX}_state *made = all.state[n];
  if (made->unpacked != NULL) return fprintf(stderr, "%s: state %lu: its blocks are decoded when it is made\n", argv[1], n), 2;
  const char *const head = "void {PREFIX}_constant_%lu(const void *memory, const texunit_quad *quads, size_t count, float *colors)";
  printf("/* State %lu of requests as a constant, made by constant.c. `memory` is the image from the first byte of the view's levels on. */\n", n);
  printf("#define TEXUNIT_CONSTANT\n#define CODE %s\n", fits_int32(&made->state) ? "int32_t" : "int64_t");
  print_functions(&made->state);
  printf("#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n");
  printf("#pragma GCC diagnostic ignored \"-Wunused-const-variable\"\n#endif\n#include \"{FILE}.c\"\n\n");
  print_state(&made->state);
  printf("\n");
  printf(head, n);
  printf(";\n#ifdef __GNUC__\n__attribute__((flatten)) /* the compiler takes the numbers into all functions */\n#endif\n");
  printf(head, n);
  printf(" {\n  for (size_t n = 0; n < count; n++) sample_quad(&constant, memory, &quads[n], colors + 16 * n);\n}\n");
  requests_close(&all);
  return 0;
}
