#include "sampler.hpp"

#include "formats.hpp"

namespace {

using Feature = vk::FormatFeatureFlagBits;

vk::Filter filterOf(const std::string &name) {
  return name == "cubic" ? vk::Filter::eCubicEXT
                         : enumOf<vk::Filter>(name, {vk::Filter::eNearest, vk::Filter::eLinear});
}

vk::SamplerAddressMode addressModeOf(const std::string &name) {
  using Mode = vk::SamplerAddressMode;
  return enumOf<Mode>(
      name, {Mode::eRepeat, Mode::eMirroredRepeat, Mode::eClampToEdge, Mode::eClampToBorder, Mode::eMirrorClampToEdge});
}

vk::CompareOp compareOpOf(const std::string &name) {
  using Op = vk::CompareOp;
  return enumOf<Op>(name, {Op::eNever, Op::eLess, Op::eEqual, Op::eLessOrEqual, Op::eGreater, Op::eNotEqual,
                           Op::eGreaterOrEqual, Op::eAlways});
}

vk::BorderColor borderColorOf(const std::string &name) {
  using Color = vk::BorderColor;
  return enumOf<Color>(name, {Color::eFloatTransparentBlack, Color::eIntTransparentBlack, Color::eFloatOpaqueBlack,
                              Color::eIntOpaqueBlack, Color::eFloatOpaqueWhite, Color::eIntOpaqueWhite});
}

vk::SamplerReductionMode reductionModeOf(const std::string &name) {
  using Mode = vk::SamplerReductionMode;
  if (name == "weighted_average_rangeclamp") throw Unsupported(name);
  return enumOf<Mode>(name, {Mode::eWeightedAverage, Mode::eMin, Mode::eMax});
}

vk::ChromaLocation chromaLocationOf(const std::string &name) {
  using Location = vk::ChromaLocation;
  return enumOf<Location>(name, {Location::eCositedEven, Location::eMidpoint});
}

float floatIn(const Json &json, const char *field, float otherwise) {
  return json.contains(field) ? floatOf(json[field]) : otherwise;
}

/** Throws Unsupported for a conversion that the device has no feature for. */
void checkConversion(const vk::SamplerYcbcrConversionCreateInfo &info, const vk::SamplerCreateInfo &sampler,
                     vk::FormatFeatureFlags features) {
  auto format = vk::to_string(info.format);
  auto needs = [&](bool wanted, Feature feature) {
    if (wanted && !(features & feature)) throw Unsupported(vk::to_string(feature) + " of " + format);
  };
  bool halved = vk::planeWidthDivisor(info.format, 1) > 1 || format.find("422") != std::string::npos;
  bool cosited = info.xChromaOffset == vk::ChromaLocation::eCositedEven ||
                 info.yChromaOffset == vk::ChromaLocation::eCositedEven;
  bool midpoint = info.xChromaOffset == vk::ChromaLocation::eMidpoint ||
                  info.yChromaOffset == vk::ChromaLocation::eMidpoint;
  needs(halved && cosited, Feature::eCositedChromaSamples);
  needs(halved && midpoint, Feature::eMidpointChromaSamples);
  needs(info.chromaFilter == vk::Filter::eLinear, Feature::eSampledImageYcbcrConversionLinearFilter);
  needs(info.forceExplicitReconstruction,
        Feature::eSampledImageYcbcrConversionChromaReconstructionExplicitForceable);
  needs(sampler.magFilter != info.chromaFilter || sampler.minFilter != info.chromaFilter,
        Feature::eSampledImageYcbcrConversionSeparateReconstructionFilter);
}

vk::SamplerYcbcrConversionCreateInfo conversionOf(const Json &json, vk::Format format) {
  using Model = vk::SamplerYcbcrModelConversion;
  using Range = vk::SamplerYcbcrRange;
  if (json.value("enableYDegamma", false) || json.value("enableCbCrDegamma", false)) throw Unsupported("degamma");
  vk::SamplerYcbcrConversionCreateInfo info;
  info.format = format;
  info.ycbcrModel =
      enumOf<Model>(json.value("ycbcrModel", "rgb_identity"), {Model::eRgbIdentity, Model::eYcbcrIdentity,
                                                               Model::eYcbcr709, Model::eYcbcr601, Model::eYcbcr2020});
  info.ycbcrRange = enumOf<Range>(json.value("ycbcrRange", "itu_full"), {Range::eItuFull, Range::eItuNarrow});
  info.components = mappingOf(json.value("components", Json::array({"identity", "identity", "identity", "identity"})));
  info.xChromaOffset = chromaLocationOf(json.value("xChromaOffset", "cosited_even"));
  info.yChromaOffset = chromaLocationOf(json.value("yChromaOffset", "cosited_even"));
  info.chromaFilter = filterOf(json.value("chromaFilter", "nearest"));
  info.forceExplicitReconstruction = json.value("forceExplicitReconstruction", false);
  return info;
}

} // namespace

