#include "capture.hpp"

#include <bit>

#include "bindings.hpp"

namespace {

constexpr uint32_t QUAD_LANES = 4;
constexpr uint32_t QUADS_IN_A_ROW = 256;

/** A sampler for operations on texels, which the descriptor must have. */
const Json NEAREST = Json::parse(R"({"magFilter":"nearest","minFilter":"nearest","mipmapMode":"nearest"})");

const std::map<std::string, Instruction::Op> OPERATIONS{
    {"sample", Instruction::Op::sample},
    {"gather", Instruction::Op::gather},
    {"fetch", Instruction::Op::fetch},
    {"query_size", Instruction::Op::querySize},
    {"query_levels", Instruction::Op::queryLevels},
    {"query_lod", Instruction::Op::queryLod},
};

bool takesTexels(Instruction::Op op) {
  return op != Instruction::Op::sample && op != Instruction::Op::gather && op != Instruction::Op::queryLod;
}

std::array<int, 3> offsetOf(const Json &json) {
  std::array<int, 3> offset{};
  for (size_t n = 0; n < json.size(); n++)
    offset[n] = json[n].get<int>();
  return offset;
}

Instruction instructionOf(const Device &device, const Json &request, const View &view) {
  auto named = OPERATIONS.find(request.value("op", "sample"));
  if (named == OPERATIONS.end()) throw Unsupported("op " + request.value("op", ""));
  if (request.value("sparse", false)) throw Unsupported("residency");
  if (request.value("origin", "linear") != "linear") throw Unsupported("gathers from nearest texels");
  Instruction made;
  made.op = named->second;
  made.viewType = view.type;
  made.components = componentTypeOf(view.format, view.range.aspectMask);
  made.projected = request.contains("q");
  made.dref = request.contains("dref");
  using Lod = Instruction::Lod;
  made.lod = request.contains("lod") ? Lod::explicitly : request.contains("grad") ? Lod::gradients : Lod::implicitly;
  made.bias = request.contains("bias");
  made.minLod = request.contains("minLod");
  made.component = request.value("component", 0);
  if (made.minLod) throw Unsupported("the minLod of instructions");
  if (made.bias && made.lod == Lod::gradients) throw Unsupported("a bias beside gradients");
  if (made.dref && view.type == vk::ImageViewType::e3D) throw Unsupported("comparisons in volumes");
  if (made.op == Instruction::Op::fetch &&
      (view.type == vk::ImageViewType::eCube || view.type == vk::ImageViewType::eCubeArray)) {
    throw Unsupported("fetches from cubes");
  }
  using Offset = Instruction::Offset;
  if (request.contains("offsets")) {
    made.offset = Offset::four;
    for (const auto &offset : request["offsets"])
      made.offsets.push_back(offsetOf(offset));
  } else if (request.contains("offset")) {
    const Json &offset = request["offset"];
    made.offset = offset[0].is_array() ? Offset::dynamic : Offset::constant;
    if (made.offset == Offset::constant)
      made.offsets.push_back(offsetOf(offset));
    else if (made.op != Instruction::Op::gather)
      throw Unsupported("offsets that are no constants");
  }
  bool extended = made.offset == Offset::dynamic || made.offset == Offset::four;
  if (extended && !device.supported.shaderImageGatherExtended) throw Unsupported("gathers with such offsets");
  return made;
}

/** Of a lane: the request's own, or that of its list. */
const Json &operandOf(const Json &request, const char *name, size_t lane) {
  const Json &value = request.at(name);
  return value.is_array() && request.contains("quad") ? value[lane] : value;
}

void writeOperands(const Json &request, const Instruction &instruction, size_t lane, uint32_t *words) {
  bool texels = takesTexels(instruction.op);
  const Json &coordinate = request.contains("quad") ? request["quad"][lane] : request.value("coord", Json::array());
  for (size_t n = 0; n < coordinate.size() && n < 4; n++)
    words[operand::COORDINATE + n] = bitsOf(coordinate[n], texels);
  auto number = [&](const char *name, uint32_t at) {
    if (request.contains(name)) words[at] = bitsOf(operandOf(request, name, lane), false);
  };
  number("q", operand::Q);
  number("lod", operand::LOD);
  number("bias", operand::BIAS);
  number("dref", operand::DREF);
  if (request.contains("level")) words[operand::LEVEL] = bitsOf(operandOf(request, "level", lane), true);
  if (request.contains("grad")) {
    const Json &grad = operandOf(request, "grad", lane);
    for (size_t n = 0; n < grad["dx"].size(); n++)
      words[operand::DX + n] = bitsOf(grad["dx"][n], false);
    for (size_t n = 0; n < grad["dy"].size(); n++)
      words[operand::DY + n] = bitsOf(grad["dy"][n], false);
  }
  if (instruction.offset == Instruction::Offset::dynamic) {
    const Json &offset = request["offset"][request["offset"].size() == 1 ? 0 : lane];
    for (size_t n = 0; n < offset.size(); n++)
      words[operand::OFFSET + n] = bitsOf(offset[n], true);
  }
}

/** r, g, b, a of a lane, as a result trace has them. */
Json texelJson(const Instruction &instruction, const Texel &texel) {
  Json components = Json::array();
  using Op = Instruction::Op;
  bool integers = instruction.op == Op::querySize || instruction.op == Op::queryLevels;
  bool floats = instruction.op == Op::queryLod || instruction.components == ComponentType::floating;
  for (uint32_t bits : texel) {
    if (integers)
      components.push_back(static_cast<int32_t>(bits));
    else if (floats)
      components.push_back(jsonOf(std::bit_cast<float>(bits)));
    else if (instruction.components == ComponentType::signedInteger)
      components.push_back(static_cast<int32_t>(bits));
    else
      components.push_back(bits);
  }
  return components;
}

bool isActive(const Json &request, size_t lane) {
  if (!request.contains("active")) return true;
  const Json &active = request["active"];
  return active.is_string() ? active.get<std::string>()[lane] == '1' : (active.get<int>() >> lane) & 1;
}

/** What a line before has defined. */
const Json &definitionOf(const std::map<std::string, Json> &definitions, const std::string &name) {
  auto found = definitions.find(name);
  if (found == definitions.end()) throw std::runtime_error('"' + name + "\" is not defined");
  return found->second;
}

/** Pixels of whole quads, in rows. */
vk::Extent2D extentFor(size_t quads) {
  auto rows = uint32_t((quads + QUADS_IN_A_ROW - 1) / QUADS_IN_A_ROW);
  return {2 * QUADS_IN_A_ROW, 2 * rows};
}

vk::raii::ShaderModule module(const Device &device, const std::vector<uint32_t> &words) {
  return {*device, vk::ShaderModuleCreateInfo({}, words)};
}

} // namespace

