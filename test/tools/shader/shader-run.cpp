// Runs a compute shader on batches of requests: shader-run MODULE.spv REQUESTS.bin RESULTS.bin [DEVICE]
//
// A file of requests has batches of 32-bit words, little-endian: format (0 r8, 1 r8g8, 2 r16, 3 r8g8b8a8, unsigned integers),
// width, height, levels, requests, words of a request; then the texels of all levels, filled up to whole words; then the
// requests. The shader has the texture as binding 0 of set 0, the requests as binding 1 and the results, four words for each
// request, as binding 2. Its groups have 64 invocations; those beyond the requests write nothing.
#include <vulkan/vulkan.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Format {
  VkFormat format;
  uint32_t bytes;
};
const Format FORMATS[] = {
    {VK_FORMAT_R8_UINT, 1}, {VK_FORMAT_R8G8_UINT, 2}, {VK_FORMAT_R16_UINT, 2}, {VK_FORMAT_R8G8B8A8_UINT, 4}};
const uint32_t GROUP = 64;

void check(VkResult result, const char *call) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string(call) + " returned " + std::to_string(result));
}
#define CHECK(call) check(call, #call)

std::vector<uint32_t> wordsOf(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(std::string(path) + ": cannot be read");
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

struct Device {
  VkPhysicalDevice physical;
  VkDevice device;
  VkQueue queue;
  VkPhysicalDeviceMemoryProperties memory;
  VkCommandPool pool;
};

uint32_t memoryType(const Device &d, uint32_t allowed, VkMemoryPropertyFlags flags) {
  for (uint32_t n = 0; n < d.memory.memoryTypeCount; n++) {
    if ((allowed >> n & 1) != 0 && (d.memory.memoryTypes[n].propertyFlags & flags) == flags) return n;
  }
  throw std::runtime_error("no memory has the properties");
}

Device openDevice(const char *wanted) {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo made{};
  made.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  made.pApplicationInfo = &application;
  VkInstance instance;
  CHECK(vkCreateInstance(&made, nullptr, &instance));
  uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vkEnumeratePhysicalDevices(instance, &count, devices.data());
  Device d{};
  for (const auto physical : devices) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    if (wanted != nullptr && std::strstr(properties.deviceName, wanted) == nullptr) continue;
    std::fprintf(stderr, "device: %s\n", properties.deviceName);
    d.physical = physical;
    break;
  }
  if (d.physical == VK_NULL_HANDLE) throw std::runtime_error("there is no such device");
  vkGetPhysicalDeviceQueueFamilyProperties(d.physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(d.physical, &count, families.data());
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  while (queue.queueFamilyIndex < count && !(families[queue.queueFamilyIndex].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
    queue.queueFamilyIndex++;
  }
  const float priority = 1;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  CHECK(vkCreateDevice(d.physical, &info, nullptr, &d.device));
  vkGetDeviceQueue(d.device, queue.queueFamilyIndex, 0, &d.queue);
  vkGetPhysicalDeviceMemoryProperties(d.physical, &d.memory);
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.queueFamilyIndex = queue.queueFamilyIndex;
  CHECK(vkCreateCommandPool(d.device, &pool, nullptr, &d.pool));
  return d;
}

struct Buffer {
  VkBuffer buffer;
  uint32_t *words;
};

Buffer bufferOf(const Device &d, size_t words) {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = std::max<size_t>(words, 1) * 4;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
  Buffer made;
  CHECK(vkCreateBuffer(d.device, &info, nullptr, &made.buffer));
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(d.device, made.buffer, &needs);
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = memoryType(
      d, needs.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  VkDeviceMemory memory;
  CHECK(vkAllocateMemory(d.device, &allocation, nullptr, &memory));
  CHECK(vkBindBufferMemory(d.device, made.buffer, memory, 0));
  void *mapped;
  CHECK(vkMapMemory(d.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped));
  made.words = static_cast<uint32_t *>(mapped);
  return made;
}

struct Texture {
  VkImage image;
  VkImageView view;
};

Texture textureOf(const Device &d, VkFormat format, uint32_t width, uint32_t height, uint32_t levels) {
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {width, height, 1};
  info.mipLevels = levels;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  Texture made;
  CHECK(vkCreateImage(d.device, &info, nullptr, &made.image));
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(d.device, made.image, &needs);
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = memoryType(d, needs.memoryTypeBits, 0);
  VkDeviceMemory memory;
  CHECK(vkAllocateMemory(d.device, &allocation, nullptr, &memory));
  CHECK(vkBindImageMemory(d.device, made.image, memory, 0));
  VkImageViewCreateInfo view{};
  view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view.image = made.image;
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = format;
  view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, levels, 0, 1};
  CHECK(vkCreateImageView(d.device, &view, nullptr, &made.view));
  return made;
}

struct Pipeline {
  VkPipeline pipeline;
  VkPipelineLayout layout;
  VkDescriptorSetLayout sets;
  VkSampler sampler;
};

Pipeline pipelineOf(const Device &d, const std::vector<uint32_t> &module) {
  Pipeline made;
  VkSamplerCreateInfo sampler{};
  sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  sampler.maxLod = VK_LOD_CLAMP_NONE;
  CHECK(vkCreateSampler(d.device, &sampler, nullptr, &made.sampler));
  VkDescriptorSetLayoutBinding bindings[3] = {};
  for (uint32_t n = 0; n < 3; n++) {
    bindings[n] = {n, n == 0 ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                   VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  }
  VkDescriptorSetLayoutCreateInfo sets{};
  sets.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  sets.bindingCount = 3;
  sets.pBindings = bindings;
  CHECK(vkCreateDescriptorSetLayout(d.device, &sets, nullptr, &made.sets));
  VkPipelineLayoutCreateInfo layout{};
  layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &made.sets;
  CHECK(vkCreatePipelineLayout(d.device, &layout, nullptr, &made.layout));
  VkShaderModuleCreateInfo code{};
  code.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  code.codeSize = module.size() * 4;
  code.pCode = module.data();
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  CHECK(vkCreateShaderModule(d.device, &code, nullptr, &info.stage.module));
  info.layout = made.layout;
  CHECK(vkCreateComputePipelines(d.device, VK_NULL_HANDLE, 1, &info, nullptr, &made.pipeline));
  return made;
}

void barrier(VkCommandBuffer commands, const Texture &texture, uint32_t levels, bool written) {
  VkImageMemoryBarrier made{};
  made.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  made.srcAccessMask = written ? VK_ACCESS_TRANSFER_WRITE_BIT : VkAccessFlagBits{};
  made.dstAccessMask = written ? VK_ACCESS_SHADER_READ_BIT : VK_ACCESS_TRANSFER_WRITE_BIT;
  made.oldLayout = written ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_UNDEFINED;
  made.newLayout = written ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  made.srcQueueFamilyIndex = made.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  made.image = texture.image;
  made.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, levels, 0, 1};
  vkCmdPipelineBarrier(commands, written ? VK_PIPELINE_STAGE_TRANSFER_BIT : VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                       written ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT : VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                       nullptr, 1, &made);
}

VkDescriptorSet descriptors(const Device &d, const Pipeline &p, const Texture &texture, VkBuffer in, VkBuffer out) {
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
                                        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2}};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = 1;
  info.poolSizeCount = 2;
  info.pPoolSizes = sizes;
  VkDescriptorPool pool;
  CHECK(vkCreateDescriptorPool(d.device, &info, nullptr, &pool));
  VkDescriptorSetAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocation.descriptorPool = pool;
  allocation.descriptorSetCount = 1;
  allocation.pSetLayouts = &p.sets;
  VkDescriptorSet set;
  CHECK(vkAllocateDescriptorSets(d.device, &allocation, &set));
  const VkDescriptorImageInfo image{p.sampler, texture.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkDescriptorBufferInfo buffers[] = {{in, 0, VK_WHOLE_SIZE}, {out, 0, VK_WHOLE_SIZE}};
  VkWriteDescriptorSet writes[3] = {};
  for (uint32_t n = 0; n < 3; n++) {
    writes[n].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[n].dstSet = set;
    writes[n].dstBinding = n;
    writes[n].descriptorCount = 1;
    writes[n].descriptorType = n == 0 ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (n == 0) writes[n].pImageInfo = &image;
    else writes[n].pBufferInfo = &buffers[n - 1];
  }
  vkUpdateDescriptorSets(d.device, 3, writes, 0, nullptr);
  return set;
}

/** Runs the batch at `from`, and returns where the next one begins. */
const uint32_t *runBatch(const Device &d, const Pipeline &p, const uint32_t *from, const uint32_t *end,
                         std::vector<uint32_t> &results) {
  if (end - from < 6 || from[0] > 3) throw std::runtime_error("the requests have no batch where one is expected");
  const Format format = FORMATS[from[0]];
  const uint32_t width = from[1], height = from[2], levels = from[3], count = from[4], words = from[5];
  from += 6;
  std::vector<VkBufferImageCopy> copies;
  size_t bytes = 0;
  for (uint32_t level = 0; level < levels; level++) {
    const uint32_t w = std::max(width >> level, 1u), h = std::max(height >> level, 1u);
    VkBufferImageCopy copy{};
    copy.bufferOffset = bytes;
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
    copy.imageExtent = {w, h, 1};
    copies.push_back(copy);
    // A level begins at a whole word.
    bytes += (size_t(w) * h * format.bytes + 3) / 4 * 4;
  }
  if (size_t(end - from) < bytes / 4 + size_t(count) * words) throw std::runtime_error("the requests end within a batch");
  const Buffer texels = bufferOf(d, bytes / 4), requests = bufferOf(d, size_t(count) * words),
               out = bufferOf(d, size_t(count) * 4);
  std::memcpy(texels.words, from, bytes);
  std::memcpy(requests.words, from + bytes / 4, size_t(count) * words * 4);
  const Texture texture = textureOf(d, format.format, width, height, levels);

  VkCommandBufferAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocation.commandPool = d.pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer commands;
  CHECK(vkAllocateCommandBuffers(d.device, &allocation, &commands));
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  CHECK(vkBeginCommandBuffer(commands, &begin));
  barrier(commands, texture, levels, false);
  vkCmdCopyBufferToImage(commands, texels.buffer, texture.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, levels,
                         copies.data());
  barrier(commands, texture, levels, true);
  const VkDescriptorSet set = descriptors(d, p, texture, requests.buffer, out.buffer);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, nullptr);
  vkCmdDispatch(commands, (count + GROUP - 1) / GROUP, 1, 1);
  VkMemoryBarrier read{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &read, 0,
                       nullptr, 0, nullptr);
  CHECK(vkEndCommandBuffer(commands));
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  CHECK(vkQueueSubmit(d.queue, 1, &submit, VK_NULL_HANDLE));
  CHECK(vkQueueWaitIdle(d.queue));
  results.insert(results.end(), out.words, out.words + size_t(count) * 4);
  return from + bytes / 4 + size_t(count) * words;
}

}  // namespace

int main(int argc, char **argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "use: shader-run MODULE.spv REQUESTS.bin RESULTS.bin [DEVICE]\n");
    return 2;
  }
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  const Device device = openDevice(argc > 4 ? argv[4] : nullptr);
  auto start = Clock::now();
  const Pipeline pipeline = pipelineOf(device, wordsOf(argv[1]));
  std::fprintf(stderr, "compiled in %.2f s\n", seconds(start));
  const std::vector<uint32_t> requests = wordsOf(argv[2]);
  std::vector<uint32_t> results;
  start = Clock::now();
  const uint32_t *const end = requests.data() + requests.size();
  for (const uint32_t *at = requests.data(); at < end;) at = runBatch(device, pipeline, at, end, results);
  std::fprintf(stderr, "%zu requests in %.2f s\n", results.size() / 4, seconds(start));
  std::ofstream(argv[3], std::ios::binary)
      .write(reinterpret_cast<const char *>(results.data()), std::streamsize(results.size() * 4));
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "shader-run: %s\n", error.what());
  return 1;
}
