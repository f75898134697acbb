#include "json.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

float floatOf(const Json &value) {
  if (value.is_number()) return value.get<float>();
  auto text = value.get<std::string>();
  if (text == "Infinity") return std::numeric_limits<float>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<float>::infinity();
  if (text == "NaN") return std::numeric_limits<float>::quiet_NaN();
  throw std::runtime_error('"' + text + "\" is no float32");
}

uint32_t bitsOf(const Json &value, bool integer) {
  return integer ? static_cast<uint32_t>(value.get<int64_t>()) : std::bit_cast<uint32_t>(floatOf(value));
}

Json jsonOf(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::array<char, 32> digits;
  auto [end, _] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return Json::parse(digits.data(), end);
}
