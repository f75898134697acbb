// Rates and latencies of the texture unit, as CSV: `cuda-rates > rates.csv`. A rate is the quads of one multiprocessor
// in a cycle of its clock, with all texels in its cache.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

namespace {

constexpr int SAMPLES = 512;
constexpr int THREADS = 1024;
constexpr int SIZE = 32;

enum class Kind { plane, volume, layers, cube, gradients, gather };

/** A warp is 8 x 4 pixels, a texel apart. Each thread samples at places that move by a texel. */
template <Kind KIND>
__global__ void sampleAll(cudaTextureObject_t texture, float lod, float along, float *sink, long long *cycles) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float x = (float(lane & 7) + 0.3f) / SIZE, y = (float(lane >> 3) + 4 * float(warp & 3) + 0.6f) / SIZE;
  float sum = 0;
  __syncthreads();
  long long from = clock64();
#pragma unroll 8
  for (int n = 0; n < SAMPLES; n++) {
    float4 texel;
    float u = x + float(n & 15) / SIZE;
    if constexpr (KIND == Kind::plane) texel = tex2DLod<float4>(texture, u, y, lod);
    if constexpr (KIND == Kind::volume) texel = tex3DLod<float4>(texture, u, y, x, lod);
    if constexpr (KIND == Kind::layers) texel = tex2DLayeredLod<float4>(texture, u, y, 1, lod);
    if constexpr (KIND == Kind::cube) texel = texCubemapLod<float4>(texture, 1, u - 0.5f, y - 0.5f, lod);
    if constexpr (KIND == Kind::gather) texel = tex2Dgather<float4>(texture, u, y, 0);
    if constexpr (KIND == Kind::gradients) {
      texel = tex2DGrad<float4>(texture, u, y, make_float2(along / SIZE, 0), make_float2(0, 1.0f / SIZE));
    }
    sum += texel.x + texel.y + texel.z + texel.w;
  }
  __syncthreads();
  long long until = clock64();
  if (threadIdx.x == 0) cycles[blockIdx.x] = until - from;
  sink[blockIdx.x * THREADS + threadIdx.x] = sum;
}

struct Format {
  const char *name;
  cudaChannelFormatDesc channels;
  size_t bytes;
  cudaTextureReadMode read;
};

const Format FORMATS[] = {
    {"r8_unorm", cudaCreateChannelDesc<uchar1>(), 1, cudaReadModeNormalizedFloat},
    {"r8g8b8a8_unorm", cudaCreateChannelDesc<uchar4>(), 4, cudaReadModeNormalizedFloat},
    {"r16_unorm", cudaCreateChannelDesc<ushort1>(), 2, cudaReadModeNormalizedFloat},
    {"r16g16b16a16_unorm", cudaCreateChannelDesc<ushort4>(), 8, cudaReadModeNormalizedFloat},
    {"r16g16b16a16_sfloat", cudaCreateChannelDescHalf4(), 8, cudaReadModeElementType},
    {"r32_sfloat", cudaCreateChannelDesc<float1>(), 4, cudaReadModeElementType},
    {"r32g32_sfloat", cudaCreateChannelDesc<float2>(), 8, cudaReadModeElementType},
    {"r32g32b32a32_sfloat", cudaCreateChannelDesc<float4>(), 16, cudaReadModeElementType},
};

struct Shape {
  const char *name;
  Kind kind;
  bool linear;
  bool mips;
  float lod;
  int anisotropy;
  float along;
};

const Shape SHAPES[] = {
    {"2d nearest", Kind::plane, false, false, 0, 1, 0},
    {"2d linear", Kind::plane, true, false, 0, 1, 0},
    {"2d linear, level 0 of 2", Kind::plane, true, true, 0, 1, 0},
    {"2d trilinear, weight 1/2", Kind::plane, true, true, 0.5, 1, 0},
    {"2d trilinear, weight 1/256", Kind::plane, true, true, 1 / 256.0f, 1, 0},
    {"2d nearest of 2 levels, weight 1/2", Kind::plane, false, true, 0.5, 1, 0},
    {"2d gather", Kind::gather, true, false, 0, 1, 0},
    {"2d array linear", Kind::layers, true, false, 0, 1, 0},
    {"cube linear", Kind::cube, true, false, 0, 1, 0},
    {"3d nearest", Kind::volume, false, false, 0, 1, 0},
    {"3d linear", Kind::volume, true, false, 0, 1, 0},
    {"2d gradients, ratio 1", Kind::gradients, true, true, 0, 16, 1},
    {"2d gradients, ratio 1.5", Kind::gradients, true, true, 0, 16, 1.5},
    {"2d gradients, ratio 2", Kind::gradients, true, true, 0, 16, 2},
    {"2d gradients, ratio 3", Kind::gradients, true, true, 0, 16, 3},
    {"2d gradients, ratio 4", Kind::gradients, true, true, 0, 16, 4},
    {"2d gradients, ratio 6", Kind::gradients, true, true, 0, 16, 6},
    {"2d gradients, ratio 8", Kind::gradients, true, true, 0, 16, 8},
    {"2d gradients, ratio 16", Kind::gradients, true, true, 0, 16, 16},
};

