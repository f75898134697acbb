#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device.hpp"
#include "sampler.hpp"
#include "shader.hpp"
#include "texture.hpp"
#include "trace-capture.hpp"

/** What a lane returned, as the words that the shader has stored. */
using LaneResult = std::array<uint32_t, result::WORDS>;

/**
 * Carries a trace's requests out. Those that one instruction serves, with one texture and sampler, go through the
 * device together.
 */
class Capture : public TraceCapture {
public:
  explicit Capture(const Device &device) : device(device) {}

  void define(const Json &line) override;
  void add(size_t line, const Json &request) override;
  std::map<size_t, Json> results() override;

private:
  /** Requests that go together. */
  struct Group {
    Instruction instruction;
    const View *view;
    /** Null of images of storage. */
    const Sampler *state;
    uint32_t level;
    std::vector<size_t> lines;
    std::vector<Json> requests;
  };

  const Texture &texture(const std::string &name);
  const View &view(const std::string &name);
  const View &viewOf(const Json &request);
  const Sampler &sampler(const std::string &viewName, const View &view, const std::string &name);
  std::vector<LaneResult> run(const Group &group);

  const Device &device;
  std::map<std::string, Json> images;
  std::map<std::string, Json> views;
  std::map<std::string, Json> samplers;
  std::map<std::string, Texture> textures;
  std::map<std::string, View> madeViews;
  std::map<std::string, Sampler> states;
  /** In the order in which they run. */
  std::map<std::string, Group> groups;
  /** Writes and atomics before, by image. */
  std::map<const Texture *, uint32_t> epochs;
};
