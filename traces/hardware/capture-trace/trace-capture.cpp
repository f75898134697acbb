#include "trace-capture.hpp"

#include <fstream>
#include <iostream>
#include <set>
#include <vector>

namespace {

void checkHeader(const Json &line) {
  if (line.value("texunit", "") != "requests")
    throw std::runtime_error("is no header, expected {\"texunit\":\"requests\",...}");
}

bool isRequest(const Json &line) { return line.contains("id"); }

/** The images that requests without a result should have changed: what later requests read there is not known. */
class UnchangedImages {
public:
  void define(const Json &line) {
    if (line.contains("view")) imageOfView[line["view"].at("name")] = line["view"].at("image");
  }

  /** Throws Unsupported for a request that sees one of the images. */
  void check(const Json &request) const {
    if (images.contains(imageOf(request))) throw Unsupported("images that a request before has not changed");
  }

  /** Takes a request that has no result. */
  void add(const Json &request) {
    auto op = request.value("op", "sample");
    if (op == "write" || op == "atomic") images.insert(imageOf(request));
  }

private:
  std::string imageOf(const Json &request) const {
    if (!request.contains("image") || !request["image"].is_string()) return "";
    auto name = request["image"].get<std::string>();
    auto view = imageOfView.find(name);
    return view == imageOfView.end() ? name : view->second;
  }

  std::map<std::string, std::string> imageOfView;
  std::set<std::string> images;
};

} // namespace

void captureTrace(const std::string &path, const std::string &api, const std::string &device, TraceCapture &capture) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<Json> lines;
  std::map<std::string, size_t> left;
  UnchangedImages unchanged;
  std::string text;
  for (size_t number = 1; std::getline(file, text); number++) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      lines.push_back(Json::parse(text));
      const Json &line = lines.back();
      if (lines.size() == 1)
        checkHeader(line);
      else if (isRequest(line)) {
        unchanged.check(line);
        capture.add(lines.size() - 1, line);
      } else {
        unchanged.define(line);
        capture.define(line);
      }
    } catch (const Unsupported &why) {
      unchanged.add(lines.back());
      left[why.what()]++;
    } catch (const std::exception &error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  auto results = capture.results();
  for (size_t n = 0; n < lines.size(); n++) {
    Json &line = lines[n];
    for (const char *field : {"texel", "texels", "resident", "footprint", "footprints"})
      line.erase(field);
    if (auto found = results.find(n); found != results.end()) line.update(found->second);
    if (n == 0 && !api.empty()) line["api"] = api;
    std::cout << line.dump() << '\n';
  }
  std::cerr << device << ": " << results.size() << " requests captured\n";
  for (const auto &[why, count] : left)
    std::cerr << "without a result, " << count << ": " << why << '\n';
}
