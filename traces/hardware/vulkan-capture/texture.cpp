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
  using Aspect = vk::ImageAspectFlagBits;
  vk::ImageAspectFlags all;
  if (isDepth(format)) all |= Aspect::eDepth;
  if (isStencil(format)) all |= Aspect::eStencil;
  return all ? all : Aspect::eColor;
}

/** Bytes of depth in a texel that has stencil behind it, as traces pack it; 0 of all other formats. */
size_t packedDepthBytes(vk::Format format) {
  if (!isDepth(format) || !isStencil(format)) return 0;
  return format == vk::Format::eD16UnormS8Uint ? 2 : format == vk::Format::eD24UnormS8Uint ? 3 : 4;
}

/** Depths and behind them stencils, as Vulkan copies them: depths of 24 bits in words. */
std::string separatedAspects(const std::string &texels, size_t depthBytes) {
  size_t texelBytes = depthBytes == 4 ? 8 : 4, copied = depthBytes == 3 ? 4 : depthBytes;
  std::string depths, stencils;
  for (size_t at = 0; at < texels.size(); at += texelBytes) {
    depths.append(texels, at, depthBytes);
    depths.append(copied - depthBytes, '\0');
    stencils += texels[at + depthBytes];
  }
  return depths + stencils;
}

/** A part of an image's level and layer. */
struct Box {
  std::array<uint32_t, 3> from, until;

  Box(vk::Offset3D at, vk::Extent3D size)
      : from{uint32_t(at.x), uint32_t(at.y), uint32_t(at.z)},
        until{at.x + size.width, at.y + size.height, at.z + size.depth} {}

  bool meets(const Box &other) const {
    for (size_t n = 0; n < 3; n++) {
      if (until[n] <= other.from[n] || other.until[n] <= from[n]) return false;
    }
    return true;
  }
  bool lies(const Box &in) const {
    for (size_t n = 0; n < 3; n++) {
      if (from[n] < in.from[n] || in.until[n] < until[n]) return false;
    }
    return true;
  }
};

/** Whether a block has no memory. Throws Unsupported where only a part of it has none. */
bool isUnbound(const Json &unbound, uint32_t level, uint32_t layer, const Box &block) {
  for (const auto &json : unbound) {
    if (json.value("level", 0u) != level || json.value("layer", 0u) != layer) continue;
    Box none(vk::Offset3D(json.value("x", 0), json.value("y", 0), json.value("z", 0)),
             vk::Extent3D(json.at("width").get<uint32_t>(), json.value("height", 1u), json.value("depth", 1u)));
    if (!none.meets(block)) continue;
    if (!block.lies(none)) throw Unsupported("unbound parts of the device's sparse blocks");
    return true;
  }
  return false;
}

vk::ComponentSwizzle swizzleOf(const std::string &name) {
  using Swizzle = vk::ComponentSwizzle;
  return enumOf<Swizzle>(
      name, {Swizzle::eIdentity, Swizzle::eZero, Swizzle::eOne, Swizzle::eR, Swizzle::eG, Swizzle::eB, Swizzle::eA});
}

} // namespace

Texture::Texture(const Device &device, const Json &json) {
  if (json.contains("file")) throw Unsupported("images in files");
  if (json.value("samples", 1) != 1) throw Unsupported("multisampled images");
  format = formatOf(json.at("format").get<std::string>());
  type = typeOf(json.value("type", "2d"));
  size = vk::Extent3D(json.at("width").get<uint32_t>(), json.value("height", 1u), json.value("depth", 1u));
  layers = json.value("layers", 1u);
  std::vector<std::string> bytes;
  for (const auto &level : json.at("levels")) {
    bytes.push_back(decodeBase64(level.get<std::string>()));
    if (size_t depthBytes = packedDepthBytes(format)) bytes.back() = separatedAspects(bytes.back(), depthBytes);
  }
  levels = uint32_t(bytes.size());

  auto needed = vk::FormatFeatureFlagBits::eSampledImage;
  if (!(device.features(format) & needed)) throw Unsupported(vk::to_string(format) + " is not sampled");
  vk::ImageCreateInfo info({}, type, format, size, levels, layers);
  info.usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferDst;
  if (vk::planeCount(format) == 1) info.flags |= vk::ImageCreateFlagBits::eMutableFormat;
  if (type == vk::ImageType::e2D && size.width == size.height && layers >= 6) {
    info.flags |= vk::ImageCreateFlagBits::eCubeCompatible;
  }
  bool stored = bool(device.features(format) & vk::FormatFeatureFlagBits::eStorageImage);
  if (stored) info.usage |= vk::ImageUsageFlagBits::eStorage;
  layout = stored ? vk::ImageLayout::eGeneral : vk::ImageLayout::eShaderReadOnlyOptimal;
  if (json.value("cornerSampled", false)) {
    if (!device.has(VK_NV_CORNER_SAMPLED_IMAGE_EXTENSION_NAME)) throw Unsupported("corner-sampled images");
    info.flags |= vk::ImageCreateFlagBits::eCornerSampledNV;
  }
  if (json.value("view2DCompatible", false)) {
    if (!device.has(VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME)) throw Unsupported("2D views of volumes");
    info.flags |= vk::ImageCreateFlagBits::e2DViewCompatibleEXT;
  }
  bool sparse = json.contains("unbound") && !json["unbound"].empty();
  if (sparse) {
    bool volume = type == vk::ImageType::e3D;
    if (type == vk::ImageType::e1D || vk::planeCount(format) > 1 ||
        !(volume ? device.supported.sparseResidencyImage3D : device.supported.sparseResidencyImage2D)) {
      throw Unsupported("sparse images");
    }
    info.flags |= vk::ImageCreateFlagBits::eSparseBinding | vk::ImageCreateFlagBits::eSparseResidency;
  }
  device.checkImage(info);
  image = vk::raii::Image(*device, info);
  if (sparse) {
    bindBlocks(device, json["unbound"]);
  } else {
    memory = device.memoryFor(image.getMemoryRequirements(), {});
    image.bindMemory(*memory, 0);
  }
  upload(device, bytes);
}

