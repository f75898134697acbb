/* Trilinear samples at random places through sample_quads: million samples a second of processor time, the best of 400 calls. */
#include <time.h>
#include "requests.h"
#ifdef SAMPLE_CONSTANT
void SAMPLE_CONSTANT(const void *memory, const texunit_quad *quads, size_t count, float *colors);
#endif

enum { QUADS = 4096, CALLS = 400 };

static float random_float(void) {
  static uint32_t seed = 1;
  seed = seed * 1664525u + 1013904223u;
  return (float)(seed >> 8) * 0x1p-24f;
}

int main(int argc, char **argv) {
  requests all;
  const char *wrong = argc == 2 ? requests_open(&all, argv[1]) : "expected requests in binary";
  if (wrong != NULL) return fprintf(stderr, "%s\n", wrong), 2;
  static texunit_quad quads[QUADS];
  static float colors[16 * QUADS];
  for (int n = 0; n < QUADS; n++) {
    /* The length of a step across the screen has every level of 256 x 256 texels. */
    const float step = ldexpf(1.0f, -(n % 9)) * (0.5f + 0.5f * random_float()), s = random_float(), t = random_float();
    quads[n].active = 15;
    for (int lane = 0; lane < 4; lane++) {
      quads[n].s[lane] = s + (float)(lane % 2) * step;
      quads[n].t[lane] = t + (float)(lane / 2) * step;
      quads[n].q[lane] = 1.0f;
    }
  }
#ifdef SAMPLE_CONSTANT
  uint64_t image;
  memcpy(&image, all.memory + sizeof(struct header), sizeof image);
#endif
  clock_t best = 0;
  for (int n = 0; n < CALLS; n++) {
    const clock_t begin = clock();
#ifdef SAMPLE_CONSTANT
    SAMPLE_CONSTANT(all.memory + image, quads, QUADS, colors);
#else
    SAMPLE_QUADS(all.state[0], quads, QUADS, colors);
#endif
    const clock_t time = clock() - begin;
    if (n == 0 || time < best) best = time;
  }
  printf("%.1f\n", 4.0 * QUADS * CLOCKS_PER_SEC / (double)best / 1e6);
  requests_close(&all);
  return colors[0] > 2.0f;
}
