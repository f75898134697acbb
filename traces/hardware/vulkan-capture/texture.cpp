#include "texture.hpp"

#include <algorithm>
#include <cstring>

#include "base64.hpp"
#include "formats.hpp"

namespace {

vk::Extent3D levelExtent(vk::Extent3D size, uint32_t level) {
  return {std::max(1u, size.width >> level), std::max(1u, size.height >> level), std::max(1u, size.depth >> level)};
}

vk::ImageType typeOf(const std::string &name) {
  return name == "1d" ? vk::ImageType::e1D : name == "3d" ? vk::ImageType::e3D : vk::ImageType::e2D;
}

vk::ImageAspectFlagBits aspectOfPlane(vk::Format format, int plane) {
  using Aspect = vk::ImageAspectFlagBits;
  if (isDepth(format)) return Aspect::eDepth;
  if (isStencil(format)) return Aspect::eStencil;
  if (vk::planeCount(format) == 1) return Aspect::eColor;
  return plane == 0 ? Aspect::ePlane0 : plane == 1 ? Aspect::ePlane1 : Aspect::ePlane2;
}

/** All aspects of an image, as barriers want them. */
vk::ImageAspectFlags aspectsOf(vk::Format format) {
  if (isDepth(format)) return vk::ImageAspectFlagBits::eDepth;
  return isStencil(format) ? vk::ImageAspectFlagBits::eStencil : vk::ImageAspectFlagBits::eColor;
}

vk::ComponentSwizzle swizzleOf(const std::string &name) {
  using Swizzle = vk::ComponentSwizzle;
  return enumOf<Swizzle>(
      name, {Swizzle::eIdentity, Swizzle::eZero, Swizzle::eOne, Swizzle::eR, Swizzle::eG, Swizzle::eB, Swizzle::eA});
}

} // namespace

Texture::Texture(const Device &device, const Json &json) {
  if (json.contains("file")) throw Unsupported("images in files");
  if (json.contains("unbound")) throw Unsupported("sparse images");
  if (json.value("cornerSampled", false)) throw Unsupported("corner-sampled images");
  if (json.value("samples", 1) != 1) throw Unsupported("multisampled images");
  format = formatOf(json.at("format").get<std::string>());
  if (isDepth(format) && isStencil(format)) throw Unsupported("depth and stencil in one image");
  type = typeOf(json.value("type", "2d"));
  size = vk::Extent3D(json.at("width").get<uint32_t>(), json.value("height", 1u), json.value("depth", 1u));
  layers = json.value("layers", 1u);
  std::vector<std::string> bytes;
  for (const auto &level : json.at("levels"))
    bytes.push_back(decodeBase64(level.get<std::string>()));
  levels = uint32_t(bytes.size());

  auto needed = vk::FormatFeatureFlagBits::eSampledImage;
  if (!(device.features(format) & needed)) throw Unsupported(vk::to_string(format) + " is not sampled");
  vk::ImageCreateInfo info({}, type, format, size, levels, layers);
  info.usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferDst;
  if (vk::planeCount(format) == 1) info.flags |= vk::ImageCreateFlagBits::eMutableFormat;
  if (type == vk::ImageType::e2D && size.width == size.height && layers >= 6) {
    info.flags |= vk::ImageCreateFlagBits::eCubeCompatible;
  }
  image = vk::raii::Image(*device, info);
  memory = device.memoryFor(image.getMemoryRequirements(), {});
  image.bindMemory(*memory, 0);
  upload(device, bytes);
}

