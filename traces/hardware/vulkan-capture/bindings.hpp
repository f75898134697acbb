#pragma once

#include "device.hpp"

/** What a shader sees: an image at binding 0, a buffer of operands at 1 and one of results at 2. */
class Bindings {
public:
  /** image: with its sampler, or without one as an image of storage */
  Bindings(const Device &device, vk::ShaderStageFlagBits stage, const vk::DescriptorImageInfo &image,
           const Buffer &operands, const Buffer &results);

  void bind(const vk::raii::CommandBuffer &commands, vk::PipelineBindPoint point) const;

  vk::raii::PipelineLayout layout = nullptr;

private:
  vk::raii::DescriptorSetLayout setLayout = nullptr;
  vk::raii::DescriptorPool pool = nullptr;
  vk::raii::DescriptorSet set = nullptr;
};
