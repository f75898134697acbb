#include <iostream>

#include "capture.hpp"

int main(int count, char **words) {
  if (count < 2 || count > 3) {
    std::cerr << "usage: vulkan-capture requests.jsonl [number of the device]\n";
    return 2;
  }
  try {
    Device device(count > 2 ? unsigned(std::stoul(words[2])) : 0);
    Capture capture(device);
    captureTrace(words[1], "vulkan", device.description(), capture);
    return 0;
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