Sampler::Sampler(const Device &device, const Json &json, const View &seen) {
  if (json.contains("d3d11")) throw Unsupported("samplers of D3D11");
  vk::SamplerCreateInfo info;
  void const **last = &info.pNext;
  auto chain = [&](auto &more) {
    *last = &more;
    last = &more.pNext;
  };
  auto features = device.features(seen.format);
  auto filter = [&](const char *field) {
    vk::Filter found = filterOf(json.value(field, "linear"));
    if (found == vk::Filter::eLinear && !(features & Feature::eSampledImageFilterLinear)) {
      throw Unsupported(vk::to_string(seen.format) + " is not filtered");
    }
    if (found == vk::Filter::eCubicEXT && !(features & Feature::eSampledImageFilterCubicEXT)) {
      throw Unsupported("cubic filters of " + vk::to_string(seen.format));
    }
    return found;
  };
  info.magFilter = filter("magFilter");
  info.minFilter = filter("minFilter");
  info.mipmapMode =
      json.value("mipmapMode", "linear") == "linear" ? vk::SamplerMipmapMode::eLinear : vk::SamplerMipmapMode::eNearest;
  info.addressModeU = addressModeOf(json.value("addressModeU", "repeat"));
  info.addressModeV = addressModeOf(json.value("addressModeV", "repeat"));
  info.addressModeW = addressModeOf(json.value("addressModeW", "repeat"));
  info.mipLodBias = floatIn(json, "mipLodBias", 0);
  info.anisotropyEnable = json.value("anisotropyEnable", false);
  info.maxAnisotropy = floatIn(json, "maxAnisotropy", 1);
  info.compareEnable = json.value("compareEnable", false);
  info.compareOp = compareOpOf(json.value("compareOp", "always"));
  info.minLod = floatIn(json, "minLod", 0);
  info.maxLod = floatIn(json, "maxLod", VK_LOD_CLAMP_NONE);
  info.unnormalizedCoordinates = json.value("unnormalizedCoordinates", false);
  if (std::abs(info.mipLodBias) > device.properties.limits.maxSamplerLodBias) throw Unsupported("so large a LOD bias");
  if (info.anisotropyEnable && info.maxAnisotropy > device.properties.limits.maxSamplerAnisotropy) {
    throw Unsupported("so much anisotropy");
  }
  if (json.value("nonSeamlessCubeMap", false)) {
    if (!device.has(VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME)) throw Unsupported("cubes that are not seamless");
    info.flags |= vk::SamplerCreateFlagBits::eNonSeamlessCubeMapEXT;
  }

  vk::SamplerCustomBorderColorCreateInfoEXT border;
  Json color = json.value("borderColor", Json("float_transparent_black"));
  if (color.is_string()) {
    info.borderColor = borderColorOf(color.get<std::string>());
  } else {
    if (!device.has(VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME)) throw Unsupported("border colours of one's own");
    bool integer = componentTypeOf(seen.format, seen.range.aspectMask) != ComponentType::floating;
    info.borderColor = integer ? vk::BorderColor::eIntCustomEXT : vk::BorderColor::eFloatCustomEXT;
    std::array<uint32_t, 4> bits;
    for (size_t n = 0; n < 4; n++)
      bits[n] = bitsOf(color[n], integer);
    border.customBorderColor.setUint32(bits);
    if (json.contains("borderColorFormat"))
      border.format = formatOf(json["borderColorFormat"].get<std::string>());
    else
      border.format = device.bordersWithoutFormat ? vk::Format::eUndefined : seen.format;
    chain(border);
  }
  vk::SamplerBorderColorComponentMappingCreateInfoEXT mapping;
  if (Json swizzled = json.value("borderColorMapping", Json()); !swizzled.is_null()) {
    if (!device.has(VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME)) throw Unsupported("mappings of border colours");
    mapping.components = mappingOf(swizzled.at("components"));
    mapping.srgb = swizzled.value("srgb", false);
    chain(mapping);
  }

  vk::SamplerReductionModeCreateInfo reduction(reductionModeOf(json.value("reductionMode", "weighted_average")));
  if (reduction.reductionMode != vk::SamplerReductionMode::eWeightedAverage) {
    if (!(features & Feature::eSampledImageFilterMinmax))
      throw Unsupported("reductions of " + vk::to_string(seen.format));
    chain(reduction);
  }

  vk::SamplerYcbcrConversionInfo converting;
  Json ycbcr = json.value("ycbcrConversion", Json());
  if (!ycbcr.is_null()) {
    auto wanted = conversionOf(ycbcr, seen.format);
    checkConversion(wanted, info, features);
    conversion = vk::raii::SamplerYcbcrConversion(*device, wanted);
    converting.conversion = *conversion;
    chain(converting);
  }
  sampler = vk::raii::Sampler(*device, info);
  view = seen.make(device, ycbcr.is_null() ? nullptr : &converting);
}
