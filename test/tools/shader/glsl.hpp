// The part of GLSL that texunit shader writes, as C++: its functions run without a GPU.
#include <cstdint>
#include <cstdlib>

using uint = uint32_t;

struct uvec2 {
  uint x = 0, y = 0;
  uvec2() = default;
  uvec2(uint x, uint y) : x(x), y(y) {}
};

struct ivec2 {
  int x = 0, y = 0;
  ivec2(int x, int y) : x(x), y(y) {}
};

template <typename T>
struct vec_of_4 {
  T x{}, y{}, z{}, w{};
  vec_of_4() = default;
  vec_of_4(T x, T y, T z, T w) : x(x), y(y), z(z), w(w) {}
  T operator[](int n) const { return n == 0 ? x : n == 1 ? y : n == 2 ? z : w; }
};
using uvec4 = vec_of_4<uint>;
using ivec4 = vec_of_4<int>;

/** A texture: four codes a texel, level after level. */
struct usampler2D {
  int width, height;
  const uvec4 *const *levels;
};

inline ivec2 textureSize(const usampler2D &image, int level) {
  const auto size = [&](int texels) { return texels >> level > 1 ? texels >> level : 1; };
  return {size(image.width), size(image.height)};
}

inline uvec4 texelFetch(const usampler2D &image, ivec2 at, int level) {
  const ivec2 size = textureSize(image, level);
  if (at.x < 0 || at.y < 0 || at.x >= size.x || at.y >= size.y) std::abort();
  return image.levels[level][at.y * size.x + at.x];
}

inline int findMSB(uint word) { return word == 0 ? -1 : 31 - __builtin_clz(word); }
template <typename T>
T clamp(T x, T low, T high) {
  return x < low ? low : x > high ? high : x;
}
inline uint min(uint a, uint b) { return a < b ? a : b; }
inline uint max(uint a, uint b) { return a < b ? b : a; }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a < b ? b : a; }
