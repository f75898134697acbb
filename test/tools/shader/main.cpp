// Samples the requests of a file, as shader-run.cpp does, with the functions of a shader that come before: main REQUESTS RESULTS
#include <algorithm>
#include <cstdio>
#include <vector>

static bool read(FILE *file, void *to, size_t words) { return std::fread(to, 4, words, file) == words; }

int main(int, char **files) {
  FILE *const requests = std::fopen(files[1], "rb");
  FILE *const results = std::fopen(files[2], "wb");
  uint head[6];
  while (read(requests, head, 6)) {
    const uint bytes = head[0] == 0 ? 1 : head[0] == 3 ? 4 : 2;
    std::vector<std::vector<uvec4>> levels(head[3]);
    std::vector<const uvec4 *> places;
    for (uint level = 0; level < head[3]; level++) {
      const uint texels = std::max(head[1] >> level, 1u) * std::max(head[2] >> level, 1u);
      std::vector<unsigned char> stored((texels * bytes + 3) / 4 * 4);
      if (!read(requests, stored.data(), stored.size() / 4)) return 3;
      for (uint n = 0; n < texels; n++) {
        const unsigned char *const at = &stored[n * bytes];
        const auto byte = [&](uint c) { return c < bytes ? uint(at[c]) : uint(c == 3); };
        levels[level].push_back(head[0] == 2 ? uvec4(at[0] + 256u * at[1], 0, 0, 1) : uvec4(byte(0), byte(1), byte(2), byte(3)));
      }
      places.push_back(levels[level].data());
    }
    const usampler2D image{int(head[1]), int(head[2]), places.data()};
    for (uint n = 0; n < head[4]; n++) {
      uint w[21];
      if (!read(requests, w, 21)) return 3;
      const TexunitSampler state{int(w[0]), int(w[1]), int(w[2]), int(w[3]), int(w[4]), int(w[5]), w[6], w[7], w[8],
                                 {w[9], w[10], w[11], w[12]}};
      const int lod = w[13] != 0 ? texunit_lod_of_operand(w[20])
                                 : texunit_lod_of_derivatives(image, {w[16], w[17]}, {w[18], w[19]});
      const uvec4 color = texunit_color_bits(image, state, {w[14], w[15]}, lod);
      std::fwrite(&color, 4, 4, results);
    }
  }
  std::fclose(results);
  return 0;
}
