/* Requests in binary (traces/FORMAT.md of texunit): `texunit convert requests.jsonl requests.bin`. */
#include "{FILE}.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fields of a description from `format` to `aspect`. */
#define FIELDS_AT offsetof(texunit_description, format)
#define FIELDS_BYTES (offsetof(texunit_description, aspect) + 4 - FIELDS_AT)

typedef struct request {
  uint32_t state, lanes, integers; /* 1 if the results are integers */
  texunit_quad quad;
} request;

struct header {
  char signature[8];
  uint32_t version, fields_bytes, request_bytes, states, requests;
};

typedef struct requests {
  unsigned char *memory;
  {PREFIX}_state **state;
  uint32_t states, count;
  size_t first;
} requests;

static void requests_close(requests *all) {
  for (uint32_t n = 0; all->state != NULL && n < all->states; n++) {PREFIX}_free(all->state[n]);
  free(all->state);
  free(all->memory);
}

/* Reads a file and makes its states. Returns a text of what is wrong, or NULL. */
static const char *requests_open(requests *all, const char *path) {
  static char text[256];
  struct header head = {.signature = ""};
  memset(all, 0, sizeof *all);
  FILE *const file = fopen(path, "rb");
  if (file == NULL) return "cannot be read";
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file), state_bytes = sizeof(texunit_level[TEXUNIT_LEVELS]) + FIELDS_BYTES + 64;
  rewind(file);
  all->memory = malloc(size + 1);
  const int whole = all->memory != NULL && fread(all->memory, 1, size, file) == size;
  fclose(file);
  if (whole && size >= sizeof head) memcpy(&head, all->memory, sizeof head);
  if (memcmp(head.signature, "texunit", 8) != 0 || head.version != TEXUNIT_VERSION ||
      head.fields_bytes != FIELDS_BYTES || head.request_bytes != sizeof(request))
    return "has no binary requests of this version";
  all->first = sizeof head + head.states * state_bytes;
  if (all->first + head.requests * sizeof(request) > size) return "is cut short";
  for (uint32_t n = 0; n < head.requests; n++) {
    uint32_t state;
    memcpy(&state, all->memory + all->first + n * sizeof(request), sizeof state);
    if (state >= head.states) return "has a request whose state is not there";
  }
  all->state = calloc((size_t)head.states + 1, sizeof *all->state);
  if (all->state == NULL) return "there is no memory";
  all->states = head.states;
  all->count = head.requests;
  for (uint32_t n = 0; n < head.states; n++) {
    const unsigned char *const at = all->memory + sizeof head + n * state_bytes;
    texunit_description d;
    const char *why;
    {PREFIX}_describe(&d);
    memcpy(d.levels, at, sizeof d.levels);
    memcpy((unsigned char *)&d + FIELDS_AT, at + sizeof d.levels, FIELDS_BYTES);
    d.memory = all->memory;
    d.memory_bytes = size;
    if ({PREFIX}_make(&all->state[n], &d, &why) == TEXUNIT_OK) continue;
    snprintf(text, sizeof text, "request %.64s: %s", (const char *)at + sizeof d.levels + FIELDS_BYTES, why);
    return text;
  }
  return NULL;
}
