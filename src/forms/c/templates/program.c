/* Samples requests in binary, and prints the bits of their results as `texunit sample --bits` does. */
#include "requests.h"

int main(int argc, char **argv) {
  requests all;
  const char *wrong = argc == 2 ? requests_open(&all, argv[1]) : "expected a file that texunit convert wrote (.bin)";
  if (wrong != NULL) return fprintf(stderr, "%s: %s\n", argv[argc == 2], wrong), 2;
  for (uint32_t n = 0; n < all.count; n++) {
    request one;
    float colors[16];
    uint32_t bits[16];
    memcpy(&one, all.memory + all.first + n * sizeof one, sizeof one);
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
