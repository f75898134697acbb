#pragma once

#include <string>

/** The bytes of a base64 text, up to its padding. */
std::string decodeBase64(const std::string &text);
