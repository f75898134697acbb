#pragma once

#include <string>
#include <vulkan/vulkan_format_traits.hpp>

/** The format of a name as traces write it: in lower case, without VK_FORMAT_. Throws Unsupported. */
vk::Format formatOf(const std::string &name);

enum class ComponentType { floating, signedInteger, unsignedInteger };

/** What a shader gets of a format's texels. */
ComponentType componentTypeOf(vk::Format format, vk::ImageAspectFlags aspect);

bool isDepth(vk::Format format);
bool isStencil(vk::Format format);

/** Bytes of a plane of one layer or slice, tight. */
size_t planeBytes(vk::Format format, int plane, vk::Extent3D level);

/** Extent of a plane of a level. */
vk::Extent3D planeExtent(vk::Format format, int plane, vk::Extent3D level);

/** In lower case, without underscores: as names of Vulkan agree in all of its spellings. */
std::string plainName(const std::string &name);

/** The value whose plain name, as vk::to_string gives it, is that of `name`. Throws runtime_error. */
template <typename Enum> Enum enumOf(const std::string &name, std::initializer_list<Enum> values) {
  for (Enum value : values) {
    if (plainName(vk::to_string(value)) == plainName(name)) return value;
  }
  throw std::runtime_error("\"" + name + "\" is not known");
}
