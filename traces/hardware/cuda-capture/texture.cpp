#include "texture.hpp"

#include <algorithm>

#include "base64.hpp"
#include "check.hpp"

namespace {

size_t inBlocks(const Format &format, size_t texels) { return format.block ? (texels + 3) / 4 : texels; }

} // namespace

Shape shapeOf(const Json &image, const Json &view) {
  for (const char *field : {"format", "components", "aspect", "baseMipLevel", "baseArrayLayer", "levelCount",
                            "layerCount", "minLod", "slices", "weights"}) {
    if (view.contains(field)) throw Unsupported(std::string("the field ") + field + " of views");
  }
  auto type = image.value("type", "2d");
  auto whole = image.value("layers", 1) > 1 ? type + "_array" : type;
  auto name = view.value("viewType", whole);
  if (name == "1d") return Shape::line;
  if (name == "2d") return Shape::plane;
  if (name == "3d") return Shape::volume;
  if (name == "cube") return Shape::cube;
  if (name == "2d_array") return Shape::planeArray;
  throw Unsupported("views of the type " + name);
}

Texture::Texture(const Json &image, Shape shape, bool gather) {
  for (const char *field : {"file", "unbound", "samples", "cornerSampled"}) {
    if (image.contains(field)) throw Unsupported(std::string("the field ") + field + " of images");
  }
  format = formatOf(image.at("format").get<std::string>());
  width = image.at("width").get<unsigned>();
  height = image.value("height", 1u);
  levels = unsigned(image.at("levels").size());
  unsigned depth = shape == Shape::volume ? image.value("depth", 1u) : image.value("layers", 1u);
  cudaExtent extent{width, shape == Shape::line ? 0 : height, 0};
  if (shape == Shape::volume || shape == Shape::cube || shape == Shape::planeArray) extent.depth = depth;
  unsigned flags = gather ? cudaArrayTextureGather : 0;
  if (shape == Shape::cube) flags |= cudaArrayCubemap;
  if (shape == Shape::planeArray) flags |= cudaArrayLayered;
  check(cudaMallocMipmappedArray(&array, &format.channels, extent, levels, flags), "cudaMallocMipmappedArray");
  try {
    for (unsigned level = 0; level < levels; level++) {
      unsigned slices = shape == Shape::volume ? std::max(1u, depth >> level) : depth;
      upload(level, decodeBase64(image["levels"][level].get<std::string>()), slices);
    }
  } catch (...) {
    cudaFreeMipmappedArray(array);
    throw;
  }
}

Texture::~Texture() { cudaFreeMipmappedArray(array); }

/** A level's bytes are its layers or slices, tight. A copy of blocks counts in texels. */
void Texture::upload(unsigned level, const std::string &bytes, unsigned depth) {
  cudaArray_t target;
  check(cudaGetMipmappedArrayLevel(&target, array, level), "cudaGetMipmappedArrayLevel");
  size_t across = inBlocks(format, std::max(1u, width >> level));
  size_t down = inBlocks(format, std::max(1u, height >> level));
  if (bytes.size() != across * down * depth * format.bytes) throw std::runtime_error("a level has other bytes");
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<char *>(bytes.data()), across * format.bytes, across, down);
  copy.dstArray = target;
  size_t side = format.block ? 4 : 1;
  copy.extent = make_cudaExtent(side * across, side * down, depth);
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
}

cudaResourceDesc Texture::resource(bool firstLevelOnly) const {
  cudaResourceDesc resource{};
  if (firstLevelOnly) {
    resource.resType = cudaResourceTypeArray;
    check(cudaGetMipmappedArrayLevel(&resource.res.array.array, array, 0), "cudaGetMipmappedArrayLevel");
  } else {
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = array;
  }
  return resource;
}
