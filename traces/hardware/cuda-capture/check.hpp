#pragma once

#include <cuda_runtime.h>

#include <string>

#include "json.hpp"

/** Throws Unsupported with CUDA's words for an error. */
inline void check(cudaError_t error, const std::string &what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Unsupported(what + ": " + cudaGetErrorString(error));
}
