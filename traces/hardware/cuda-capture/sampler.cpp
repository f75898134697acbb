#include "sampler.hpp"

#include <cmath>
#include <map>

namespace {

cudaTextureAddressMode addressModeOf(const std::string &name) {
  static const std::map<std::string, cudaTextureAddressMode> modes{
      {"repeat", cudaAddressModeWrap},
      {"mirrored_repeat", cudaAddressModeMirror},
      {"clamp_to_edge", cudaAddressModeClamp},
      {"clamp_to_border", cudaAddressModeBorder},
  };
  auto found = modes.find(name);
  if (found == modes.end()) throw Unsupported("the address mode " + name);
  return found->second;
}

cudaTextureFilterMode filterOf(const std::string &name) {
  if (name == "linear") return cudaFilterModeLinear;
  if (name == "nearest") return cudaFilterModePoint;
  throw Unsupported("the filter " + name);
}

float floatIn(const Json &json, const char *field, float otherwise) {
  return json.contains(field) ? floatOf(json[field]) : otherwise;
}

void setBorder(const Json &sampler, cudaTextureDesc &made) {
  Json color = sampler.value("borderColor", Json("float_transparent_black"));
  for (int n = 0; n < 4; n++) {
    if (color.is_array())
      made.borderColor[n] = floatOf(color[size_t(n)]);
    else if (color == "float_transparent_black" || color == "float_opaque_black" || color == "float_opaque_white")
      made.borderColor[n] = color == "float_opaque_white" || (color == "float_opaque_black" && n == 3) ? 1 : 0;
    else
      throw Unsupported("the border colour " + color.get<std::string>());
  }
}

} // namespace

cudaTextureDesc samplerOf(const Json &sampler, const Format &format, bool trilinearOptimization) {
  if (sampler.contains("d3d11")) throw Unsupported("samplers of D3D11");
  if (sampler.value("compareEnable", false)) throw Unsupported("comparisons");
  if (sampler.value("reductionMode", "weighted_average") != "weighted_average") throw Unsupported("reductions");
  if (!sampler.value("ycbcrConversion", Json()).is_null()) throw Unsupported("Y'CbCr conversions");
  auto filter = sampler.value("magFilter", "linear");
  if (filter != sampler.value("minFilter", "linear")) throw Unsupported("two filters");
  cudaTextureDesc made{};
  made.filterMode = filterOf(filter);
  made.mipmapFilterMode = filterOf(sampler.value("mipmapMode", "linear"));
  made.addressMode[0] = addressModeOf(sampler.value("addressModeU", "repeat"));
  made.addressMode[1] = addressModeOf(sampler.value("addressModeV", "repeat"));
  made.addressMode[2] = addressModeOf(sampler.value("addressModeW", "repeat"));
  made.readMode = format.readMode;
  made.sRGB = format.srgb;
  setBorder(sampler, made);
  made.normalizedCoords = !sampler.value("unnormalizedCoordinates", false);
  float degree = sampler.value("anisotropyEnable", false) ? floatIn(sampler, "maxAnisotropy", 1) : 1;
  if (degree != std::floor(degree)) throw Unsupported("a maxAnisotropy that is no integer");
  made.maxAnisotropy = unsigned(degree);
  made.mipmapLevelBias = floatIn(sampler, "mipLodBias", 0);
  made.minMipmapLevelClamp = floatIn(sampler, "minLod", 0);
  made.maxMipmapLevelClamp = floatIn(sampler, "maxLod", 1000);
  made.disableTrilinearOptimization = !trilinearOptimization;
  made.seamlessCubemap = !sampler.value("nonSeamlessCubeMap", false);
  return made;
}
