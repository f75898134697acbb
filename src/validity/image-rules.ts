import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { type Breach, foundIn, imageRules, type ImageRuleTable } from './rule.ts';
import { type BoundFacts, chromaDivisors, isDepthStencil, requiresConversion } from './state-facts.ts';

const CREATE = 'VkImageCreateInfo';
const SAMPLE_COUNTS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** Rules of images by themselves (Vulkan: Images, Limits). */
export const IMAGE_RULES = imageRules({
  'vulkan/VkImageCreateInfo/extent': {
    section: `${CREATE}: extent-00944 to -00946, mipLevels-00947, arrayLayers-00948`,
    text: 'width, height, depth, layers and levels are whole and at least 1',
    found: ({ image: { width, height, depth, layers, levels } }) => {
      const sizes = { width, height, depth, layers, levels: levels.length };
      return Object.entries(sizes)
        .find(([, n]) => !Number.isInteger(n) || n < 1)
        ?.join(' is ');
    },
  },
  'VUID-VkImageCreateInfo-imageType-00956': {
    text: 'a 1d image has height 1 and depth 1',
    found: ({ image }) =>
      image.type === '1d' && (image.height > 1 || image.depth > 1) && `a 1d image of ${extent(image)}`,
  },
  'VUID-VkImageCreateInfo-imageType-00957': {
    text: 'a 2d image has depth 1',
    found: ({ image }) => image.type === '2d' && image.depth > 1 && `a 2d image of ${extent(image)}`,
  },
  'VUID-VkImageCreateInfo-imageType-00961': {
    text: 'a 3d image has one layer',
    found: ({ image: { type, layers } }) => type === '3d' && layers > 1 && `a 3d image of ${layers} layers`,
  },
  'VUID-VkImageCreateInfo-mipLevels-00958': {
    text: 'levels end with that of a single texel: at most 1 + floor(log2(longest side))',
    found: ({ image }) => {
      const { length } = image.levels;
      const most = 1 + Math.floor(Math.log2(Math.max(1, longestSide(image))));
      return length > most && `${length} levels of an image of ${extent(image)}, which has ${most}`;
    },
  },
  ...sideLimit('1D'),
  ...sideLimit('2D'),
  ...sideLimit('3D'),
  'vulkan/limits/maxImageArrayLayers': {
    section: 'Limits: maxImageArrayLayers',
    text: 'an image has at most maxImageArrayLayers layers',
    found: ({ image: { layers } }, { maxImageArrayLayers }) =>
      layers > maxImageArrayLayers && `${layers} layers, maxImageArrayLayers is ${maxImageArrayLayers}`,
  },
  'VUID-VkImageCreateInfo-samples-02258': {
    text: 'a texel has 1, 2, 4, 8, 16, 32 or 64 samples',
    found: ({ image: { samples } }) => !SAMPLE_COUNTS.includes(samples) && `${samples} samples`,
  },
  'VUID-VkImageCreateInfo-samples-02257': {
    text: 'a multisampled image is 2d, with one level, of a format without blocks or planes',
    found: ({ image: { samples, type, levels, format } }) => {
      const fits = type === '2d' && levels.length === 1 && format.block === null;
      const wrong = samples !== 1 && !requiresConversion(format) && !fits;
      return wrong && `${samples} samples, ${type}, ${levels.length} levels, ${format.name}`;
    },
  },
  'VUID-VkImageCreateInfo-flags-02050': {
    text: 'a corner-sampled image is 2d or 3d',
    found: ({ image: { cornerSampled, type } }) => cornerSampled && type === '1d' && 'a corner-sampled 1d image',
  },
  'VUID-VkImageCreateInfo-flags-02051': {
    text: 'a corner-sampled image has no cubes, and a color format',
    found: ({ image: { cornerSampled, format }, view: { viewType } }) => {
      if (!cornerSampled) return false;
      if (isDepthStencil(format)) return `a corner-sampled image of ${format.name}`;
      return viewType.startsWith('cube') && `a corner-sampled image seen as ${viewType}`;
    },
  },
  'vulkan/VkImageCreateInfo/corner-sampled-extent': {
    section: `${CREATE}: flags-02052, flags-02053`,
    text: 'a corner-sampled image has at least 2 texels along each of its axes',
    found: ({ image }) => {
      const { type, width, height, depth, cornerSampled } = image;
      const thin = [width, height, depth].slice(0, type === '3d' ? 3 : 2).includes(1);
      return cornerSampled && type !== '1d' && thin && `a corner-sampled ${type} image of ${extent(image)}`;
    },
  },
  ...converted('06410', 'has one level', ({ levels }) => levels.length !== 1 && `${levels.length} levels`),
  ...converted('06411', 'has one sample a texel', ({ samples }) => samples !== 1 && `${samples} samples`),
  ...converted('06412', 'is 2d', ({ type }) => type !== '2d' && type),
  'VUID-VkImageCreateInfo-format-04712': {
    section: `${CREATE}; D3D11.3 19.4`,
    text: 'the width of an image of a 4:2:2 or 4:2:0 format is even',
    found: ({ image: { format, width } }) =>
      chromaDivisors(format)[0] === 2 && width % 2 !== 0 && `a ${format.name} image ${width} texels wide`,
  },
  'VUID-VkImageCreateInfo-format-04713': {
    text: 'the height of an image of a 4:2:0 format is even',
    found: ({ image: { format, height } }) =>
      chromaDivisors(format)[1] === 2 && height % 2 !== 0 && `a ${format.name} image ${height} texels high`,
  },
});

function sideLimit(dimension: '1D' | '2D' | '3D'): ImageRuleTable {
  const type = dimension.toLowerCase();
  const limit = `maxImageDimension${dimension}` as const;
  return {
    [`vulkan/limits/${limit}`]: {
      section: `Limits: ${limit}`,
      text: `no side of a ${type} image is longer than ${limit}`,
      found: ({ image }, { [limit]: most }) =>
        image.type === type && longestSide(image) > most && `a ${type} image of ${extent(image)}, ${limit} is ${most}`,
    },
  };
}

/** A rule on images whose format requires a conversion. */
function converted(vuid: string, demand: string, fault: (image: BoundFacts['image']) => Breach): ImageRuleTable {
  return {
    [`VUID-VkImageCreateInfo-format-${vuid}`]: {
      text: `an image whose format requires a Y'CbCr conversion ${demand}`,
      found: ({ image }) => foundIn(`a ${image.format.name} image: `, requiresConversion(image.format) && fault(image)),
    },
  };
}

function longestSide({ width, height, depth = 1 }: ImageSource): number {
  return Math.max(width, height, depth);
}

function extent({ width, height, depth = 1 }: ImageSource): string {
  return `${width}x${height}x${depth}`;
}
