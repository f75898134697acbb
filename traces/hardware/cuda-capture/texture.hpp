#pragma once

#include <cuda_runtime.h>

#include "formats.hpp"
#include "json.hpp"
#include "kernel.hpp"

/** An image of a trace as a mipmapped array, of the shape in which an instruction sees it. */
class Texture {
public:
  /** gather: the array is one of gathers. Throws Unsupported. */
  Texture(const Json &image, Shape shape, bool gather);
  ~Texture();
  Texture(const Texture &) = delete;
  Texture &operator=(const Texture &) = delete;

  /** All levels, or level 0 alone, which coordinates in texels need. */
  cudaResourceDesc resource(bool firstLevelOnly) const;

  Format format;
  unsigned levels;
  unsigned width;
  unsigned height;

private:
  void upload(unsigned level, const std::string &bytes, unsigned depth);

  cudaMipmappedArray_t array = nullptr;
};

/** The shape of a view's type. Throws Unsupported. */
Shape shapeOf(const Json &image, const Json &view);
