#include <fstream>
#include <iostream>

#include "capture.hpp"

namespace {

void checkHeader(const Json &line) {
  if (line.value("texunit", "") != "requests")
    throw std::runtime_error("is no header, expected {\"texunit\":\"requests\",...}");
}

bool isRequest(const Json &line) { return line.contains("id"); }

int capture(const std::string &path, unsigned number) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  Device device(number);
  Capture run(device);
  std::vector<Json> lines;
  std::map<std::string, size_t> left;
  std::string text;
  for (size_t number = 1; std::getline(file, text); number++) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      lines.push_back(Json::parse(text));
      const Json &line = lines.back();
      if (lines.size() == 1)
        checkHeader(line);
      else if (isRequest(line))
        run.add(lines.size() - 1, line);
      else
        run.define(line);
    } catch (const Unsupported &why) {
      left[why.what()]++;
    } catch (const std::exception &error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  auto results = run.results();
  for (size_t n = 0; n < lines.size(); n++) {
    Json &line = lines[n];
    for (const char *field : {"texel", "texels"})
      line.erase(field);
    if (auto found = results.find(n); found != results.end()) {
      line[line.contains("quad") ? "texels" : "texel"] = found->second;
    }
    if (n == 0) line["api"] = "vulkan";
    std::cout << line.dump() << '\n';
  }
  std::cerr << device.description() << ": " << results.size() << " requests captured\n";
  for (const auto &[why, count] : left)
    std::cerr << "without a result, " << count << ": " << why << '\n';
  return 0;
}

} // namespace

int main(int count, char **words) {
  if (count < 2 || count > 3) {
    std::cerr << "usage: vulkan-capture requests.jsonl [number of the device]\n";
    return 2;
  }
  try {
    return capture(words[1], count > 2 ? unsigned(std::stoul(words[2])) : 0);
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
