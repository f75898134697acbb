#pragma once

#include "device.hpp"

/** What a shader sees: a texture with its sampler at binding 0, a buffer of operands at 1 and one of results at 2. */
class Bindings {
public:
  Bindings(const Device &device, vk::ShaderStageFlagBits stage, vk::Sampler sampler, vk::ImageView view,
           const Buffer &operands, const Buffer &results);

  void bind(const vk::raii::CommandBuffer &commands, vk::PipelineBindPoint point) const;

  vk::raii::PipelineLayout layout = nullptr;

private:
  vk::raii::DescriptorSetLayout setLayout = nullptr;
  vk::raii::DescriptorPool pool = nullptr;
  vk::raii::DescriptorSet set = nullptr;
};
