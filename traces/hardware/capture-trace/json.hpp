#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

using Json = nlohmann::ordered_json;

/** What the device, or this program, cannot do: the request stays without a result. */
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** A float32 of a trace: a number, or the text of what JSON has no number for. */
float floatOf(const Json &value);

/** The same, as bits; an integer of an integer component as it is. */
uint32_t bitsOf(const Json &value, bool integer);

/** A float32 with the fewest digits that read back. */
Json jsonOf(float value);
