/* The functions of {FILE}_pkg. */
#include "../requests.h"
#include "svdpi.h"

void *{PREFIX}_dpi_open(const char *path) {
  requests *const all = malloc(sizeof *all);
  const char *const wrong = all != NULL ? requests_open(all, path) : "there is no memory";
  if (wrong == NULL) return all;
  fprintf(stderr, "%s: %s\n", path, wrong);
  if (all != NULL) requests_close(all);
  free(all);
  return NULL;
}

uint32_t {PREFIX}_dpi_states(void *all) { return ((requests *)all)->states; }

void {PREFIX}_dpi_sample(void *all, uint32_t state, const svBitVecVal *words, svBitVecVal *colors) {
  texunit_quad quad;
  float lanes[16] = {0};
  memcpy(&quad, words, sizeof quad);
  {PREFIX}_sample(((requests *)all)->state[state], &quad, lanes);
  memcpy(colors, lanes, sizeof lanes);
}

void {PREFIX}_dpi_close(void *all) {
  requests_close(all);
  free(all);
}
