#pragma once

#include "device.hpp"
#include "json.hpp"
#include "texture.hpp"

/** A sampler of a trace, with its Y'CbCr conversion, for one view. */
class Sampler {
public:
  /** Throws Unsupported. */
  Sampler(const Device &device, const Json &sampler, const View &view);

  vk::raii::Sampler sampler = nullptr;
  vk::raii::ImageView view = nullptr;

private:
  vk::raii::SamplerYcbcrConversion conversion = nullptr;
};
