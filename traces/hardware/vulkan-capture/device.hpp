#pragma once

#include <functional>
#include <set>
#include <string>
#include <vulkan/vulkan_raii.hpp>

/** Memory that host and device share. */
struct Buffer {
  vk::raii::Buffer buffer = nullptr;
  vk::raii::DeviceMemory memory = nullptr;
  void *data = nullptr;
};

/** The first device of the Vulkan loader, or the one that is asked for, with all that it can do switched on. */
class Device {
public:
  /** number: of the device, as the loader counts them */
  explicit Device(unsigned number);

  const vk::raii::Device &operator*() const { return device; }
  const vk::raii::Device *operator->() const { return &device; }

  /** Its name and driver, and the widths that it claims. */
  std::string description() const;
  bool has(const std::string &extension) const { return extensions.contains(extension); }
  vk::FormatFeatureFlags features(vk::Format format) const;
  /** Throws Unsupported where it has no such images. */
  void checkImage(const vk::ImageCreateInfo &info) const;

  Buffer buffer(vk::DeviceSize size, vk::BufferUsageFlags usage) const;
  vk::raii::DeviceMemory memoryFor(const vk::MemoryRequirements &needs, vk::MemoryPropertyFlags properties) const;

  /** Gives parts of a sparse image their memory, and waits for it. */
  void bind(const vk::BindSparseInfo &parts) const;

  /** Records commands, and waits until the device has carried them out. */
  void run(const std::function<void(const vk::raii::CommandBuffer &)> &record) const;

  vk::PhysicalDeviceProperties properties;
  vk::PhysicalDeviceFeatures supported;
  bool nullDescriptors = false;
  bool bordersWithoutFormat = false;
  bool addsFloats = false;

private:
  vk::raii::Context context;
  vk::raii::Instance instance = nullptr;
  vk::raii::PhysicalDevice physical = nullptr;
  vk::raii::Device device = nullptr;
  vk::raii::Queue queue = nullptr;
  vk::raii::CommandPool pool = nullptr;
  std::set<std::string> extensions;
};