void Texture::bindBlocks(const Device &device, const Json &unbound) {
  auto needs = image.getMemoryRequirements();
  memory = device.memoryFor(needs, {});
  vk::DeviceSize used = 0;
  std::vector<vk::SparseImageMemoryBind> blocks;
  std::vector<vk::SparseMemoryBind> tails;
  for (const auto &part : image.getSparseMemoryRequirements()) {
    auto [width, height, depth] = part.formatProperties.imageGranularity;
    auto aspect = part.formatProperties.aspectMask;
    for (uint32_t layer = 0; layer < layers; layer++) {
      for (uint32_t level = 0; level < levels; level++) {
        auto extent = levelExtent(size, level);
        if (level >= part.imageMipTailFirstLod) {
          if (isUnbound(unbound, level, layer, Box({}, extent))) throw Unsupported("unbound levels of the mip tail");
          continue;
        }
        for (uint32_t z = 0; z < extent.depth; z += depth) {
          for (uint32_t y = 0; y < extent.height; y += height) {
            for (uint32_t x = 0; x < extent.width; x += width) {
              vk::Offset3D at{int(x), int(y), int(z)};
              vk::Extent3D block(std::min(width, extent.width - x), std::min(height, extent.height - y),
                                 std::min(depth, extent.depth - z));
              if (isUnbound(unbound, level, layer, Box(at, block))) continue;
              blocks.emplace_back(vk::ImageSubresource(aspect, level, layer), at, block, *memory, used);
              used += needs.alignment;
            }
          }
        }
      }
      bool oneTail = bool(part.formatProperties.flags & vk::SparseImageFormatFlagBits::eSingleMiptail);
      if (part.imageMipTailFirstLod >= levels || (oneTail && layer > 0)) continue;
      tails.emplace_back(part.imageMipTailOffset + layer * part.imageMipTailStride, part.imageMipTailSize, *memory,
                         used);
      used += part.imageMipTailSize;
    }
  }
  vk::SparseImageMemoryBindInfo imageParts(*image, blocks);
  vk::SparseImageOpaqueMemoryBindInfo opaqueParts(*image, tails);
  vk::BindSparseInfo parts;
  if (!blocks.empty()) parts.setImageBinds(imageParts);
  if (!tails.empty()) parts.setImageOpaqueBinds(opaqueParts);
  device.bind(parts);
}

