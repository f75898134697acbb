#include "capture.hpp"

#include <cmath>
#include <iostream>

#include "check.hpp"
#include "sampler.hpp"

namespace {

constexpr size_t QUAD_LANES = 4;

/** Fetches are samples of the nearest texel at its centre. */
const Json NEAREST = Json::parse(R"({"magFilter":"nearest","minFilter":"nearest","mipmapMode":"nearest"})");

Access accessOf(const Json &request, const Json &sampler) {
  for (const char *field : {"q", "dref", "bias", "minLod", "offset", "offsets"}) {
    if (request.contains(field)) throw Unsupported(std::string("the operand ") + field);
  }
  auto op = request.value("op", "sample");
  if (op == "gather") return Access::gather;
  if (op == "fetch") return Access::level;
  if (op != "sample") throw Unsupported("the operation " + op);
  if (sampler.value("unnormalizedCoordinates", false)) return Access::withoutLevels;
  if (request.contains("grad")) return Access::gradients;
  if (request.contains("lod")) return Access::level;
  throw Unsupported("implicit LODs");
}

/** One value of a request, or that of the lane. */
const Json &operandOf(const Json &request, const char *name, size_t lane) {
  const Json &value = request.at(name);
  return value.is_array() && request.contains("quad") ? value[lane] : value;
}

Operands operandsOf(const Json &request, const Texture &texture, size_t lane) {
  Operands made{};
  const Json &at = request.contains("quad") ? request["quad"][lane] : request.at("coord");
  for (size_t n = 0; n < at.size(); n++)
    made.at[n] = floatOf(at[n]);
  if (request.value("op", "sample") == "fetch") {
    made.at[0] = (made.at[0] + 0.5f) / float(texture.width);
    made.at[1] = (made.at[1] + 0.5f) / float(texture.height);
  }
  if (request.contains("lod")) made.lod = floatOf(operandOf(request, "lod", lane));
  if (request.contains("grad")) {
    const Json &grad = operandOf(request, "grad", lane);
    for (size_t n = 0; n < grad.at("dx").size(); n++) {
      made.dx[n] = floatOf(grad["dx"][n]);
      made.dy[n] = floatOf(grad["dy"][n]);
    }
  }
  made.component = request.value("component", 0);
  return made;
}

/** Components that the format lacks are 0, 0 and 1, as in traces. */
Json texelJson(const float4 &texel, int components, Access access) {
  const float values[] = {texel.x, texel.y, texel.z, texel.w};
  Json made = Json::array();
  for (int n = 0; n < 4; n++) {
    bool given = n < components || access == Access::gather;
    made.push_back(given ? jsonOf(values[n]) : Json(n == 3 ? 1 : 0));
  }
  return made;
}

/** The layer of CUDA's functions is an integer: the unit does not round it. */
bool hasWholeLayer(const Json &request) {
  if (request.contains("quad")) return false;
  float layer = floatOf(request.at("coord").at(2));
  return layer >= 0 && layer == std::floor(layer);
}

bool isActive(const Json &request, size_t lane) {
  if (!request.contains("active")) return true;
  const Json &active = request["active"];
  return active.is_string() ? active.get<std::string>()[lane] == '1' : (active.get<int>() >> lane) & 1;
}

const Json &definitionOf(const std::map<std::string, Json> &definitions, const std::string &name) {
  auto found = definitions.find(name);
  if (found == definitions.end()) throw std::runtime_error('"' + name + "\" is not defined");
  return found->second;
}

} // namespace

void Capture::define(const Json &line) {
  auto [kind, definition] = *line.items().begin();
  auto &of = kind == "image" ? images : kind == "view" ? views : samplers;
  of[definition.at("name").template get<std::string>()] = definition;
}

const Json &Capture::viewOf(const std::string &name, Json &view) const {
  view = views.contains(name) ? views.at(name) : Json{{"image", name}};
  return definitionOf(images, view["image"].get<std::string>());
}

const Texture &Capture::texture(const std::string &name, const Json &image, Shape shape, bool gather) {
  auto key = name + (gather ? "\ngather" : "");
  auto made = textures.find(key);
  if (made == textures.end()) made = textures.emplace(key, std::make_unique<Texture>(image, shape, gather)).first;
  return *made->second;
}

void Capture::add(size_t line, const Json &request) {
  auto name = request.at("image").get<std::string>();
  bool fetch = request.value("op", "sample") == "fetch";
  const Json &sampler = fetch ? NEAREST : definitionOf(samplers, request.at("sampler").get<std::string>());
  Access access = accessOf(request, sampler);
  std::string key = name + '\n' + request.value("sampler", "") + '\n' + std::to_string(int(access));
  if (request.contains("level")) throw Unsupported("fetches from levels");
  auto group = groups.find(key);
  if (group == groups.end()) {
    Json view;
    const Json &image = viewOf(name, view);
    Shape shape = shapeOf(image, view);
    cudaTextureDesc desc = samplerOf(sampler, formatOf(image.at("format").get<std::string>()), trilinearOptimization);
    // CUDA refuses it for any other texture.
    if (shape != Shape::cube) desc.seamlessCubemap = 0;
    const Texture &seen = texture(name, image, shape, access == Access::gather);
    group = groups.emplace(key, Group{&seen, shape, access, desc, {}, {}}).first;
  }
  if (group->second.shape == Shape::planeArray && !hasWholeLayer(request)) throw Unsupported("layers to round");
  group->second.lines.push_back(line);
  group->second.requests.push_back(request);
}

std::map<size_t, Json> Capture::results() {
  std::map<size_t, Json> found;
  for (const auto &[key, group] : groups) {
    std::vector<float4> texels;
    try {
      texels = run(group);
    } catch (const Unsupported &why) {
      std::cerr << "without a result, " << group.lines.size() << ": " << why.what() << '\n';
      continue;
    }
    int components = group.texture->format.components;
    for (size_t n = 0; n < group.lines.size(); n++) {
      const Json &request = group.requests[n];
      auto lane = [&](size_t l) { return texelJson(texels[QUAD_LANES * n + l], components, group.access); };
      if (!request.contains("quad")) {
        found[group.lines[n]]["texel"] = lane(0);
        continue;
      }
      Json lanes = Json::array();
      for (size_t l = 0; l < QUAD_LANES; l++)
        lanes.push_back(isActive(request, l) ? lane(l) : Json());
      found[group.lines[n]]["texels"] = lanes;
    }
  }
  return found;
}

std::vector<float4> Capture::run(const Group &group) const {
  auto resource = group.texture->resource(group.access == Access::withoutLevels);
  cudaTextureObject_t object;
  check(cudaCreateTextureObject(&object, &resource, &group.sampler, nullptr), "cudaCreateTextureObject");
  std::vector<Operands> operands;
  for (const auto &request : group.requests) {
    for (size_t lane = 0; lane < QUAD_LANES; lane++)
      operands.push_back(operandsOf(request, *group.texture, lane));
  }
  std::vector<float4> results(operands.size());
  runLanes(object, group.shape, group.access, operands.data(), results.data(), int(operands.size()));
  cudaDestroyTextureObject(object);
  return results;
}
