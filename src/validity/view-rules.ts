import { compressionOf } from '../../rtl-model/formats/block-format.ts';
import { planeOf, type TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { axesOf } from '../specification/state/view.ts';
import { specifiedLevelSize } from '../specification/texels/image-parts.ts';
import { type Breach, imageRules } from './rule.ts';
import { type BoundFacts, isDepthStencil, lastLevel } from './state-facts.ts';

const CREATE = 'VkImageViewCreateInfo';
const SLICED = 'VkImageViewSlicedCreateInfoEXT';
const FACES = 6;

/** Rules of views of images (Vulkan: Image Views; D3D11.3 5.3.8, 5.8). */
export const VIEW_RULES = imageRules({
  'VUID-VkImageViewCreateInfo-subResourceRange-01021': {
    text:
      '1d and 1d_array views are of 1d images, 2d, 2d_array, cube and cube_array views of 2d images, 3d views of 3d ' +
      'ones; 2d views also of 3d images',
    found: (state) => {
      const { image, view } = state;
      const fits = `${axesOf(view.viewType)}d` === image.type || showsSlices(state);
      return !fits && `a ${view.viewType} view of a ${image.type} image`;
    },
  },
  'VUID-VkImageViewCreateInfo-image-06728': {
    section: `${CREATE}; VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT`,
    text: 'a 3d image with 2d views is view2DCompatible',
    model: 'layers are slices, as of an image made for them',
    found: (state) =>
      showsSlices(state) && !state.image.view2DCompatible && 'a 2d view of a 3d image made without them',
  },
  'VUID-VkImageViewCreateInfo-image-04970': {
    text: 'a 2d view of a 3d image shows one level',
    model: "the layer's slice of the level that is read",
    found: (state) =>
      showsSlices(state) && state.view.levelCount > 1 && `a 2d view of ${state.view.levelCount} levels of a 3d image`,
  },
  'VUID-VkImageViewCreateInfo-image-02724': {
    text: "a 2d view of a 3d image shows one of the slices of the view's level",
    found: (state) => {
      const { baseArrayLayer, layerCount } = state.view;
      return showsSlices(state) && outside(baseArrayLayer, layerCount, slicesOf(state), 'slices');
    },
  },
  'VUID-VkImageCreateInfo-flags-07755': {
    text: 'an image that is view2DCompatible is 3d',
    found: ({ image: { type, view2DCompatible } }) => view2DCompatible === true && type !== '3d' && `a ${type} image`,
  },
  'VUID-VkImageViewSlicedCreateInfoEXT-image-07869': {
    section: `${SLICED}: image-07869, viewType-07909`,
    text: 'a sliced view is a 3d view of a 3d image',
    model: 'slices without effect',
    found: ({ image: { type }, view: { viewType, slices } }) =>
      slices !== undefined && viewType !== '3d' && `a sliced ${viewType} view of a ${type} image`,
  },
  'VUID-VkImageViewSlicedCreateInfoEXT-None-07870': {
    text: 'a sliced view shows one level',
    model: 'the slices of the first level, in all of them',
    found: ({ view: { viewType, slices, levelCount } }) =>
      slices !== undefined && viewType === '3d' && levelCount > 1 && `a sliced view of ${levelCount} levels`,
  },
  'VUID-VkImageViewSlicedCreateInfoEXT-sliceOffset-07867': {
    section: `${SLICED}: sliceOffset-07867, sliceCount-07868`,
    text: 'a sliced view shows at least one slice, and slices of its level alone',
    found: (state) => {
      const { viewType, slices } = state.view;
      if (slices === undefined || viewType !== '3d') return false;
      return outside(slices.sliceOffset, slices.sliceCount, slicesOf(state), 'slices');
    },
  },
  'VUID-VkImageViewCreateInfo-subresourceRange-01718': {
    text: 'a view shows at least one level, and levels of its image alone',
    found: ({ image: { levels }, view: { baseMipLevel, levelCount } }) =>
      outside(baseMipLevel, levelCount, levels.length, 'levels'),
  },
  'VUID-VkImageViewCreateInfo-subresourceRange-06725': {
    text: 'a view shows at least one layer, and layers of its image alone',
    found: (state) => {
      const { baseArrayLayer, layerCount } = state.view;
      return !showsSlices(state) && outside(baseArrayLayer, layerCount, state.image.layers, 'layers');
    },
  },
  'VUID-VkImageViewCreateInfo-imageViewType-04973': {
    text: 'a 1d, 2d or 3d view shows one layer',
    found: ({ view: { viewType, layerCount } }) =>
      /^[123]d$/.test(viewType) && layerCount > 1 && `a ${viewType} view of ${layerCount} layers`,
  },
  'VUID-VkImageViewCreateInfo-viewType-02960': {
    section: `${CREATE}; D3D11.3 5.3.8`,
    text: 'a cube view shows 6 layers',
    found: ({ view: { viewType, layerCount } }) =>
      viewType === 'cube' && layerCount !== FACES && `a cube view of ${layerCount} layers`,
  },
  'VUID-VkImageViewCreateInfo-viewType-02961': {
    section: `${CREATE}; D3D11.3 5.3.8`,
    text: 'the layers of a cube_array view are a multiple of 6',
    found: ({ view: { viewType, layerCount } }) =>
      viewType === 'cube_array' && layerCount % FACES !== 0 && `a cube_array view of ${layerCount} layers`,
  },
  'VUID-VkImageCreateInfo-flags-08865': {
    section: 'VkImageCreateInfo; D3D11.3 5.3.8',
    text: 'an image with cubes is square',
    found: ({ isCube, image: { width, height }, view: { viewType } }) =>
      isCube && width !== height && `a ${viewType} view of ${width}x${height} texels`,
  },
  'vulkan/limits/maxImageDimensionCube': {
    section: 'Limits: maxImageDimensionCube',
    text: 'no side of an image with cubes is longer than maxImageDimensionCube',
    found: ({ isCube, image: { width } }, { maxImageDimensionCube: most }) =>
      isCube && width > most && `faces ${width} texels wide, maxImageDimensionCube is ${most}`,
  },
  'VUID-VkImageViewCreateInfo-image-04972': {
    text: 'a view of a multisampled image is 2d or 2d_array',
    found: ({ isCube, image: { samples }, view: { viewType } }) =>
      samples > 1 && isCube && `a ${viewType} view of ${samples} samples`,
  },
  'VUID-VkImageViewCreateInfo-image-01761': {
    section: `${CREATE}; Format Compatibility Classes`,
    text:
      "the view's format is the image's, or a color format of texels as large; of a compressed image, one that differs in " +
      "the numeric format alone; of a plane, the plane's or one of texels as large",
    found: ({ image, view: { format, aspect } }) => {
      const plane = planeOf(aspect);
      // Another rule covers a plane that the image lacks.
      const own = plane === null ? image.format : (image.format.planes?.[plane]?.format ?? format);
      const part = plane === null ? 'a' : `${aspect} of a`;
      return !isCompatible(own, format) && `a ${format.name} view of ${part} ${image.format.name} image`;
    },
  },
  'vulkan/resources-image-views/aspect': {
    section: 'Image Views: VkImageSubresourceRange',
    text: "the aspect of a view is one that its format has, or a plane of its image's format",
    found: ({ image, view: { format, aspect } }) => {
      const { aspects, name } = planeOf(aspect) === null ? format : image.format;
      return !aspects.includes(aspect) && `the ${aspect} aspect of ${name}`;
    },
  },
  'vulkan/textures-component-swizzle/depth-stencil-one': {
    section: 'Component Swizzle',
    text: 'a view of a depth or stencil format is not swizzled to one',
    model: 'one, as with depthStencilSwizzleOneSupport',
    found: ({ view: { format, components } }) =>
      isDepthStencil(format) && components.includes('one') && `${format.name} swizzled ${components.join(', ')}`,
  },
  'vulkan/VkImageViewMinLodCreateInfoEXT/min-lod': {
    section: 'Image Level(s) Selection',
    text: 'the minimum LOD of a view is a number of at least 0',
    found: ({ view: { minLod } }) => !(minLod >= 0) && `the view's minLod is ${minLod}`,
  },
  'vulkan/textures-image-level-selection/min-lod': {
    section: 'Image Level(s) Selection; D3D11.3 5.8.5',
    text: "the minimum LOD of a view is at most the view's last level, both in levels of the image",
    value: 'the out-of-bounds result, and 0 for the clamped LOD, as D3D11.3 defines',
    found: (state) => {
      const { minLod } = state.view;
      return minLod > lastLevel(state) && `the view's minLod is ${minLod}, its last level ${lastLevel(state)}`;
    },
  },
  'vulkan/textures-gather/min-lod': {
    section: 'Texel Gathering; D3D11.3 5.8.4',
    text: "of a gather, the minimum LOD of the view leaves the view's first level",
    model: 'zero, and 1 for an alpha that the format lacks',
    definedBy: 'robustImageAccess2',
    found: (state) => {
      const { minLod, baseMipLevel } = state.view;
      const gone = state.op === 'gather' && Math.floor(minLod) > baseMipLevel && minLod <= lastLevel(state);
      return gone && `the view's minLod is ${minLod}, its first level ${baseMipLevel}`;
    },
  },
});

/** True for a 2D view of a 3D image, whose layers are slices. */
function showsSlices({ image, view }: BoundFacts): boolean {
  return image.type === '3d' && view.viewType === '2d';
}

/** The slices of the view's first level. */
function slicesOf({ image, view }: BoundFacts): number {
  return specifiedLevelSize(image.depth, view.baseMipLevel);
}

/** The finding of a range of levels or layers that is empty or not all of its image's. */
function outside(base: number, count: number, all: number, what: string): Breach {
  return !(base >= 0 && count >= 1 && base + count <= all) && `${count} ${what} from ${base} on, of ${all}`;
}

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
