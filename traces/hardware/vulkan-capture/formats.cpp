#include "formats.hpp"

#include <map>

#include "json.hpp"

std::string plainName(const std::string &name) {
  std::string plain;
  for (char c : name) {
    if (c != '_') plain += static_cast<char>(std::tolower(c));
  }
  return plain;
}

namespace {

/** The ranges in which VkFormat has values: of the core, and of the extensions that are in it by now. */
constexpr std::array<std::array<int, 2>, 4> RANGES{
    {{1, 184}, {1000066000, 1000066013}, {1000156000, 1000156033}, {1000330000, 1000330003}}};

std::map<std::string, vk::Format> namedFormats() {
  std::map<std::string, vk::Format> formats;
  for (auto [first, last] : RANGES) {
    for (int value = first; value <= last; value++) {
      auto format = static_cast<vk::Format>(value);
      formats[plainName(vk::to_string(format))] = format;
    }
  }
  formats["a4r4g4b4unormpack16"] = vk::Format::eA4R4G4B4UnormPack16;
  formats["a4b4g4r4unormpack16"] = vk::Format::eA4B4G4R4UnormPack16;
  return formats;
}

uint32_t divided(uint32_t size, uint32_t by) { return (size + by - 1) / by; }

} // namespace

vk::Format formatOf(const std::string &name) {
  static const auto formats = namedFormats();
  auto found = formats.find(plainName(name));
  if (found == formats.end()) throw Unsupported("no format " + name);
  return found->second;
}

bool isDepth(vk::Format format) {
  switch (format) {
  case vk::Format::eD16Unorm:
  case vk::Format::eX8D24UnormPack32:
  case vk::Format::eD32Sfloat:
  case vk::Format::eD16UnormS8Uint:
  case vk::Format::eD24UnormS8Uint:
  case vk::Format::eD32SfloatS8Uint:
    return true;
  default:
    return false;
  }
}

bool isStencil(vk::Format format) {
  switch (format) {
  case vk::Format::eS8Uint:
  case vk::Format::eD16UnormS8Uint:
  case vk::Format::eD24UnormS8Uint:
  case vk::Format::eD32SfloatS8Uint:
    return true;
  default:
    return false;
  }
}

ComponentType componentTypeOf(vk::Format format, vk::ImageAspectFlags aspect) {
  if (aspect == vk::ImageAspectFlagBits::eStencil) return ComponentType::unsignedInteger;
  if (isDepth(format)) return ComponentType::floating;
  std::string numeric = vk::componentNumericFormat(format, 0);
  if (numeric == "UINT") return ComponentType::unsignedInteger;
  if (numeric == "SINT") return ComponentType::signedInteger;
  return ComponentType::floating;
}

vk::Extent3D planeExtent(vk::Format format, int plane, vk::Extent3D level) {
  if (vk::planeCount(format) == 1) return level;
  return {divided(level.width, vk::planeWidthDivisor(format, plane)),
          divided(level.height, vk::planeHeightDivisor(format, plane)), level.depth};
}

size_t planeBytes(vk::Format format, int plane, vk::Extent3D level) {
  auto planeFormat = vk::planeCount(format) == 1 ? format : vk::planeCompatibleFormat(format, plane);
  auto [width, height, depth] = planeExtent(format, plane, level);
  auto block = vk::blockExtent(planeFormat);
  return size_t(divided(width, block[0])) * divided(height, block[1]) * vk::blockSize(planeFormat);
}
