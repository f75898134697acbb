#include "capture.hpp"

#include <bit>
#include <iostream>

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
    {"read", Instruction::Op::read},
    {"write", Instruction::Op::write},
    {"atomic", Instruction::Op::atomic},
    {"query_size", Instruction::Op::querySize},
    {"query_levels", Instruction::Op::queryLevels},
    {"query_lod", Instruction::Op::queryLod},
    {"footprint", Instruction::Op::footprint},
};

bool takesTexels(Instruction::Op op) {
  using Op = Instruction::Op;
  return op != Op::sample && op != Op::gather && op != Op::queryLod && op != Op::footprint;
}

/** OpAtomic... of a request, without its prefix. Throws Unsupported. */
std::string atomicOf(const Device &device, const Json &request, ComponentType components) {
  auto name = request.value("atomic", "add");
  if (name == "exchange") return "Exchange";
  if (components == ComponentType::floating) {
    if (name != "add" || !device.addsFloats) throw Unsupported("atomic " + name + " of floats");
    return "FAddEXT";
  }
  std::string sign = components == ComponentType::signedInteger ? "S" : "U";
  static const std::map<std::string, std::string> NAMES{{"add", "IAdd"}, {"and", "And"}, {"or", "Or"},
                                                        {"xor", "Xor"},  {"compare_exchange", "CompareExchange"}};
  auto named = NAMES.find(name);
  return named != NAMES.end() ? named->second : name == "min" ? sign + "Min" : sign + "Max";
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
  made.sparse = request.value("sparse", false);
  if (made.sparse && !device.supported.shaderResourceResidency) throw Unsupported("residency");
  if (made.sparse && (view.type == vk::ImageViewType::e1D || view.type == vk::ImageViewType::e1DArray)) {
    throw Unsupported("residency in one dimension");
  }
  if (made.minLod && !device.supported.shaderResourceMinLod) throw Unsupported("the minLod of instructions");
  if (made.minLod && made.lod == Lod::explicitly) throw Unsupported("a minLod beside an explicit LOD");
  if (made.stores() && !(device.supported.shaderStorageImageReadWithoutFormat &&
                         device.supported.shaderStorageImageWriteWithoutFormat)) {
    throw Unsupported("images of storage without a format");
  }
  if (made.op == Instruction::Op::atomic) {
    if (request.contains("quad")) throw Unsupported("atomics of quads");
    made.atomic = atomicOf(device, request, made.components);
  }
  if (made.op == Instruction::Op::footprint) {
    bool plain = view.type == vk::ImageViewType::e2D || view.type == vk::ImageViewType::e3D;
    if (!device.has(VK_NV_SHADER_IMAGE_FOOTPRINT_EXTENSION_NAME) || !plain) throw Unsupported("footprints");
    made.granularity = request.value("granularity", 1u);
    made.coarse = request.value("coarse", false);
  }
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

bool isActive(const Json &request, size_t lane) {
  if (!request.contains("active")) return true;
  const Json &active = request["active"];
  return active.is_string() ? active.get<std::string>()[lane] == '1' : (active.get<int>() >> lane) & 1;
}

/** Of a lane: the request's own, or that of its list. */
const Json &operandOf(const Json &request, const char *name, size_t lane) {
  const Json &value = request.at(name);
  bool listed = value.is_array() && (std::string(name) != "value" || value[0].is_array());
  return listed && request.contains("quad") ? value[lane] : value;
}

void writeOperands(const Json &request, const Instruction &instruction, size_t lane, uint32_t *words) {
  bool texels = takesTexels(instruction.op);
  const Json &coordinate = request.contains("quad") ? request["quad"][lane] : request.value("coord", Json::array());
  for (size_t n = 0; n < coordinate.size() && n < 4; n++)
    words[operand::COORDINATE + n] = bitsOf(coordinate[n], texels);
  if (request.contains("value")) {
    const Json &value = operandOf(request, "value", lane);
    bool integer = instruction.components != ComponentType::floating;
    for (size_t n = 0; n < 4; n++)
      words[operand::VALUE + n] = bitsOf(value[n], integer);
    words[operand::ACTS] = request.contains("quad") ? isActive(request, lane) : lane == 0;
  }
  auto number = [&](const char *name, uint32_t at) {
    if (request.contains(name)) words[at] = bitsOf(operandOf(request, name, lane), false);
  };
  number("q", operand::Q);
  number("lod", operand::LOD);
  number("bias", operand::BIAS);
  number("minLod", operand::MIN_LOD);
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
Json texelJson(const Instruction &instruction, const LaneResult &words) {
  Json components = Json::array();
  using Op = Instruction::Op;
  bool integers = instruction.op == Op::querySize || instruction.op == Op::queryLevels;
  bool floats = instruction.op == Op::queryLod || instruction.components == ComponentType::floating;
  for (uint32_t n = 0; n < 4; n++) {
    uint32_t bits = words[result::TEXEL + n];
    if (integers)
      components.push_back(static_cast<int32_t>(bits));
    else if (floats)
      components.push_back(jsonOf(std::bit_cast<float>(bits)));
    else if (instruction.components == ComponentType::signedInteger)
      components.push_back(static_cast<int32_t>(bits));
    else
      components.push_back(bits);
  }
  if (instruction.op == Op::atomic) components[3] = 1;
  return components;
}

/** Null of one that is empty. */
Json footprintJson(const Instruction &instruction, const LaneResult &words) {
  if (words[result::MASK] == 0 && words[result::MASK + 1] == 0) return Json();
  auto list = [&](uint32_t at, int count) {
    return Json(std::vector<uint32_t>(words.begin() + at, words.begin() + at + count));
  };
  return {{"single", words[result::SINGLE] != 0},
          {"anchor", list(result::ANCHOR, instruction.axes())},
          {"offset", list(result::OFFSET, instruction.axes())},
          {"mask", list(result::MASK, 2)},
          {"lod", words[result::LEVEL]},
          {"granularity", words[result::GRANULARITY]}};
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
  const View &seen = viewOf(request);
  Instruction instruction = instructionOf(device, request, seen);
  const Sampler *state = nullptr;
  auto level = instruction.stores() ? request.value("level", 0u) : 0;
  auto name = request["image"].is_null() ? "" : request["image"].get<std::string>();
  if (!instruction.stores())
    state = &sampler(name, seen, takesTexels(instruction.op) ? "" : request.at("sampler").get<std::string>());
  else
    seen.makeStorage(device, level);
  // What changes an image runs alone, behind all before it.
  bool changes = instruction.op == Instruction::Op::write || instruction.op == Instruction::Op::atomic;
  if (changes) epochs[seen.texture]++;
  auto epoch = std::to_string(epochs[seen.texture]);
  if (changes) epochs[seen.texture]++;
  std::string key = std::string(10 - epoch.size(), '0') + epoch + name + '\n' + std::to_string(int(seen.type));
  key += request.value("sampler", "") + '\n' + request.value("op", "") + instruction.atomic;
  for (const char *field : {"q", "lod", "grad", "dref", "bias", "minLod", "sparse"})
    key += request.contains(field) ? '1' : '0';
  if (instruction.offset == Instruction::Offset::dynamic)
    key += "dynamic";
  else
    key += request.value("offset", Json()).dump() + request.value("offsets", Json()).dump();
  const std::array<uint32_t, 4> numbers{uint32_t(instruction.component), level, instruction.granularity,
                                        uint32_t(instruction.coarse)};
  for (uint32_t number : numbers)
    key += '\n' + std::to_string(number);
  auto &group = groups.try_emplace(key, Group{instruction, &seen, state, level, {}, {}}).first->second;
  group.lines.push_back(line);
  group.requests.push_back(request);
}

std::map<size_t, Json> Capture::results() {
  std::map<size_t, Json> found;
  for (const auto &[_, group] : groups) {
    std::vector<LaneResult> results;
    try {
      results = run(group);
    } catch (const vk::SystemError &why) {
      std::cerr << "without a result, " << group.lines.size() << ": " << why.what() << '\n';
      continue;
    }
    for (size_t n = 0; n < group.lines.size(); n++) {
      const Json &request = group.requests[n];
      Json &fields = found[group.lines[n]];
      auto list = [&](const std::string &name, const std::string &plural, auto valueOf) {
        if (!request.contains("quad")) {
          fields[name] = valueOf(results[QUAD_LANES * n]);
          return;
        }
        for (size_t lane = 0; lane < QUAD_LANES; lane++) {
          fields[plural].push_back(isActive(request, lane) ? valueOf(results[QUAD_LANES * n + lane]) : Json());
        }
      };
      const Instruction &instruction = group.instruction;
      if (instruction.op == Instruction::Op::footprint)
        list("footprint", "footprints", [&](const LaneResult &words) { return footprintJson(instruction, words); });
      else
        list("texel", "texels", [&](const LaneResult &words) { return texelJson(instruction, words); });
      if (instruction.sparse)
        list("resident", "resident", [](const LaneResult &words) { return Json(words[result::RESIDENT] != 0); });
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

const View &Capture::viewOf(const Json &request) {
  if (!request.at("image").is_null()) return view(request["image"].get<std::string>());
  const Json &coordinate = request.contains("quad") ? request["quad"][0] : request.value("coord", Json::array());
  auto name = "\nnull " + std::to_string(coordinate.size());
  return madeViews.try_emplace(name, device, coordinate.size()).first->second;
}

const Sampler &Capture::sampler(const std::string &viewName, const View &seen, const std::string &name) {
  auto key = viewName + '\n' + std::to_string(int(seen.type)) + '\n' + name;
  auto made = states.find(key);
  if (made != states.end()) return made->second;
  return states.try_emplace(key, device, name.empty() ? NEAREST : definitionOf(samplers, name), seen).first->second;
}

std::vector<LaneResult> Capture::run(const Group &group) {
  using Stage = vk::ShaderStageFlagBits;
  vk::Extent2D extent = extentFor(group.requests.size());
  size_t lanes = size_t(extent.width) * extent.height;
  Buffer operands = device.buffer(lanes * operand::WORDS * 4, vk::BufferUsageFlagBits::eStorageBuffer);
  Buffer results = device.buffer(lanes * sizeof(LaneResult), vk::BufferUsageFlagBits::eStorageBuffer);
  auto *words = static_cast<uint32_t *>(operands.data);
  for (size_t lane = 0; lane < QUAD_LANES * group.requests.size(); lane++) {
    const Json &request = group.requests[lane / QUAD_LANES];
    writeOperands(request, group.instruction, lane % QUAD_LANES, words + lane * operand::WORDS);
  }

  vk::raii::ImageView stored = nullptr;
  vk::DescriptorImageInfo image({}, {}, group.view->layout());
  if (group.state == nullptr) {
    stored = group.view->makeStorage(device, group.level);
    image.imageView = *stored;
  } else {
    image.sampler = *group.state->sampler;
    image.imageView = *group.state->view;
  }
  Bindings bindings(device, Stage::eFragment, image, operands, results);

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
    using Access = vk::AccessFlagBits;
    using PipelineStage = vk::PipelineStageFlagBits;
    vk::MemoryBarrier written(Access::eShaderWrite, Access::eHostRead | Access::eShaderRead | Access::eShaderWrite);
    commands.pipelineBarrier(PipelineStage::eFragmentShader, PipelineStage::eHost | PipelineStage::eFragmentShader, {},
                             written, {}, {});
  });
  const auto *found = static_cast<const LaneResult *>(results.data);
  return {found, found + QUAD_LANES * group.requests.size()};
}
