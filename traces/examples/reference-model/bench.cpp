// A bench whose expected values come from texunit, one request at a time: docs/test-benches.md.
//
//   bench "texunit sample -" [requests]
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>

#include "Vbilinear.h"
#include "reference_model.hpp"
#include "verilated.h"

// Texel (i, j) is byte 4j + i of both: base64 for the model, words for the design under test.
static const char* IMAGE =
    R"({"image":{"name":"ramp","format":"r8_unorm","width":4,"height":4,"levels":["ABEiM0RVZneImaq7zN3u/w=="]}})";
static const char* SAMPLER = R"({"sampler":{"name":"linear","addressModeU":"repeat","addressModeV":"repeat"}})";

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench COMMAND [requests]\n");
    return 2;
  }
  const int requests = argc > 2 ? std::atoi(argv[2]) : 2000;
  VerilatedContext context;
  Vbilinear dut{&context};
  for (int word = 0; word < 4; word++) dut.texels[word] = 0x33221100u + 0x44444444u * word;

  ReferenceModel model{argv[1]};
  model.define(R"({"texunit":"requests","version":1})");
  model.define(IMAGE);
  model.define(SAMPLER);

  std::mt19937 random{1};
  int failures = 0;
  std::chrono::duration<double, std::micro> waited{};
  for (int n = 0; n < requests; n++) {
    // Coordinates on the grid of 1/256 of a texel: the design under test takes them as they are.
    const int u = static_cast<int>(random() % 4096) - 2048, v = static_cast<int>(random() % 4096) - 2048;
    dut.u = static_cast<uint16_t>(u - 128);
    dut.v = static_cast<uint16_t>(v - 128);
    dut.eval();

    char request[160];
    std::snprintf(request, sizeof request, R"({"id":"%d","image":"ramp","sampler":"linear","coord":[%.10g,%.10g],"lod":0})",
                  n, u / 1024.0, v / 1024.0);
    const auto start = std::chrono::steady_clock::now();
    const std::string result = model.ask(request);
    if (n > 0) waited += std::chrono::steady_clock::now() - start;

    // The result is a float32: the code over 255, rounded once.
    const float expected = static_cast<float>(component(result, 0));
    const float got = static_cast<float>(dut.filtered / (255.0 * 65536.0));
    if (got != expected && failures++ < 10) {
      std::printf("request %d: got %.9g, expected %.9g\n  %s\n  %s\n", n, got, expected, request, result.c_str());
    }
  }
  std::printf("%d requests, %d failures\n", requests, failures);
  std::fprintf(stderr, "round trip: %.0f us\n", waited.count() / (requests - 1));
  return failures == 0 ? 0 : 1;
}
