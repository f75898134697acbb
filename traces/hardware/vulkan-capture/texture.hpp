#pragma once

#include <string>
#include <vector>

#include "device.hpp"
#include "json.hpp"

/** An image of a trace on the device, ready to be sampled. */
class Texture {
public:
  /** Throws Unsupported. */
  Texture(const Device &device, const Json &image);

  vk::Format format;
  vk::ImageType type;
  uint32_t levels;
  uint32_t layers;
  vk::ImageLayout layout;
  vk::raii::Image image = nullptr;

private:
  /** Gives a sparse image its memory, but for the blocks that `unbound` has. */
  void bindBlocks(const Device &device, const Json &unbound);
  void upload(const Device &device, const std::vector<std::string> &bytes);

  vk::Extent3D size;
  vk::raii::DeviceMemory memory = nullptr;
};

/** A view of a trace, or the whole of an image, before it is made: a conversion of the sampler is part of it. */
struct View {
  /** Throws Unsupported. */
  View(const Device &device, const Texture &texture, const Json &view);

  /** What a null descriptor is taken for, by the length of its coordinate. Throws Unsupported. */
  View(const Device &device, size_t coordinates);

  vk::raii::ImageView make(const Device &device, const vk::SamplerYcbcrConversionInfo *conversion) const;
  /** One level, as an image of storage. Throws Unsupported. */
  vk::raii::ImageView makeStorage(const Device &device, uint32_t level) const;
  vk::ImageLayout layout() const { return texture ? texture->layout : vk::ImageLayout::eShaderReadOnlyOptimal; }

  /** Null of a null descriptor. */
  const Texture *texture;
  vk::Format format;
  vk::ImageViewType type;
  vk::ImageSubresourceRange range;

private:
  vk::ComponentMapping components;
  float minLod;
};

vk::ComponentMapping mappingOf(const Json &components);
