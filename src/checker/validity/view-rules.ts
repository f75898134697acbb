import type { ViewType } from '../../../rtl-model/state/image-view.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { samplesOf, typeOf } from './image-rules.ts';
import { imageError, type StateRule } from './rule.ts';
import { isCube, isDepthStencil, lastLevel, operationOf } from './state-facts.ts';

const CREATE = 'VkImageViewCreateInfo';
const FACES = 6;

const IMAGE_TYPE_OF: Readonly<Record<ViewType, '1d' | '2d' | '3d'>> = {
  '1d': '1d',
  '1d_array': '1d',
  '2d': '2d',
  '2d_array': '2d',
  cube: '2d',
  cube_array: '2d',
  '3d': '3d',
};

/** Rules of views of images (Vulkan: Image Views; D3D11.3 5.3.8, 5.8). */
export const VIEW_RULES: readonly StateRule[] = [
  imageError({
    id: 'VUID-VkImageViewCreateInfo-subResourceRange-01021',
    text: '1d and 1d_array views are of 1d images, 2d, 2d_array, cube and cube_array views of 2d images, 3d views of 3d ones',
    found: ({ image, view: { viewType } }) =>
      IMAGE_TYPE_OF[viewType] === typeOf(image) ? null : `a ${viewType} view of a ${typeOf(image)} image`,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-subresourceRange-01718',
    text: 'a view shows at least one level, and levels of its image alone',
    found: ({ image: { levels }, view: { baseMipLevel, levelCount } }) =>
      baseMipLevel >= 0 && levelCount >= 1 && baseMipLevel + levelCount <= levels.length
        ? null
        : `${levelCount} levels from ${baseMipLevel} on, of ${levels.length}`,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-subresourceRange-06725',
    text: 'a view shows at least one layer, and layers of its image alone',
    found: ({ image: { layers }, view: { baseArrayLayer, layerCount } }) =>
      baseArrayLayer >= 0 && layerCount >= 1 && baseArrayLayer + layerCount <= layers
        ? null
        : `${layerCount} layers from ${baseArrayLayer} on, of ${layers}`,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-imageViewType-04973',
    text: 'a 1d, 2d or 3d view shows one layer',
    found: ({ view: { viewType, layerCount } }) =>
      /^[123]d$/.test(viewType) && layerCount > 1 ? `a ${viewType} view of ${layerCount} layers` : null,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-viewType-02960',
    section: `${CREATE}; D3D11.3 5.3.8`,
    text: 'a cube view shows 6 layers',
    found: ({ view: { viewType, layerCount } }) =>
      viewType === 'cube' && layerCount !== FACES ? `a cube view of ${layerCount} layers` : null,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-viewType-02961',
    section: `${CREATE}; D3D11.3 5.3.8`,
    text: 'the layers of a cube_array view are a multiple of 6',
    found: ({ view: { viewType, layerCount } }) =>
      viewType === 'cube_array' && layerCount % FACES !== 0 ? `a cube_array view of ${layerCount} layers` : null,
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-flags-08865',
    section: 'VkImageCreateInfo; D3D11.3 5.3.8',
    text: 'an image with cubes is square',
    found: (state) => {
      const { width, height } = state.image;
      return isCube(state) && width !== height ? `a ${state.view.viewType} view of ${width}x${height} texels` : null;
    },
  }),
  imageError({
    id: 'vulkan/limits/maxImageDimensionCube',
    section: 'Limits: maxImageDimensionCube',
    text: 'no side of an image with cubes is longer than maxImageDimensionCube',
    found: (state, { maxImageDimensionCube }) => {
      const { width } = state.image;
      return isCube(state) && width > maxImageDimensionCube
        ? `faces ${width} texels wide, maxImageDimensionCube is ${maxImageDimensionCube}`
        : null;
    },
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-image-04972',
    text: 'a view of a multisampled image is 2d or 2d_array',
    found: (state) =>
      samplesOf(state.image) > 1 && isCube(state)
        ? `a ${state.view.viewType} view of ${samplesOf(state.image)} samples`
        : null,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-image-01761',
    section: `${CREATE}; Format Compatibility Classes`,
    text:
      "the view's format is the image's, or a color format of texels as large; of a compressed image, one that differs in " +
      'the numeric format alone',
    found: ({ image, view }) =>
      isCompatible(image.format, view.format) ? null : `a ${view.format.name} view of a ${image.format.name} image`,
  }),
  imageError({
    id: 'vulkan/resources-image-views/aspect',
    section: 'Image Views: VkImageSubresourceRange',
    text: 'the aspect of a view is one that its format has',
    found: ({ view: { format, aspect } }) =>
      format.aspects.includes(aspect) ? null : `the ${aspect} aspect of ${format.name}`,
  }),
  {
    id: 'vulkan/textures-component-swizzle/depth-stencil-one',
    section: 'Component Swizzle',
    of: 'image',
    text: 'a view of a depth or stencil format is not swizzled to one',
    consequence: 'undefined',
    model: 'one, as with depthStencilSwizzleOneSupport',
    found: ({ view: { format, components } }) =>
      isDepthStencil(format) && components.includes('one') ? `${format.name} swizzled ${components.join(', ')}` : null,
  },
  imageError({
    id: 'vulkan/VkImageViewMinLodCreateInfoEXT/min-lod',
    section: 'Image Level(s) Selection',
    text: 'the minimum LOD of a view is a number of at least 0',
    found: ({ view: { minLod } }) => (minLod >= 0 ? null : `the view's minLod is ${minLod}`),
  }),
  {
    id: 'vulkan/textures-image-level-selection/min-lod',
    section: 'Image Level(s) Selection; D3D11.3 5.8.5',
    of: 'image',
    text: "the minimum LOD of a view is at most the view's last level, both in levels of the image",
    consequence: { value: 'the out-of-bounds result, and 0 for the clamped LOD, as D3D11.3 defines' },
    found: (state) =>
      state.view.minLod > lastLevel(state)
        ? `the view's minLod is ${state.view.minLod}, its last level ${lastLevel(state)}`
        : null,
  },
  {
    id: 'vulkan/textures-gather/min-lod',
    section: 'Texel Gathering; D3D11.3 5.8.4',
    of: 'image',
    text: "of a gather, the minimum LOD of the view leaves the view's first level",
    consequence: { value: 'zero, as with robustImageAccess2, and the out-of-bounds result of D3D11.3' },
    found: (state) => {
      const { minLod, baseMipLevel } = state.view;
      const gone = operationOf(state) === 'gather' && Math.floor(minLod) > baseMipLevel && minLod <= lastLevel(state);
      return gone ? `the view's minLod is ${minLod}, its first level ${baseMipLevel}` : null;
    },
  },
];

/** True if a view of one format may show an image of the other (Vulkan: Format Compatibility Classes). */
function isCompatible(image: TexelFormat, view: TexelFormat): boolean {
  if (image === view) return true;
  if (isSingular(image) || isSingular(view)) return false;
  if (image.codec !== null || view.codec !== null) return compressionOf(image) === compressionOf(view);
  return image.texelBytes === view.texelBytes;
}

/** True for formats that are compatible with themselves alone. */
function isSingular(format: TexelFormat): boolean {
  const pair = format.block !== null && format.codec === null;
  return isDepthStencil(format) || format.planes !== null || pair || format.name === 'a8_unorm';
}

/** A compressed format's name without its numeric format. */
function compressionOf({ name }: TexelFormat): string {
  return name.replace(/_(unorm|snorm|srgb|sfloat|ufloat)_block$/, '');
}
