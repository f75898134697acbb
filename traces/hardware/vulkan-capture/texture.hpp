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
  vk::raii::Image image = nullptr;

private:
  void upload(const Device &device, const std::vector<std::string> &bytes);

  vk::Extent3D size;
  vk::raii::DeviceMemory memory = nullptr;
};

/** A view of a trace, or the whole of an image, before it is made: a conversion of the sampler is part of it. */
struct View {
  /** Throws Unsupported. */
  View(const Device &device, const Texture &texture, const Json &view);

  vk::raii::ImageView make(const Device &device, const vk::SamplerYcbcrConversionInfo *conversion) const;

  const Texture *texture;
  vk::Format format;
  vk::ImageViewType type;
  vk::ImageSubresourceRange range;

private:
  vk::ComponentMapping components;
  float minLod;
};

vk::ComponentMapping mappingOf(const Json &components);
