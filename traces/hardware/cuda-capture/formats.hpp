#pragma once

#include <cuda_runtime.h>

#include <string>

/** A format as CUDA's arrays and texture objects have it. */
struct Format {
  cudaChannelFormatDesc channels;
  cudaTextureReadMode readMode;
  bool srgb;
  /** Components of a texel that the shader gets; the others are 0, 0 and 1. */
  int components;
  /** Bytes of a texel, or of a block of 4x4 texels. */
  size_t bytes;
  bool block;
};

/** The format of a name as traces write it. Throws Unsupported. */
Format formatOf(const std::string &name);
