#pragma once

#include <cuda_runtime.h>

/** What a texture object is of. */
enum class Shape { line, plane, volume, cube, planeArray };

/** Where the LOD comes from. A gather and a texture without levels have none. */
enum class Access { level, gradients, gather, withoutLevels };

/** What one lane gives to the instruction. The layer of an array follows the axes. */
struct Operands {
  float at[4];
  float lod;
  float dx[3];
  float dy[3];
  int component;
};

/** Runs one instruction for each lane. Throws runtime_error. */
void runLanes(cudaTextureObject_t texture, Shape shape, Access access, const Operands *operands, float4 *results,
              int lanes);
