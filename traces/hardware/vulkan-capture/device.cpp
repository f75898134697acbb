#include "device.hpp"

#include <cstring>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "json.hpp"

namespace {

/** Those that add something to what can be captured, and need a feature of their own or nothing. */
const char *const WANTED[] = {
    VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME, VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME,
    VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME,  VK_EXT_YCBCR_2PLANE_444_FORMATS_EXTENSION_NAME,
    VK_EXT_4444_FORMATS_EXTENSION_NAME,        VK_EXT_FILTER_CUBIC_EXTENSION_NAME,
    VK_IMG_FILTER_CUBIC_EXTENSION_NAME,        VK_EXT_DEPTH_RANGE_UNRESTRICTED_EXTENSION_NAME,
    VK_EXT_ROBUSTNESS_2_EXTENSION_NAME,        VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME,
    VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME,
    VK_NV_CORNER_SAMPLED_IMAGE_EXTENSION_NAME, VK_NV_SHADER_IMAGE_FOOTPRINT_EXTENSION_NAME,
};

uint32_t graphicsFamily(const vk::raii::PhysicalDevice &physical) {
  auto families = physical.getQueueFamilyProperties();
  for (uint32_t n = 0; n < families.size(); n++) {
    if (families[n].queueFlags & vk::QueueFlagBits::eGraphics) return n;
  }
  throw std::runtime_error("the device has no graphics queue");
}

} // namespace

Device::Device(unsigned number) {
  vk::ApplicationInfo application("vulkan-capture", 1, nullptr, 0, VK_API_VERSION_1_3);
  instance = vk::raii::Instance(context, vk::InstanceCreateInfo({}, &application));
  vk::raii::PhysicalDevices devices(instance);
  if (number >= devices.size()) {
    throw std::runtime_error("there is no device " + std::to_string(number) + ", the loader has " +
                             std::to_string(devices.size()));
  }
  physical = std::move(devices[number]);
  properties = physical.getProperties();
  if (properties.apiVersion < VK_API_VERSION_1_2) throw std::runtime_error("the device has no Vulkan 1.2");

  std::set<std::string> offered;
  for (const auto &extension : physical.enumerateDeviceExtensionProperties())
    offered.insert(extension.extensionName);
  std::vector<const char *> names;
  for (const char *name : WANTED) {
    if (!offered.contains(name)) continue;
    names.push_back(name);
    extensions.insert(name);
  }

  vk::PhysicalDeviceFeatures2 features;
  vk::PhysicalDeviceVulkan11Features vulkan11;
  vk::PhysicalDeviceVulkan12Features vulkan12;
  vk::PhysicalDeviceCustomBorderColorFeaturesEXT borders;
  vk::PhysicalDeviceNonSeamlessCubeMapFeaturesEXT cubes;
  vk::PhysicalDeviceImageViewMinLodFeaturesEXT minLod;
  vk::PhysicalDeviceYcbcr2Plane444FormatsFeaturesEXT twoPlanes;
  vk::PhysicalDevice4444FormatsFeaturesEXT nibbles;
  vk::PhysicalDeviceRobustness2FeaturesEXT robustness;
  vk::PhysicalDeviceBorderColorSwizzleFeaturesEXT swizzledBorders;
  vk::PhysicalDeviceImage2DViewOf3DFeaturesEXT slices;
  vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT floatAtomics;
  vk::PhysicalDeviceCornerSampledImageFeaturesNV corners;
  vk::PhysicalDeviceShaderImageFootprintFeaturesNV footprints;
  features.pNext = &vulkan11;
  vulkan11.pNext = &vulkan12;
  void **last = &vulkan12.pNext;
  auto chain = [&](const char *extension, auto &more) {
    if (!has(extension)) return;
    *last = &more;
    last = &more.pNext;
  };
  chain(VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME, borders);
  chain(VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME, cubes);
  chain(VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME, minLod);
  chain(VK_EXT_YCBCR_2PLANE_444_FORMATS_EXTENSION_NAME, twoPlanes);
  chain(VK_EXT_4444_FORMATS_EXTENSION_NAME, nibbles);
  chain(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, robustness);
  chain(VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME, swizzledBorders);
  chain(VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME, slices);
  chain(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME, floatAtomics);
  chain(VK_NV_CORNER_SAMPLED_IMAGE_EXTENSION_NAME, corners);
  chain(VK_NV_SHADER_IMAGE_FOOTPRINT_EXTENSION_NAME, footprints);
  (*physical).getFeatures2(&features);
  features.features.robustBufferAccess = false;
  robustness.robustBufferAccess2 = false;
  nullDescriptors = robustness.nullDescriptor;
  bordersWithoutFormat = borders.customBorderColorWithoutFormat;
  addsFloats = floatAtomics.shaderImageFloat32AtomicAdd;
  supported = features.features;
  if (!supported.fragmentStoresAndAtomics) throw std::runtime_error("fragment shaders cannot store");

  float priority = 1;
  vk::DeviceQueueCreateInfo queues({}, graphicsFamily(physical), 1, &priority);
  vk::DeviceCreateInfo info({}, queues, {}, names);
  info.pNext = &features;
  device = vk::raii::Device(physical, info);
  queue = vk::raii::Queue(device, queues.queueFamilyIndex, 0);
  pool = vk::raii::CommandPool(device, {vk::CommandPoolCreateFlagBits::eTransient, queues.queueFamilyIndex});
}

