#include <algorithm>
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

Instruction instructionOf(const Json &json, const View &view) {
  Instruction made;
  made.op = json.value("op", "sample") == "gather" ? Instruction::Op::gather : Instruction::Op::sample;
  made.viewType = view.type;
  made.dref = json.value("dref", false);
  made.lod = json.at("lod") == "gradient" ? Instruction::Lod::gradients : Instruction::Lod::explicitly;
  made.component = json.value("component", 0);
  return made;
}

/**
 * Invocation n samples with operands n of binding 1, and writes the result to texel n of binding 2. The texture is at
 * binding 0. The operands are float32: coordinate, layer, reference depth and gradients, as far as there are any.
 */
std::string shaderText(const Instruction &instruction) {
  using Type = vk::ImageViewType;
  bool cube = instruction.viewType == Type::eCube || instruction.viewType == Type::eCubeArray;
  bool gathers = instruction.op == Instruction::Op::gather;
  bool gradients = instruction.lod == Instruction::Lod::gradients;

  std::string body;
  uint32_t operands = 0;
  auto load = [&](const std::string &name, int count) {
    std::string parts;
    for (int n = 0; n < count; n++) {
      std::string number = std::to_string(operands++), part = count == 1 ? name : "%part_" + number;
      body += "%index_" + number + " = OpIAdd %uint %first %" + number + "\n";
      body += "%at_" + number + " = OpAccessChain %number_pointer %operands %0 %index_" + number + "\n";
      body += part + " = OpLoad %float %at_" + number + "\n";
      parts += " " + part;
    }
    if (count > 1) body += name + " = OpCompositeConstruct %vec" + std::to_string(count) + parts + "\n";
  };
  load("%coordinate", instruction.coordinates());
  if (instruction.dref) load("%dref", 1);
  if (gradients) load("%dx", instruction.axes());
  if (gradients) load("%dy", instruction.axes());

  std::string dref = instruction.dref ? "Dref" : "";
  std::string name = gathers ? dref + "Gather" : "Sample" + dref + "ExplicitLod";
  std::string last = instruction.dref ? " %dref" : gathers ? " %" + std::to_string(instruction.component) : "";
  if (!gathers) last += gradients ? " Grad %dx %dy" : " Lod %f0";
  bool scalar = instruction.dref && !gathers;
  body += (scalar ? "%compared" : "%texel") + (" = OpImage" + name) + (scalar ? " %float" : " %vec4");
  body += " %bound %coordinate" + last + "\n";
  if (scalar) body += "%texel = OpCompositeConstruct %vec4 %compared %f0 %f0 %f1\n";

  std::string text = R"(OpCapability Shader
OpCapability Sampled1D
OpCapability SampledCubeArray
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
OpDecorate %numbers ArrayStride 4
OpDecorate %texels ArrayStride 16
OpMemberDecorate %operand_block 0 Offset 0
OpDecorate %operand_block Block
OpMemberDecorate %result_block 0 Offset 0
OpDecorate %result_block Block
%void = OpTypeVoid
%entry = OpTypeFunction %void
%float = OpTypeFloat 32
%vec2 = OpTypeVector %float 2
%vec3 = OpTypeVector %float 3
%vec4 = OpTypeVector %float 4
%uint = OpTypeInt 32 0
%uvec3 = OpTypeVector %uint 3
)";
  text += "%image = OpTypeImage %float " + (cube ? "Cube" : std::to_string(instruction.axes()) + "D");
  text += (instruction.dref ? " 1" : " 0") + std::string(instruction.arrayed() ? " 1" : " 0") + " 0 1 Unknown\n";
  text += R"(%sampled = OpTypeSampledImage %image
%numbers = OpTypeRuntimeArray %float
%texels = OpTypeRuntimeArray %vec4
%operand_block = OpTypeStruct %numbers
%result_block = OpTypeStruct %texels
%id_pointer = OpTypePointer Input %uvec3
%sampled_pointer = OpTypePointer UniformConstant %sampled
%operands_pointer = OpTypePointer StorageBuffer %operand_block
%results_pointer = OpTypePointer StorageBuffer %result_block
%number_pointer = OpTypePointer StorageBuffer %float
%texel_pointer = OpTypePointer StorageBuffer %vec4
%f0 = OpConstant %float 0
%f1 = OpConstant %float 1
)";
  // Numbers of the operands and their count, and of a component.
  for (uint32_t n = 0; n <= std::max(operands, 3u); n++)
    text += "%" + std::to_string(n) + " = OpConstant %uint " + std::to_string(n) + "\n";
  text += R"(%id = OpVariable %id_pointer Input
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
  text += "%first = OpIMul %uint %n %" + std::to_string(operands) + "\n";
  return text + body + "OpStore %to %texel\nOpReturn\nOpFunctionEnd\n";
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
  View view(device, texture, state.at("view"));
  Sampler bound(device, state.at("sampler"), view);

  auto count = state.at("count").get<uint32_t>();
  auto bytes = bytesOf(state.at("inputs").get<std::string>());
  Buffer operands = device.buffer(bytes.size(), vk::BufferUsageFlagBits::eStorageBuffer);
  Buffer results = device.buffer(count * RESULT_BYTES, vk::BufferUsageFlagBits::eStorageBuffer);
  std::copy(bytes.begin(), bytes.end(), static_cast<char *>(operands.data));

  Bindings bindings(device, Stage::eCompute, {*bound.sampler, *bound.view, view.layout()}, operands, results);
  auto shader = assemble(shaderText(instructionOf(state.at("instruction"), view)));
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
  } catch (const Unsupported &why) {
    std::cout << "unsupported: " << why.what() << '\n';
    return 2;
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