/** Each level's bytes are the planes, in each the layers, in each the slices, tight: as Vulkan copies them. */
void Texture::upload(const Device &device, const std::vector<std::string> &bytes) {
  std::vector<vk::BufferImageCopy> copies;
  std::string staged;
  for (uint32_t level = 0; level < levels; level++) {
    auto extent = levelExtent(size, level);
    size_t taken = 0;
    auto copy = [&](vk::ImageAspectFlagBits aspect, vk::Extent3D part, size_t count) {
      // A copy starts at a multiple of the texel, and of 4.
      staged.resize((staged.size() + 47) / 48 * 48);
      vk::ImageSubresourceLayers layer(aspect, level, 0, layers);
      copies.emplace_back(staged.size(), 0, 0, layer, vk::Offset3D(), part);
      staged.append(bytes[level], std::min(taken, bytes[level].size()), count);
      taken += count;
    };
    if (size_t depthBytes = packedDepthBytes(format)) {
      size_t texels = size_t(extent.width) * extent.height * extent.depth * layers;
      copy(vk::ImageAspectFlagBits::eDepth, extent, texels * (depthBytes == 3 ? 4 : depthBytes));
      copy(vk::ImageAspectFlagBits::eStencil, extent, texels);
    } else {
      for (int plane = 0; plane < vk::planeCount(format); plane++) {
        copy(aspectOfPlane(format, plane), planeExtent(format, plane, extent),
             planeBytes(format, plane, extent) * extent.depth * layers);
      }
    }
    if (taken != bytes[level].size()) {
      throw std::runtime_error("level " + std::to_string(level) + " has " + std::to_string(bytes[level].size()) +
                               " bytes, expected " + std::to_string(taken));
    }
  }
  Buffer staging = device.buffer(staged.size(), vk::BufferUsageFlagBits::eTransferSrc);
  std::memcpy(staging.data, staged.data(), staged.size());
  device.run([&](const vk::raii::CommandBuffer &commands) {
    using Stage = vk::PipelineStageFlagBits;
    using Access = vk::AccessFlagBits;
    using Layout = vk::ImageLayout;
    vk::ImageSubresourceRange all(aspectsOf(format), 0, levels, 0, layers);
    vk::ImageMemoryBarrier before({}, Access::eTransferWrite, Layout::eUndefined, Layout::eTransferDstOptimal,
                                  VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, *image, all);
    commands.pipelineBarrier(Stage::eTopOfPipe, Stage::eTransfer, {}, {}, {}, before);
    commands.copyBufferToImage(*staging.buffer, *image, Layout::eTransferDstOptimal, copies);
    vk::ImageMemoryBarrier after(Access::eTransferWrite, Access::eShaderRead, Layout::eTransferDstOptimal, layout,
                                 VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, *image, all);
    commands.pipelineBarrier(Stage::eTransfer, Stage::eFragmentShader | Stage::eComputeShader, {}, {}, {}, after);
  });
}

View::View(const Device &device, const Texture &seen, const Json &json) : texture(&seen) {
  using Type = vk::ImageViewType;
  using Aspect = vk::ImageAspectFlagBits;
  if (json.contains("weights")) throw Unsupported("weight images");
  if (json.contains("slices")) throw Unsupported("sliced views");
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
  range.aspectMask = aspectOfPlane(seen.format, 0);
  if (vk::planeCount(seen.format) > 1) range.aspectMask = Aspect::eColor;
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

View::View(const Device &device, size_t coordinates)
    : texture(nullptr), format(vk::Format::eR8G8B8A8Unorm), range(vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1),
      minLod(0) {
  using Type = vk::ImageViewType;
  if (!device.nullDescriptors) throw Unsupported("null descriptors");
  constexpr std::array TYPES{Type::e1D, Type::e1D, Type::e2D, Type::e3D, Type::eCubeArray};
  type = TYPES.at(coordinates);
}

vk::raii::ImageView View::make(const Device &device, const vk::SamplerYcbcrConversionInfo *conversion) const {
  if (texture == nullptr) return nullptr;
  vk::ImageViewUsageCreateInfo usage(vk::ImageUsageFlagBits::eSampled);
  vk::ImageViewCreateInfo info({}, *texture->image, type, format, components, range, &usage);
  const void **last = &usage.pNext;
  vk::ImageViewMinLodCreateInfoEXT least(minLod);
  if (minLod > 0) {
    if (!device.has(VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME)) throw Unsupported("the minLod of views");
    *last = &least;
    last = &least.pNext;
  }
  *last = conversion;
  return {*device, info};
}

vk::raii::ImageView View::makeStorage(const Device &device, uint32_t level) const {
  if (texture == nullptr) return nullptr;
  if (!(device.features(format) & vk::FormatFeatureFlagBits::eStorageImage) ||
      texture->layout != vk::ImageLayout::eGeneral) {
    throw Unsupported(vk::to_string(format) + " is not stored");
  }
  vk::ImageViewUsageCreateInfo usage(vk::ImageUsageFlagBits::eStorage);
  auto one = range;
  one.baseMipLevel += level;
  one.levelCount = 1;
  return {*device, vk::ImageViewCreateInfo({}, *texture->image, type, format, {}, one, &usage)};
}

vk::ComponentMapping mappingOf(const Json &components) {
  std::array<vk::ComponentSwizzle, 4> of;
  for (size_t n = 0; n < 4; n++)
    of[n] = swizzleOf(components[n].get<std::string>());
  return {of[0], of[1], of[2], of[3]};
}
