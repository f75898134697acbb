#pragma once

#include <map>
#include <string>

#include "json.hpp"

/** Results of a device for the requests of a trace. */
class TraceCapture {
public:
  virtual ~TraceCapture() = default;

  /** Takes an image, a view or a sampler in. Throws Unsupported. */
  virtual void define(const Json &line) = 0;

  /** Takes a request in. Throws Unsupported. */
  virtual void add(size_t line, const Json &request) = 0;

  /** Results of all that were taken in, by their lines: the fields of the request that hold them. */
  virtual std::map<size_t, Json> results() = 0;
};

/**
 * Writes the lines of a trace with their results to standard output, and the number of results to standard error.
 *
 * @param api the value of the header's field of that name, or empty for none
 * @param device its description, for standard error
 */
void captureTrace(const std::string &path, const std::string &api, const std::string &device, TraceCapture &capture);
