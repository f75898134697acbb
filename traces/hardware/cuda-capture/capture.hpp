#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernel.hpp"
#include "texture.hpp"
#include "trace-capture.hpp"

/** Carries a trace's requests out. Those of one texture, sampler and instruction are one launch. */
class Capture : public TraceCapture {
public:
  explicit Capture(bool trilinearOptimization) : trilinearOptimization(trilinearOptimization) {}

  void define(const Json &line) override;
  void add(size_t line, const Json &request) override;
  std::map<size_t, Json> results() override;

private:
  /** Requests that go together. */
  struct Group {
    const Texture *texture;
    Shape shape;
    Access access;
    cudaTextureDesc sampler;
    std::vector<size_t> lines;
    std::vector<Json> requests;
  };

  const Json &viewOf(const std::string &name, Json &view) const;
  const Texture &texture(const std::string &name, const Json &image, Shape shape, bool gather);
  std::vector<float4> run(const Group &group) const;

  bool trilinearOptimization;
  std::map<std::string, Json> images;
  std::map<std::string, Json> views;
  std::map<std::string, Json> samplers;
  std::map<std::string, std::unique_ptr<Texture>> textures;
  std::map<std::string, Group> groups;
};