void Capture::define(const Json &line) {
  auto [kind, definition] = *line.items().begin();
  auto &of = kind == "image" ? images : kind == "view" ? views : samplers;
  of[definition.at("name").template get<std::string>()] = definition;
}

void Capture::add(size_t line, const Json &request) {
  if (request.at("image").is_null()) throw Unsupported("null descriptors");
  auto name = request["image"].get<std::string>();
  const View &seen = view(name);
  Instruction instruction = instructionOf(device, request, seen);
  const Sampler &state = sampler(name, takesTexels(instruction.op) ? "" : request.at("sampler").get<std::string>());
  std::string key = name + '\n' + request.value("sampler", "") + '\n' + request.value("op", "");
  for (const char *field : {"q", "lod", "grad", "dref", "bias", "minLod"})
    key += request.contains(field) ? '1' : '0';
  if (instruction.offset == Instruction::Offset::dynamic)
    key += "dynamic";
  else
    key += request.value("offset", Json()).dump() + request.value("offsets", Json()).dump();
  key += '\n' + std::to_string(instruction.component);
  auto &group = groups.try_emplace(key, Group{instruction, &state, {}, {}}).first->second;
  group.lines.push_back(line);
  group.requests.push_back(request);
}

std::map<size_t, Json> Capture::results() {
  std::map<size_t, Json> found;
  for (const auto &[_, group] : groups) {
    auto texels = run(group);
    for (size_t n = 0; n < group.lines.size(); n++) {
      const Json &request = group.requests[n];
      if (!request.contains("quad")) {
        found[group.lines[n]] = texelJson(group.instruction, texels[QUAD_LANES * n]);
        continue;
      }
      Json lanes = Json::array();
      for (size_t lane = 0; lane < QUAD_LANES; lane++) {
        lanes.push_back(isActive(request, lane) ? texelJson(group.instruction, texels[QUAD_LANES * n + lane]) : Json());
      }
      found[group.lines[n]] = lanes;
    }
  }
  return found;
}

