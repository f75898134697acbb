#include <cuda_runtime.h>

#include <cstring>
#include <iostream>

#include "capture.hpp"

namespace {

std::string description() {
  cudaDeviceProp properties;
  int driver = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || cudaDriverGetVersion(&driver) != cudaSuccess)
    throw std::runtime_error("there is no CUDA device");
  return std::string(properties.name) + ", CUDA " + std::to_string(driver / 1000) + "." +
         std::to_string(driver % 1000 / 10);
}

} // namespace

int main(int count, char **words) {
  bool optimized = count == 3 && std::strcmp(words[2], "--trilinear-optimization") == 0;
  if (count != 2 && !optimized) {
    std::cerr << "usage: cuda-capture requests.jsonl [--trilinear-optimization]\n";
    return 2;
  }
  try {
    auto device = description();
    Capture capture(optimized);
    captureTrace(words[1], "", device, capture);
    return 0;
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
