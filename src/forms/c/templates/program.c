/* Samples requests in binary, and prints the bits of their results as `texunit sample --bits` does; or their steps. */
#include "requests.h"

#ifdef TEXUNIT_TRACE
/* A line a step: the request, from 0 on, the lane, the name, of a colour with its component (texel0_r), and the number. */
static void print_step(void *n, int lane, const char *step, int component, double number) {
  static const char *const ends[] = {"", "_r", "_g", "_b", "_a"};
  printf("%lu %d %s%s %.17g\n", *(unsigned long *)n, lane, step, ends[component + 1], number);
}
#endif

int main(int argc, char **argv) {
  requests all;
  const char *wrong = argc == 2 ? requests_open(&all, argv[1]) : "expected a file that texunit convert wrote (.bin)";
  if (wrong != NULL) return fprintf(stderr, "%s: %s\n", argv[argc == 2], wrong), 2;
  for (uint32_t n = 0; n < all.count; n++) {
    request one;
    float colors[16];
    uint32_t bits[16];
    memcpy(&one, all.memory + all.first + n * sizeof one, sizeof one);
#ifdef TEXUNIT_TRACE
    unsigned long number = n;
    {PREFIX}_trace(all.state[one.state], &one.quad, colors, print_step, &number);
    continue;
#endif
    {PREFIX}_sample(all.state[one.state], &one.quad, colors);
    memcpy(bits, colors, sizeof bits);
    for (uint32_t c = 0; c < 4 * one.lanes && c < 16; c++) {
      const int is_nan = !one.integers && (bits[c] & 0x7fffffff) > 0x7f800000;
      if ((one.quad.active >> c / 4 & 1) == 0) fputs("xxxxxxxx", stdout);
      else printf("%08lx", is_nan ? 0x7fc00000ul : (unsigned long)bits[c]);
      putchar(c + 1 < 4 * one.lanes ? ' ' : '\n');
    }
  }
  requests_close(&all);
  return 0;
}
