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
constexpr uint32_t WORDS = 19;
} // namespace operand

/** What an instruction is, as far as it is compiled into the shader. */
struct Instruction {
  enum class Op { sample, gather, fetch, querySize, queryLevels, queryLod };
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
 * operands from words of a buffer (binding 1), and writes r, g, b, a into another (binding 2). The texture is at 0.
 */
std::vector<uint32_t> fragmentShader(const Instruction &instruction, uint32_t quadsInARow);
