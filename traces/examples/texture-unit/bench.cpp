// Runs quads through the texture unit in SystemVerilog, and writes or checks its log (docs/rtl.md).
//
//   bench FOLDER [chance [reset ...]]
//
// The folder has states.mem and quads.mem, hexadecimal words of state_t and quad_t, one a line; memory.bin, the bytes of
// the texel memory from address 0 on; expected.log, with which the log is compared, or none, for the log on standard
// output. With a chance of 2 or more a quad is offered, and a result and a request to memory are taken, in one of so many
// cycles, at random. The results must then be the same, at times of their own. At the end of cycle `reset` the unit is reset, and quads and log
// begin anew; each further number is a cycle of the run after that. All registers have random bits before the first reset.
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "Vtexture_unit_bench.h"
#include "verilated.h"

using Words = std::vector<uint32_t>;

// Before the first reset an index has random bits, and may be up to twice as large as its array. Verilator copies an
// element of more than 64 bits before it checks the index, so that the model's memory must be twice as large, too.
static void* spacious(size_t bytes, size_t alignment) {
  void* memory = aligned_alloc(alignment, (2 * bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc{};
  return memory;
}

void* operator new(size_t bytes) { return spacious(bytes, alignof(std::max_align_t)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
#ifdef __cpp_aligned_new
void* operator new(size_t bytes, std::align_val_t alignment) { return spacious(bytes, static_cast<size_t>(alignment)); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

static std::ifstream opened(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (file) return file;
  std::fprintf(stderr, "bench: no file %s\n", path.c_str());
  std::exit(2);
}

/** The words of a file, each as 32-bit words from the lowest on. */
static std::vector<Words> read_words(const std::string& path) {
  std::vector<Words> all;
  std::ifstream file = opened(path);
  for (std::string line; file >> line;) {
    Words words((line.size() + 7) / 8);
    for (size_t n = 0; n < words.size(); n++) {
      const size_t end = line.size() - 8 * n, begin = end < 8 ? 0 : end - 8;
      words[n] = static_cast<uint32_t>(std::stoul(line.substr(begin, end - begin), nullptr, 16));
    }
    all.push_back(words);
  }
  return all;
}

/** Ports of any width are words from the lowest on. */
template <typename Port>
static void drive(Port& port, const void* bytes, size_t size) {
  std::memset(&port, 0, sizeof port);
  std::memcpy(&port, bytes, size < sizeof port ? size : sizeof port);
}

template <typename Port>
static uint32_t word_of(const Port& port, size_t n) {
  uint32_t word = 0;
  std::memcpy(&word, reinterpret_cast<const char*>(&port) + 4 * n, sizeof port < 4 ? sizeof port : 4);
  return word;
}

/** The log, which is written or compared with the expected one. */
class Log {
 public:
  Log(const std::string& path, bool timed) : expected(path), compares(expected.is_open()), timed(timed) {}

  void add(uint64_t cycle, const std::string& event) {
    if (!compares) {
      std::printf("%" PRIu64 " %s\n", cycle, event.c_str());
      return;
    }
    if (!timed && event.rfind("result ", 0) != 0 && event != "end") return;
    const std::string got = timed ? std::to_string(cycle) + " " + event : event, want = next();
    if (agree(got, want)) {
      count++;
      return;
    }
    std::printf("line %" PRIu64 " differs:\n  got      %s\n  expected %s\n", count + 1, got.c_str(), want.c_str());
    std::exit(1);
  }

  void restart() {
    expected.clear();
    expected.seekg(0);
    count = 0;
  }

  /** @returns the exit code */
  int end() {
    if (!compares) return 0;
    const std::string rest = next();
    if (!rest.empty()) {
      std::printf("line %" PRIu64 " differs:\n  got      the end\n  expected %s\n", count + 1, rest.c_str());
      return 1;
    }
    std::printf("%" PRIu64 " lines agree\n", count);
    return 0;
  }

 private:
  std::ifstream expected;
  const bool compares, timed;
  uint64_t count = 0;

  std::string next() {
    std::string line;
    while (std::getline(expected, line)) {
      if (timed) return line;
      const std::string event = line.substr(line.find(' ') + 1);
      if (event.rfind("result ", 0) == 0 || event == "end") return event;
    }
    return "";
  }

  /** Word by word; `-` agrees with everything. */
  static bool agree(const std::string& got, const std::string& want) {
    std::istringstream left(got), right(want);
    std::string a, b;
    for (;;) {
      const bool more_left = static_cast<bool>(left >> a), more_right = static_cast<bool>(right >> b);
      if (!more_left || !more_right) return more_left == more_right;
      if (a != b && b != "-") return false;
    }
  }
};

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench FOLDER [chance [reset ...]]\n");
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  const unsigned chance = argc > 2 ? std::atoi(argv[2]) : 1;
  int resets = 3;
  const std::vector<Words> states = read_words(folder + "states.mem"), quads = read_words(folder + "quads.mem");
  std::ifstream memory_file = opened(folder + "memory.bin");
  const std::vector<char> memory{std::istreambuf_iterator<char>(memory_file), {}};
  Log log(folder + "expected.log", chance < 2);

  VerilatedContext context;
  context.randReset(2);
  Vtexture_unit_bench top{&context};
  const auto edge = [&] {
    top.clock = 1;
    top.eval();
    top.clock = 0;
  };

  top.reset = 1;
  edge();
  for (size_t n = 0; n < states.size(); n++) {
    top.state_valid = 1;
    top.state_number = n;
    drive(top.state, states[n].data(), 4 * states[n].size());
    top.eval();
    edge();
  }
  top.state_valid = 0;
  top.reset = 0;

  // The stages from the last to the first, as their bits stand in `taken`.
  static const char* const STAGES[] = {"result", "filter", "decode", "data", "tag", "address", "lod", "frontEnd"};
  const size_t line_bytes = sizeof top.response_line;
  const auto luck = [&] { return chance < 2 || std::rand() % chance == 0; };
  size_t offered = 0, returned = 0;
  uint64_t cycle = 0, idle = 0;
  for (; returned < quads.size(); cycle++) {
    const size_t before = offered + returned;
    bool moves = false;
    top.quad_valid = offered < quads.size() && luck();
    if (top.quad_valid) drive(top.quad, quads[offered].data(), 4 * quads[offered].size());
    top.result_ready = luck();
    top.request_ready = luck();
    top.eval();
    if (top.response_valid) {
      moves = true;
      const size_t from = line_bytes * top.response_number;
      const size_t here = from < memory.size() ? memory.size() - from : 0;
      drive(top.response_line, memory.data() + from, here < line_bytes ? here : line_bytes);
      top.eval();
    }

    if (top.result_valid && top.result_ready) {
      std::ostringstream event;
      event << "result " << top.result_quad;
      for (size_t n = 0; n < 16; n++) {
        char pattern[10];
        std::snprintf(pattern, sizeof pattern, " %08x", word_of(top.result_color, n));
        event << pattern;
      }
      log.add(cycle, event.str());
      returned++;
    }
    for (size_t stage = 0; stage < 8; stage++) {
      if (top.taken >> stage & 1) log.add(cycle, STAGES[stage]);
      if (stage != 4) continue;
      for (unsigned n = 0; n < top.request_count; n++) {
        log.add(cycle, "request " + std::to_string(word_of(top.request_lines, n)));
      }
    }
    if (top.quad_valid && top.quad_ready) offered++;
    if (resets < argc && cycle == std::stoull(argv[resets])) {
      resets++;
      top.reset = 1;
      edge();
      top.reset = 0;
      log.restart();
      offered = returned = idle = 0;
      cycle = UINT64_MAX;
      continue;
    }
    edge();

    // A quad of many passes may wait for memory again and again.
    moves |= top.taken != 0 || offered + returned != before;
    idle = moves ? 0 : idle + 1;
    if (idle < 1000000) continue;
    std::printf("nothing has moved in %" PRIu64 " cycles, up to cycle %" PRIu64 "\n", idle, cycle);
    return 1;
  }
  log.add(cycle - 1, "end");
  return log.end();
}
