#include "base64.hpp"

#include <cstdint>

std::string decodeBase64(const std::string &text) {
  static const std::string DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  uint32_t pending = 0;
  int bits = 0;
  for (char c : text) {
    auto digit = DIGITS.find(c);
    if (digit == std::string::npos) break;
    pending = (pending << 6) | uint32_t(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += char(pending >> bits);
  }
  return bytes;
}
