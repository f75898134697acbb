#pragma once

#include <cuda_runtime.h>

#include "formats.hpp"
#include "json.hpp"

/**
 * A sampler of a trace as CUDA has it. Throws Unsupported.
 *
 * @param trilinearOptimization the default of CUDA, which sharpens weights of levels where maxAnisotropy is more than 1
 */
cudaTextureDesc samplerOf(const Json &sampler, const Format &format, bool trilinearOptimization);
