#include "bindings.hpp"

#include <array>

Bindings::Bindings(const Device &device, vk::ShaderStageFlagBits stage, const vk::DescriptorImageInfo &image,
                   const Buffer &operands, const Buffer &results) {
  using Type = vk::DescriptorType;
  Type type = image.sampler ? Type::eCombinedImageSampler : Type::eStorageImage;
  std::array bindings{
      vk::DescriptorSetLayoutBinding(0, type, 1, stage, image.sampler ? &image.sampler : nullptr),
      vk::DescriptorSetLayoutBinding(1, Type::eStorageBuffer, 1, stage),
      vk::DescriptorSetLayoutBinding(2, Type::eStorageBuffer, 1, stage),
  };
  setLayout = vk::raii::DescriptorSetLayout(*device, vk::DescriptorSetLayoutCreateInfo({}, bindings));
  // A conversion takes a descriptor for each plane.
  std::array sizes{vk::DescriptorPoolSize(type, 4),
                   vk::DescriptorPoolSize(Type::eStorageBuffer, 2)};
  pool = vk::raii::DescriptorPool(*device, {vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, 1, sizes});
  set = std::move(vk::raii::DescriptorSets(*device, {*pool, *setLayout}).front());
  vk::DescriptorBufferInfo in(*operands.buffer, 0, VK_WHOLE_SIZE), out(*results.buffer, 0, VK_WHOLE_SIZE);
  std::array writes{
      vk::WriteDescriptorSet(*set, 0, 0, type, image),
      vk::WriteDescriptorSet(*set, 1, 0, Type::eStorageBuffer, {}, in),
      vk::WriteDescriptorSet(*set, 2, 0, Type::eStorageBuffer, {}, out),
  };
  device->updateDescriptorSets(writes, {});
  layout = vk::raii::PipelineLayout(*device, vk::PipelineLayoutCreateInfo({}, *setLayout));
}

void Bindings::bind(const vk::raii::CommandBuffer &commands, vk::PipelineBindPoint point) const {
  commands.bindDescriptorSets(point, *layout, 0, *set, {});
}
