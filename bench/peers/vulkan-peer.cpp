#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>

#include "bindings.hpp"
#include "sampler.hpp"
#include "shader.hpp"
#include "texture.hpp"

namespace {

constexpr uint32_t GROUP = 256;

/** Bytes of a result: r, g, b, a as float32. */
constexpr size_t RESULT_BYTES = 16;

/**
 * Invocation n samples at coordinate n of binding 1, and writes the result to texel n of binding 2. The texture is at
 * binding 0. With gradients, binding 1 holds s, t, ds/dx, dt/dx, ds/dy, dt/dy of each coordinate; without, s and t.
 */
std::string shaderText(bool gradients) {
  std::string text = R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id %texture %operands %results
OpExecutionMode %main LocalSize 256 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %texture DescriptorSet 0
OpDecorate %texture Binding 0
OpDecorate %operands DescriptorSet 0
OpDecorate %operands Binding 1
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 2
OpDecorate %pairs ArrayStride 8
OpDecorate %texels ArrayStride 16
OpMemberDecorate %operand_block 0 Offset 0
OpDecorate %operand_block Block
OpMemberDecorate %result_block 0 Offset 0
OpDecorate %result_block Block
%void = OpTypeVoid
%entry = OpTypeFunction %void
%float = OpTypeFloat 32
%vec2 = OpTypeVector %float 2
%vec4 = OpTypeVector %float 4
%uint = OpTypeInt 32 0
%uvec3 = OpTypeVector %uint 3
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%sampled = OpTypeSampledImage %image
%pairs = OpTypeRuntimeArray %vec2
%texels = OpTypeRuntimeArray %vec4
%operand_block = OpTypeStruct %pairs
%result_block = OpTypeStruct %texels
%id_pointer = OpTypePointer Input %uvec3
%sampled_pointer = OpTypePointer UniformConstant %sampled
%operands_pointer = OpTypePointer StorageBuffer %operand_block
%results_pointer = OpTypePointer StorageBuffer %result_block
%pair_pointer = OpTypePointer StorageBuffer %vec2
%texel_pointer = OpTypePointer StorageBuffer %vec4
%0 = OpConstant %uint 0
%1 = OpConstant %uint 1
%2 = OpConstant %uint 2
%3 = OpConstant %uint 3
%level_0 = OpConstant %float 0
%id = OpVariable %id_pointer Input
%texture = OpVariable %sampled_pointer UniformConstant
%operands = OpVariable %operands_pointer StorageBuffer
%results = OpVariable %results_pointer StorageBuffer
%main = OpFunction %void None %entry
%body = OpLabel
%ids = OpLoad %uvec3 %id
%n = OpCompositeExtract %uint %ids 0
%bound = OpLoad %sampled %texture
%to = OpAccessChain %texel_pointer %results %0 %n
)";
  auto load = [&](const std::string &name, const std::string &index) {
    text += "%" + name + "_at = OpAccessChain %pair_pointer %operands %0 " + index + "\n";
    text += "%" + name + " = OpLoad %vec2 %" + name + "_at\n";
  };
  if (gradients) {
    text += "%first = OpIMul %uint %n %3\n%second = OpIAdd %uint %first %1\n%third = OpIAdd %uint %first %2\n";
    load("coordinate", "%first");
    load("dx", "%second");
    load("dy", "%third");
  } else {
    load("coordinate", "%n");
  }
  text += "%texel = OpImageSampleExplicitLod %vec4 %bound %coordinate ";
  text += gradients ? "Grad %dx %dy" : "Lod %level_0";
  return text + "\nOpStore %to %texel\nOpReturn\nOpFunctionEnd\n";
}

/** Processor time of all threads of the process, seconds. */
double processorTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

std::vector<char> bytesOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void serve(const Json &state) {
  using Stage = vk::ShaderStageFlagBits;
  using Type = vk::DescriptorType;
  Device device(0);
  Texture texture(device, state.at("image"));
  View view(device, texture, Json::object());
  Sampler bound(device, state.at("sampler"), view);

  auto count = state.at("count").get<uint32_t>();
  auto bytes = bytesOf(state.at("operands").get<std::string>());
  Buffer operands = device.buffer(bytes.size(), vk::BufferUsageFlagBits::eStorageBuffer);
  Buffer results = device.buffer(count * RESULT_BYTES, vk::BufferUsageFlagBits::eStorageBuffer);
  std::copy(bytes.begin(), bytes.end(), static_cast<char *>(operands.data));

  Bindings bindings(device, Stage::eCompute, {*bound.sampler, *bound.view, view.layout()}, operands, results);
  auto shader = assemble(shaderText(state.at("gradients").get<bool>()));
  vk::raii::ShaderModule module(*device, vk::ShaderModuleCreateInfo({}, shader));
  vk::raii::Pipeline pipeline(*device, nullptr,
                              vk::ComputePipelineCreateInfo({}, {{}, Stage::eCompute, *module, "main"}, *bindings.layout));
  std::cout << device.description() << std::endl;

  for (std::string line; std::getline(std::cin, line);) {
    double start = processorTime();
    device.run([&](const vk::raii::CommandBuffer &commands) {
      commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline);
      bindings.bind(commands, vk::PipelineBindPoint::eCompute);
      commands.dispatch(count / GROUP, 1, 1);
    });
    std::cout << processorTime() - start << std::endl;
  }
  std::ofstream(state.at("results").get<std::string>(), std::ios::binary)
      .write(static_cast<const char *>(results.data), std::streamsize(count * RESULT_BYTES));
}

} // namespace

int main(int count, char **words) {
  try {
    if (count != 2) throw std::runtime_error("usage: vulkan-peer state.json");
    serve(Json::parse(std::ifstream(words[1])));
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
