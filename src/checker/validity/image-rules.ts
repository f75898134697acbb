import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { imageError, type StateRule } from './rule.ts';
import { chromaDivisors, isDepthStencil, requiresConversion } from './state-facts.ts';

const CREATE = 'VkImageCreateInfo';
const SAMPLE_COUNTS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** Rules of images by themselves (Vulkan: Images, Limits). */
export const IMAGE_RULES: readonly StateRule[] = [
  imageError({
    id: 'vulkan/VkImageCreateInfo/extent',
    section: `${CREATE}: extent-00944 to -00946, mipLevels-00947, arrayLayers-00948`,
    text: 'width, height, depth, layers and levels are whole and at least 1',
    found: ({ image }) => {
      const { width, height, layers, levels } = image;
      const sizes = { width, height, depth: depthOf(image), layers, levels: levels.length };
      const [name, size] = Object.entries(sizes).find(([, n]) => !Number.isInteger(n) || n < 1) ?? [];
      return name === undefined ? null : `${name} is ${size}`;
    },
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-imageType-00956',
    text: 'a 1d image has height 1 and depth 1',
    found: ({ image }) =>
      typeOf(image) === '1d' && (image.height > 1 || depthOf(image) > 1) ? `a 1d image of ${extent(image)}` : null,
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-imageType-00957',
    text: 'a 2d image has depth 1',
    found: ({ image }) => (typeOf(image) === '2d' && depthOf(image) > 1 ? `a 2d image of ${extent(image)}` : null),
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-imageType-00961',
    text: 'a 3d image has one layer',
    found: ({ image }) => (typeOf(image) === '3d' && image.layers > 1 ? `a 3d image of ${image.layers} layers` : null),
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-mipLevels-00958',
    text: 'levels end with that of a single texel: at most 1 + floor(log2(longest side))',
    found: ({ image }) => {
      const { width, height, levels } = image;
      const most = 1 + Math.floor(Math.log2(Math.max(1, width, height, depthOf(image))));
      return levels.length > most ? `${levels.length} levels of an image of ${extent(image)}, which has ${most}` : null;
    },
  }),
  sideLimit('1d', 'maxImageDimension1D'),
  sideLimit('2d', 'maxImageDimension2D'),
  sideLimit('3d', 'maxImageDimension3D'),
  imageError({
    id: 'vulkan/limits/maxImageArrayLayers',
    section: 'Limits: maxImageArrayLayers',
    text: 'an image has at most maxImageArrayLayers layers',
    found: ({ image: { layers } }, { maxImageArrayLayers }) =>
      layers > maxImageArrayLayers ? `${layers} layers, maxImageArrayLayers is ${maxImageArrayLayers}` : null,
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-samples-02258',
    text: 'a texel has 1, 2, 4, 8, 16, 32 or 64 samples',
    found: ({ image }) => (SAMPLE_COUNTS.includes(samplesOf(image)) ? null : `${samplesOf(image)} samples`),
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-samples-02257',
    text: 'a multisampled image is 2d, with one level, of a format without blocks or planes',
    found: ({ image }) => {
      const { format, levels } = image;
      if (samplesOf(image) === 1 || requiresConversion(format)) return null;
      const fits = typeOf(image) === '2d' && levels.length === 1 && format.block === null;
      return fits ? null : `${samplesOf(image)} samples, ${typeOf(image)}, ${levels.length} levels, ${format.name}`;
    },
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-flags-02050',
    text: 'a corner-sampled image is 2d or 3d',
    found: ({ image }) => (image.cornerSampled && typeOf(image) === '1d' ? 'a corner-sampled 1d image' : null),
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-flags-02051',
    text: 'a corner-sampled image has no cubes, and a color format',
    found: ({ image, view }) => {
      if (!image.cornerSampled) return null;
      if (isDepthStencil(image.format)) return `a corner-sampled image of ${image.format.name}`;
      return view.viewType.startsWith('cube') ? `a corner-sampled image seen as ${view.viewType}` : null;
    },
  }),
  imageError({
    id: 'vulkan/VkImageCreateInfo/corner-sampled-extent',
    section: `${CREATE}: flags-02052, flags-02053`,
    text: 'a corner-sampled image has at least 2 texels along each of its axes',
    found: ({ image }) => {
      const sides = [image.width, image.height, depthOf(image)].slice(0, typeOf(image) === '3d' ? 3 : 2);
      const thin = image.cornerSampled && typeOf(image) !== '1d' && sides.includes(1);
      return thin ? `a corner-sampled ${typeOf(image)} image of ${extent(image)}` : null;
    },
  }),
  converted('06410', 'has one level', ({ levels }) => (levels.length === 1 ? null : `${levels.length} levels`)),
  converted('06411', 'has one sample a texel', (image) =>
    samplesOf(image) === 1 ? null : `${samplesOf(image)} samples`,
  ),
  converted('06412', 'is 2d', (image) => (typeOf(image) === '2d' ? null : typeOf(image))),
  imageError({
    id: 'VUID-VkImageCreateInfo-format-04712',
    section: `${CREATE}; D3D11.3 19.4`,
    text: 'the width of an image of a 4:2:2 or 4:2:0 format is even',
    found: ({ image: { format, width } }) =>
      chromaDivisors(format)[0] === 2 && width % 2 !== 0 ? `a ${format.name} image ${width} texels wide` : null,
  }),
  imageError({
    id: 'VUID-VkImageCreateInfo-format-04713',
    text: 'the height of an image of a 4:2:0 format is even',
    found: ({ image: { format, height } }) =>
      chromaDivisors(format)[1] === 2 && height % 2 !== 0 ? `a ${format.name} image ${height} texels high` : null,
  }),
];

type SideLimit = 'maxImageDimension1D' | 'maxImageDimension2D' | 'maxImageDimension3D';

function sideLimit(type: '1d' | '2d' | '3d', limit: SideLimit): StateRule {
  return {
    id: `vulkan/limits/${limit}`,
    section: `Limits: ${limit}`,
    of: 'image',
    text: `no side of a ${type} image is longer than ${limit}`,
    consequence: 'error',
    found: ({ image }, limits) => {
      const longest = Math.max(image.width, image.height, depthOf(image));
      return typeOf(image) === type && longest > limits[limit]
        ? `a ${type} image of ${extent(image)}, ${limit} is ${limits[limit]}`
        : null;
    },
  };
}

/** A rule on images whose format requires a conversion. */
function converted(vuid: string, demand: string, fault: (image: ImageSource) => string | null): StateRule {
  return imageError({
    id: `VUID-VkImageCreateInfo-format-${vuid}`,
    text: `an image whose format requires a Y'CbCr conversion ${demand}`,
    found: ({ image }) => {
      const found = requiresConversion(image.format) ? fault(image) : null;
      return found === null ? null : `a ${image.format.name} image: ${found}`;
    },
  });
}

export function typeOf({ type = '2d' }: ImageSource): '1d' | '2d' | '3d' {
  return type;
}

function depthOf({ depth = 1 }: ImageSource): number {
  return depth;
}

export function samplesOf({ samples = 1 }: ImageSource): number {
  return samples;
}

function extent(image: ImageSource): string {
  return `${image.width}x${image.height}x${depthOf(image)}`;
}
