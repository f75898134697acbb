#include <stdexcept>

#include "kernel.hpp"

namespace {

constexpr int THREADS = 128;

__device__ float4 atLevel(cudaTextureObject_t texture, Shape shape, const Operands &o) {
  switch (shape) {
  case Shape::line:
    return tex1DLod<float4>(texture, o.at[0], o.lod);
  case Shape::plane:
    return tex2DLod<float4>(texture, o.at[0], o.at[1], o.lod);
  case Shape::volume:
    return tex3DLod<float4>(texture, o.at[0], o.at[1], o.at[2], o.lod);
  case Shape::cube:
    return texCubemapLod<float4>(texture, o.at[0], o.at[1], o.at[2], o.lod);
  default:
    return tex2DLayeredLod<float4>(texture, o.at[0], o.at[1], int(o.at[2]), o.lod);
  }
}

__device__ float4 withGradients(cudaTextureObject_t texture, Shape shape, const Operands &o) {
  float2 dx = make_float2(o.dx[0], o.dx[1]), dy = make_float2(o.dy[0], o.dy[1]);
  float4 dx4 = make_float4(o.dx[0], o.dx[1], o.dx[2], 0), dy4 = make_float4(o.dy[0], o.dy[1], o.dy[2], 0);
  switch (shape) {
  case Shape::line:
    return tex1DGrad<float4>(texture, o.at[0], o.dx[0], o.dy[0]);
  case Shape::plane:
    return tex2DGrad<float4>(texture, o.at[0], o.at[1], dx, dy);
  case Shape::volume:
    return tex3DGrad<float4>(texture, o.at[0], o.at[1], o.at[2], dx4, dy4);
  case Shape::cube:
    return texCubemapGrad<float4>(texture, o.at[0], o.at[1], o.at[2], dx4, dy4);
  default:
    return tex2DLayeredGrad<float4>(texture, o.at[0], o.at[1], int(o.at[2]), dx, dy);
  }
}

/** Line and plane alone, which textures of one level are used for. */
__device__ float4 withoutLevel(cudaTextureObject_t texture, Shape shape, const Operands &o) {
  return shape == Shape::line ? tex1D<float4>(texture, o.at[0]) : tex2D<float4>(texture, o.at[0], o.at[1]);
}

__device__ float4 gathered(cudaTextureObject_t texture, const Operands &o) {
  switch (o.component) {
  case 0:
    return tex2Dgather<float4>(texture, o.at[0], o.at[1], 0);
  case 1:
    return tex2Dgather<float4>(texture, o.at[0], o.at[1], 1);
  case 2:
    return tex2Dgather<float4>(texture, o.at[0], o.at[1], 2);
  default:
    return tex2Dgather<float4>(texture, o.at[0], o.at[1], 3);
  }
}

__global__ void sampleLanes(cudaTextureObject_t texture, Shape shape, Access access, const Operands *operands,
                            float4 *results, int lanes) {
  int lane = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (lane >= lanes) return;
  const Operands &o = operands[lane];
  switch (access) {
  case Access::level:
    results[lane] = atLevel(texture, shape, o);
    break;
  case Access::gradients:
    results[lane] = withGradients(texture, shape, o);
    break;
  case Access::gather:
    results[lane] = gathered(texture, o);
    break;
  case Access::withoutLevels:
    results[lane] = withoutLevel(texture, shape, o);
    break;
  }
}

void demand(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

} // namespace

void runLanes(cudaTextureObject_t texture, Shape shape, Access access, const Operands *operands, float4 *results,
              int lanes) {
  Operands *in = nullptr;
  float4 *out = nullptr;
  demand(cudaMalloc(&in, sizeof(Operands) * size_t(lanes)));
  demand(cudaMalloc(&out, sizeof(float4) * size_t(lanes)));
  demand(cudaMemcpy(in, operands, sizeof(Operands) * size_t(lanes), cudaMemcpyHostToDevice));
  sampleLanes<<<(lanes + THREADS - 1) / THREADS, THREADS>>>(texture, shape, access, in, out, lanes);
  demand(cudaGetLastError());
  demand(cudaMemcpy(results, out, sizeof(float4) * size_t(lanes), cudaMemcpyDeviceToHost));
  cudaFree(in);
  cudaFree(out);
}
