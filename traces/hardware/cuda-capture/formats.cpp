#include "formats.hpp"

#include <map>

#include "json.hpp"

namespace {

Format plain(int components, int bits, cudaChannelFormatKind kind, bool srgb = false) {
  auto width = [&](int n) { return n < components ? bits : 0; };
  auto mode = kind == cudaChannelFormatKindFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  return {{width(0), width(1), width(2), width(3), kind}, mode, srgb, components, size_t(components * bits / 8), false};
}

template <cudaChannelFormatKind Kind> Format block(int components, size_t bytes, bool srgb = false) {
  bool floats =
      Kind == cudaChannelFormatKindUnsignedBlockCompressed6H || Kind == cudaChannelFormatKindSignedBlockCompressed6H;
  auto mode = floats ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  return {cudaCreateChannelDesc<Kind>(), mode, srgb, components, bytes, true};
}

std::map<std::string, Format> namedFormats() {
  std::map<std::string, Format> formats;
  const std::string names[] = {"r8", "r8g8", "", "r8g8b8a8", "r16", "r16g16", "", "r16g16b16a16"};
  const std::string wide[] = {"r32", "r32g32", "", "r32g32b32a32"};
  for (int components : {1, 2, 4}) {
    const auto &bytes = names[components - 1];
    const auto &words = names[components + 3];
    formats[bytes + "_unorm"] = plain(components, 8, cudaChannelFormatKindUnsigned);
    formats[bytes + "_snorm"] = plain(components, 8, cudaChannelFormatKindSigned);
    formats[words + "_unorm"] = plain(components, 16, cudaChannelFormatKindUnsigned);
    formats[words + "_snorm"] = plain(components, 16, cudaChannelFormatKindSigned);
    formats[words + "_sfloat"] = plain(components, 16, cudaChannelFormatKindFloat);
    formats[wide[components - 1] + "_sfloat"] = plain(components, 32, cudaChannelFormatKindFloat);
  }
  formats["r8g8b8a8_srgb"] = plain(4, 8, cudaChannelFormatKindUnsigned, true);
  formats["bc1_rgba_unorm_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed1>(4, 8);
  formats["bc1_rgba_srgb_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed1SRGB>(4, 8, true);
  formats["bc2_unorm_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed2>(4, 16);
  formats["bc3_unorm_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed3>(4, 16);
  formats["bc3_srgb_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed3SRGB>(4, 16, true);
  formats["bc4_unorm_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed4>(1, 8);
  formats["bc4_snorm_block"] = block<cudaChannelFormatKindSignedBlockCompressed4>(1, 8);
  formats["bc5_unorm_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed5>(2, 16);
  formats["bc5_snorm_block"] = block<cudaChannelFormatKindSignedBlockCompressed5>(2, 16);
  formats["bc6h_ufloat_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed6H>(3, 16);
  formats["bc6h_sfloat_block"] = block<cudaChannelFormatKindSignedBlockCompressed6H>(3, 16);
  formats["bc7_unorm_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed7>(4, 16);
  formats["bc7_srgb_block"] = block<cudaChannelFormatKindUnsignedBlockCompressed7SRGB>(4, 16, true);
  return formats;
}

} // namespace

Format formatOf(const std::string &name) {
  static const auto formats = namedFormats();
  auto found = formats.find(name);
  if (found == formats.end()) throw Unsupported("the format " + name);
  return found->second;
}