std::string Device::description() const {
  auto chain = physical.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceDriverProperties>();
  const auto &driver = chain.get<vk::PhysicalDeviceDriverProperties>();
  const auto &limits = properties.limits;
  std::ostringstream text;
  text << properties.deviceName.data() << ", " << driver.driverName.data() << " " << driver.driverInfo.data()
       << ", subTexelPrecisionBits " << limits.subTexelPrecisionBits << ", mipmapPrecisionBits "
       << limits.mipmapPrecisionBits << ", maxSamplerLodBias " << limits.maxSamplerLodBias;
  return text.str();
}

vk::FormatFeatureFlags Device::features(vk::Format format) const {
  return physical.getFormatProperties(format).optimalTilingFeatures;
}

void Device::checkImage(const vk::ImageCreateInfo &info) const {
  auto text = vk::to_string(info.imageType) + " images of " + vk::to_string(info.format);
  try {
    auto limits = physical.getImageFormatProperties(info.format, info.imageType, info.tiling, info.usage, info.flags);
    const auto &most = limits.maxExtent;
    bool fits = info.extent.width <= most.width && info.extent.height <= most.height &&
                info.extent.depth <= most.depth && info.mipLevels <= limits.maxMipLevels &&
                info.arrayLayers <= limits.maxArrayLayers;
    if (!fits) throw Unsupported("so large " + text);
  } catch (const vk::FormatNotSupportedError &) {
    throw Unsupported(text + ", " + vk::to_string(info.flags));
  }
}

Buffer Device::buffer(vk::DeviceSize size, vk::BufferUsageFlags usage) const {
  using Property = vk::MemoryPropertyFlagBits;
  Buffer made;
  made.buffer = vk::raii::Buffer(device, {{}, size, usage});
  made.memory = memoryFor(made.buffer.getMemoryRequirements(), Property::eHostVisible | Property::eHostCoherent);
  made.buffer.bindMemory(*made.memory, 0);
  made.data = made.memory.mapMemory(0, size);
  std::memset(made.data, 0, size);
  return made;
}

vk::raii::DeviceMemory Device::memoryFor(const vk::MemoryRequirements &needs, vk::MemoryPropertyFlags wanted) const {
  auto memory = physical.getMemoryProperties();
  for (uint32_t n = 0; n < memory.memoryTypeCount; n++) {
    bool allowed = (needs.memoryTypeBits >> n) & 1;
    if (allowed && (memory.memoryTypes[n].propertyFlags & wanted) == wanted) return {device, {needs.size, n}};
  }
  throw std::runtime_error("the device has no memory for this");
}

void Device::bind(const vk::BindSparseInfo &parts) const {
  queue.bindSparse(parts);
  queue.waitIdle();
}

void Device::run(const std::function<void(const vk::raii::CommandBuffer &)> &record) const {
  vk::raii::CommandBuffers commands(device, {*pool, vk::CommandBufferLevel::ePrimary, 1});
  commands[0].begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
  record(commands[0]);
  commands[0].end();
  vk::CommandBuffer submitted = *commands[0];
  queue.submit(vk::SubmitInfo({}, {}, submitted));
  queue.waitIdle();
}