const Texture &Capture::texture(const std::string &name) {
  auto made = textures.find(name);
  if (made == textures.end()) made = textures.try_emplace(name, device, definitionOf(images, name)).first;
  return made->second;
}

const View &Capture::view(const std::string &name) {
  auto made = madeViews.find(name);
  if (made != madeViews.end()) return made->second;
  Json json = views.contains(name) ? views[name] : Json{{"image", name}};
  return madeViews.try_emplace(name, device, texture(json["image"].get<std::string>()), json).first->second;
}

const Sampler &Capture::sampler(const std::string &viewName, const std::string &name) {
  auto key = viewName + '\n' + name;
  auto made = states.find(key);
  if (made != states.end()) return made->second;
  return states.try_emplace(key, device, name.empty() ? NEAREST : definitionOf(samplers, name), view(viewName))
      .first->second;
}

std::vector<Texel> Capture::run(const Group &group) {
  using Stage = vk::ShaderStageFlagBits;
  vk::Extent2D extent = extentFor(group.requests.size());
  size_t lanes = size_t(extent.width) * extent.height;
  Buffer operands = device.buffer(lanes * operand::WORDS * 4, vk::BufferUsageFlagBits::eStorageBuffer);
  Buffer results = device.buffer(lanes * sizeof(Texel), vk::BufferUsageFlagBits::eStorageBuffer);
  auto *words = static_cast<uint32_t *>(operands.data);
  for (size_t lane = 0; lane < QUAD_LANES * group.requests.size(); lane++) {
    const Json &request = group.requests[lane / QUAD_LANES];
    writeOperands(request, group.instruction, lane % QUAD_LANES, words + lane * operand::WORDS);
  }

  Bindings bindings(device, Stage::eFragment, *group.state->sampler, *group.state->view, operands, results);

  vk::SubpassDescription subpass;
  vk::raii::RenderPass renderPass(*device, vk::RenderPassCreateInfo({}, {}, subpass));
  vk::raii::Framebuffer framebuffer(*device, {{}, *renderPass, {}, extent.width, extent.height, 1});
  auto vertex = module(device, vertexShader());
  auto fragment = module(device, fragmentShader(group.instruction, QUADS_IN_A_ROW));
  std::array stages{vk::PipelineShaderStageCreateInfo({}, Stage::eVertex, *vertex, "main"),
                    vk::PipelineShaderStageCreateInfo({}, Stage::eFragment, *fragment, "main")};
  vk::PipelineVertexInputStateCreateInfo noVertices;
  vk::PipelineInputAssemblyStateCreateInfo triangles({}, vk::PrimitiveTopology::eTriangleList);
  vk::Viewport viewport(0, 0, float(extent.width), float(extent.height), 0, 1);
  vk::Rect2D all({}, extent);
  vk::PipelineViewportStateCreateInfo viewports({}, viewport, all);
  vk::PipelineRasterizationStateCreateInfo rasterization;
  rasterization.lineWidth = 1;
  vk::PipelineMultisampleStateCreateInfo oneSample;
  vk::PipelineColorBlendStateCreateInfo noColors;
  vk::GraphicsPipelineCreateInfo info({}, stages, &noVertices, &triangles, {}, &viewports, &rasterization, &oneSample,
                                      {}, &noColors, {}, *bindings.layout, *renderPass);
  vk::raii::Pipeline pipeline(*device, nullptr, info);

  device.run([&](const vk::raii::CommandBuffer &commands) {
    commands.beginRenderPass({*renderPass, *framebuffer, all, {}}, vk::SubpassContents::eInline);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    bindings.bind(commands, vk::PipelineBindPoint::eGraphics);
    commands.draw(3, 1, 0, 0);
    commands.endRenderPass();
    vk::MemoryBarrier written(vk::AccessFlagBits::eShaderWrite, vk::AccessFlagBits::eHostRead);
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eFragmentShader, vk::PipelineStageFlagBits::eHost, {}, written,
                             {}, {});
  });
  const auto *texels = static_cast<const Texel *>(results.data);
  return {texels, texels + QUAD_LANES * group.requests.size()};
}
