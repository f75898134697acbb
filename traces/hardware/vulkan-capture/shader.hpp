#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats.hpp"
#include "json.hpp"

/** Words that a lane's operands take: where the shader reads what. */
namespace operand {
constexpr uint32_t COORDINATE = 0; // up to four, the layer behind the axes
constexpr uint32_t Q = 4;
constexpr uint32_t LOD = 5;
constexpr uint32_t BIAS = 6;
constexpr uint32_t MIN_LOD = 7;
constexpr uint32_t DREF = 8;
constexpr uint32_t DX = 9;
constexpr uint32_t DY = 12;
constexpr uint32_t OFFSET = 15;
constexpr uint32_t LEVEL = 18;
constexpr uint32_t ACTS = 19; // 1 where the lane carries a write or an atomic out
constexpr uint32_t VALUE = 20;
constexpr uint32_t WORDS = 24;
} // namespace operand

/** Words of a lane's results: r, g, b, a and residency, or the members of a footprint. */
namespace result {
constexpr uint32_t TEXEL = 0;
constexpr uint32_t RESIDENT = 4;
constexpr uint32_t SINGLE = 0;
constexpr uint32_t ANCHOR = 1;
constexpr uint32_t OFFSET = 4;
constexpr uint32_t MASK = 7;
constexpr uint32_t LEVEL = 9;
constexpr uint32_t GRANULARITY = 10;
constexpr uint32_t WORDS = 11;
} // namespace result

/** What an instruction is, as far as it is compiled into the shader. */
struct Instruction {
  enum class Op { sample, gather, fetch, read, write, atomic, querySize, queryLevels, queryLod, footprint };
  enum class Lod { implicitly, explicitly, gradients };
  enum class Offset { none, constant, dynamic, four };

  Op op;
  vk::ImageViewType viewType;
  ComponentType components;
  bool projected = false;
  bool dref = false;
  Lod lod = Lod::implicitly;
  bool bias = false;
  bool minLod = false;
  Offset offset = Offset::none;
  /** Constant offsets: of one, or of four texels. */
  std::vector<std::array<int, 3>> offsets;
  int component = 0;
  /** Whether the result has the residency, too. */
  bool sparse = false;
  /** OpAtomic... without its prefix. */
  std::string atomic;
  uint32_t granularity = 1;
  bool coarse = false;

  /** Whether the image is one of storage. */
  bool stores() const { return op == Op::read || op == Op::write || op == Op::atomic; }

  /** Axes of the view's coordinate, and numbers of it with the layer. */
  int axes() const;
  int coordinates() const;
  bool arrayed() const;
};

/** The words of SPIR-V in the assembler's text. Throws logic_error with the text if it is not valid. */
std::vector<uint32_t> assemble(const std::string &text);

/** One triangle over all pixels. */
std::vector<uint32_t> vertexShader();

/**
 * A pixel is a lane: lane l of quad n lies at (2 (n mod width) + (l & 1), 2 floor(n / width) + (l >> 1)). It reads its
 * operands from words of a buffer (binding 1), and writes its results into another (binding 2). The texture is at 0.
 */
std::vector<uint32_t> fragmentShader(const Instruction &instruction, uint32_t quadsInARow);
