// Runs test vectors from standard input through a module: one 32-bit word a port, two for ports of 33 to 64 bits, the
// inputs first and the expected outputs behind them; behind an output without meaning in some vectors a word more, which
// is 1 if the output counts. It stops at the first vector whose outputs differ and prints it.
//
// A program has it once for each of its modules: MODEL is the class that Verilator makes of one, and ports.h, which is
// included before, has its ports.
#ifndef DRIVER
#define DRIVER
#include <cstdint>
#include <cstdio>

static uint64_t take(const uint32_t*& word, int width) {
  uint64_t value = *word++;
  if (width > 32) value |= uint64_t(*word++) << 32;
  return value & (~0ull >> (64 - width));
}

static void show(const char* before, const char* name, uint64_t value, int width, bool is_signed) {
  const int above = 64 - width;
  if (is_signed) {
    printf("%s%s = %lld", before, name, (long long)(value << above) >> above);
  } else {
    printf("%s%s = %llu (0x%llx)", before, name, (unsigned long long)value, (unsigned long long)value);
  }
}

template <class Model> int run();
#endif

template <> int run<MODEL>() {
  enum { VECTORS = 4096 };
  static uint32_t words[VECTORS * WORDS];
  MODEL top;
  unsigned long long count = 0;
  while (size_t vectors = fread(words, sizeof(uint32_t) * WORDS, VECTORS, stdin)) {
    for (size_t n = 0; n < vectors; n++, count++) {
      const uint32_t* word = words + n * WORDS;
#define DRIVE(name, width, is_signed, sometimes) top.name = take(word, width);
      INPUTS(DRIVE)
      top.eval();
      const uint32_t* expected = word;
      bool differs = false;
#define COMPARE(name, width, is_signed, sometimes)     \
  {                                                    \
    const bool differing = top.name != take(word, width); \
    differs |= differing && (!sometimes || *word);     \
    word += sometimes;                                 \
  }
      OUTPUTS(COMPARE)
      if (!differs) continue;
      printf("vector %llu:\n", count);
#define SHOW_INPUT(name, width, is_signed, sometimes) show("  ", #name, top.name, width, is_signed);
      INPUTS(SHOW_INPUT)
#define SHOW_OUTPUT(name, width, is_signed, sometimes)                  \
  show("\n  got      ", #name, top.name, width, is_signed);             \
  show("\n  expected ", #name, take(expected, width), width, is_signed); \
  if (sometimes && !*expected++) printf(" (any)");
      OUTPUTS(SHOW_OUTPUT)
      printf("\n");
      return 0;
    }
  }
  printf("%llu vectors agree\n", count);
  return 0;
}

#undef DRIVE
#undef COMPARE
#undef SHOW_INPUT
#undef SHOW_OUTPUT
#undef INPUTS
#undef OUTPUTS
#undef WORDS
#undef MODEL