template <Kind KIND> double cyclesOf(cudaTextureObject_t texture, const Shape &shape, int blocks) {
  float *sink;
  long long *cycles;
  check(cudaMalloc(&sink, sizeof(float) * size_t(blocks) * THREADS), "cudaMalloc");
  check(cudaMalloc(&cycles, sizeof(long long) * size_t(blocks)), "cudaMalloc");
  std::vector<long long> all;
  for (int run = 0; run < 6; run++) {
    sampleAll<KIND><<<blocks, THREADS>>>(texture, shape.lod, shape.along, sink, cycles);
    check(cudaGetLastError(), "launch");
    std::vector<long long> found(static_cast<size_t>(blocks));
    check(cudaMemcpy(found.data(), cycles, sizeof(long long) * found.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (run > 0) all.insert(all.end(), found.begin(), found.end());
  }
  cudaFree(sink);
  cudaFree(cycles);
  std::nth_element(all.begin(), all.begin() + long(all.size() / 2), all.end());
  return double(all[all.size() / 2]);
}

void rate(const Format &format, const Shape &shape, int blocks) {
  bool volume = shape.kind == Kind::volume, cube = shape.kind == Kind::cube, layers = shape.kind == Kind::layers;
  auto extent = make_cudaExtent(SIZE, SIZE, volume ? SIZE : cube ? 6 : layers ? 2 : 0);
  unsigned flags = cube                        ? cudaArrayCubemap
                   : layers                     ? cudaArrayLayered
                   : shape.kind == Kind::gather ? cudaArrayTextureGather
                                                : 0;
  cudaResourceDesc resource{};
  cudaMipmappedArray_t mips = nullptr;
  cudaArray_t array = nullptr;
  if (shape.mips) {
    check(cudaMallocMipmappedArray(&mips, &format.channels, extent, 2, flags), "cudaMallocMipmappedArray");
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mips;
  } else {
    check(cudaMalloc3DArray(&array, &format.channels, extent, flags), "cudaMalloc3DArray");
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
  }
  cudaTextureDesc state{};
  for (auto &mode : state.addressMode)
    mode = cudaAddressModeWrap;
  state.filterMode = shape.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  state.mipmapFilterMode = cudaFilterModeLinear;
  state.readMode = format.read;
  state.normalizedCoords = 1;
  state.maxMipmapLevelClamp = shape.mips ? 1 : 0;
  state.maxAnisotropy = unsigned(shape.anisotropy);
  state.disableTrilinearOptimization = 1;
  cudaTextureObject_t texture;
  check(cudaCreateTextureObject(&texture, &resource, &state, nullptr), "cudaCreateTextureObject");
  double cycles = shape.kind == Kind::plane    ? cyclesOf<Kind::plane>(texture, shape, blocks)
                  : shape.kind == Kind::volume ? cyclesOf<Kind::volume>(texture, shape, blocks)
                  : shape.kind == Kind::layers ? cyclesOf<Kind::layers>(texture, shape, blocks)
                  : shape.kind == Kind::cube   ? cyclesOf<Kind::cube>(texture, shape, blocks)
                  : shape.kind == Kind::gather ? cyclesOf<Kind::gather>(texture, shape, blocks)
                                               : cyclesOf<Kind::gradients>(texture, shape, blocks);
  std::printf("rate,\"%s\",%s,%.4f\n", shape.name, format.name, double(THREADS / 4) * SAMPLES / cycles);
  cudaDestroyTextureObject(texture);
  if (mips) cudaFreeMipmappedArray(mips);
  if (array) cudaFreeArray(array);
}

/** Each word is the index of the next one to read. */
__global__ void chase(cudaTextureObject_t texture, int warm, int steps, unsigned *last, long long *cycles) {
  unsigned at = 0;
  for (int n = 0; n < warm; n++)
    at = tex1Dfetch<unsigned>(texture, int(at));
  long long from = clock64();
  for (int n = 0; n < steps; n++)
    at = tex1Dfetch<unsigned>(texture, int(at));
  long long until = clock64();
  *last = at;
  *cycles = until - from;
}

/** Cycles of a fetch that waits for the one before, over `bytes` of memory, by steps of `stride` in random order. */
void latency(size_t bytes, size_t stride) {
  size_t count = bytes / stride;
  std::vector<unsigned> order(count), words(bytes / 4);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  for (size_t n = 0; n < count; n++)
    words[order[n] * (stride / 4)] = unsigned(order[(n + 1) % count] * (stride / 4));
  unsigned *memory, *last;
  long long *cycles, found;
  check(cudaMalloc(&memory, bytes), "cudaMalloc");
  check(cudaMalloc(&last, 4), "cudaMalloc");
  check(cudaMalloc(&cycles, 8), "cudaMalloc");
  check(cudaMemcpy(memory, words.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<unsigned>();
  resource.res.linear.sizeInBytes = bytes;
  cudaTextureDesc state{};
  state.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  check(cudaCreateTextureObject(&texture, &resource, &state, nullptr), "cudaCreateTextureObject");
  int steps = int(std::min<size_t>(2 * count, 20000));
  chase<<<1, 1>>>(texture, int(std::min<size_t>(count, 100000)), steps, last, cycles);
  check(cudaGetLastError(), "launch");
  check(cudaMemcpy(&found, cycles, 8, cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("latency,%zu,%zu,%.1f\n", bytes, stride, double(found) / steps);
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
  cudaFree(last);
  cudaFree(cycles);
}

} // namespace

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  std::printf("# %s, %d multiprocessors\n", properties.name, properties.multiProcessorCount);
  std::printf("# rate,state,format,quads a cycle of a multiprocessor\n# latency,bytes,stride,cycles\n");
  for (const auto &shape : SHAPES) {
    for (const auto &format : FORMATS)
      rate(format, shape, properties.multiProcessorCount);
  }
  for (size_t stride : {32, 64, 128, 256}) {
    size_t bytes = 4096;
    while (bytes <= size_t(1) << 27) {
      latency(bytes, stride);
      bool nearCache = bytes >= 65536 && bytes < 524288;
      bytes += nearCache ? 32768 : bytes;
    }
  }
  return 0;
}