/** Each level's bytes are the planes, in each the layers, in each the slices, tight: as Vulkan copies them. */
void Texture::upload(const Device &device, const std::vector<std::string> &bytes) {
  std::vector<vk::BufferImageCopy> copies;
  size_t total = 0;
  for (uint32_t level = 0; level < levels; level++) {
    auto extent = levelExtent(size, level);
    size_t at = total;
    for (int plane = 0; plane < vk::planeCount(format); plane++) {
      vk::ImageSubresourceLayers part(aspectOfPlane(format, plane), level, 0, layers);
      copies.emplace_back(at, 0, 0, part, vk::Offset3D(), planeExtent(format, plane, extent));
      at += planeBytes(format, plane, extent) * extent.depth * layers;
    }
    if (at - total != bytes[level].size()) {
      throw std::runtime_error("level " + std::to_string(level) + " has " + std::to_string(bytes[level].size()) +
                               " bytes, expected " + std::to_string(at - total));
    }
    // Copies start at multiples of the texel, and of 4.
    total = (at + 47) / 48 * 48;
  }
  for (auto &copy : copies) {
    if (copy.bufferOffset % 4 != 0) throw Unsupported("planes that start at odd bytes");
  }
  Buffer staging = device.buffer(total, vk::BufferUsageFlagBits::eTransferSrc);
  size_t at = 0;
  for (const auto &level : bytes) {
    std::memcpy(static_cast<char *>(staging.data) + at, level.data(), level.size());
    at = (at + level.size() + 47) / 48 * 48;
  }
  device.run([&](const vk::raii::CommandBuffer &commands) {
    using Stage = vk::PipelineStageFlagBits;
    using Access = vk::AccessFlagBits;
    using Layout = vk::ImageLayout;
    vk::ImageSubresourceRange all(aspectsOf(format), 0, levels, 0, layers);
    vk::ImageMemoryBarrier before({}, Access::eTransferWrite, Layout::eUndefined, Layout::eTransferDstOptimal,
                                  VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, *image, all);
    commands.pipelineBarrier(Stage::eTopOfPipe, Stage::eTransfer, {}, {}, {}, before);
    commands.copyBufferToImage(*staging.buffer, *image, Layout::eTransferDstOptimal, copies);
    vk::ImageMemoryBarrier after(Access::eTransferWrite, Access::eShaderRead, Layout::eTransferDstOptimal,
                                 Layout::eShaderReadOnlyOptimal, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED,
                                 *image, all);
    commands.pipelineBarrier(Stage::eTransfer, Stage::eFragmentShader | Stage::eComputeShader, {}, {}, {}, after);
  });
}

View::View(const Device &device, const Texture &seen, const Json &json) : texture(&seen) {
  using Type = vk::ImageViewType;
  using Aspect = vk::ImageAspectFlagBits;
  if (json.contains("weights")) throw Unsupported("weight images");
  format = json.contains("format") ? formatOf(json["format"].get<std::string>()) : seen.format;
  if (!(device.features(format) & vk::FormatFeatureFlagBits::eSampledImage)) {
    throw Unsupported(vk::to_string(format) + " is not sampled");
  }
  bool array = seen.layers > 1;
  Type whole = seen.type == vk::ImageType::e1D   ? (array ? Type::e1DArray : Type::e1D)
               : seen.type == vk::ImageType::e2D ? (array ? Type::e2DArray : Type::e2D)
                                                 : Type::e3D;
  type = json.contains("viewType")
             ? enumOf<Type>(json["viewType"].get<std::string>(), {Type::e1D, Type::e2D, Type::e3D, Type::eCube,
                                                                  Type::e1DArray, Type::e2DArray, Type::eCubeArray})
             : whole;
  components = mappingOf(json.value("components", Json::array({"identity", "identity", "identity", "identity"})));
  minLod = json.contains("minLod") ? floatOf(json["minLod"]) : 0;
  range.aspectMask = aspectsOf(seen.format);
  if (json.contains("aspect")) {
    range.aspectMask =
        enumOf<Aspect>(json["aspect"].get<std::string>(), {Aspect::eColor, Aspect::eDepth, Aspect::eStencil});
  }
  range.baseMipLevel = json.value("baseMipLevel", 0u);
  range.levelCount = json.value("levelCount", seen.levels - range.baseMipLevel);
  range.baseArrayLayer = json.value("baseArrayLayer", 0u);
  bool oneLayer = type == Type::e1D || type == Type::e2D || type == Type::e3D;
  uint32_t rest = oneLayer ? 1 : type == Type::eCube ? 6 : seen.layers - range.baseArrayLayer;
  range.layerCount = json.value("layerCount", rest);
}

vk::raii::ImageView View::make(const Device &device, const vk::SamplerYcbcrConversionInfo *conversion) const {
  vk::ImageViewCreateInfo info({}, *texture->image, type, format, components, range);
  vk::ImageViewMinLodCreateInfoEXT least(minLod);
  if (minLod > 0) {
    if (!device.has(VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME)) throw Unsupported("the minLod of views");
    info.pNext = &least;
  }
  if (conversion != nullptr) info.pNext = conversion;
  return {*device, info};
}

vk::ComponentMapping mappingOf(const Json &components) {
  std::array<vk::ComponentSwizzle, 4> of;
  for (size_t n = 0; n < 4; n++)
    of[n] = swizzleOf(components[n].get<std::string>());
  return {of[0], of[1], of[2], of[3]};
}
