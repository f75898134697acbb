import type { LimitsDesign } from '../../rtl-model/design/design.ts';
import type { WeightView } from '../../rtl-model/state/image-view.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import type { SecondImage } from './resolved-state.ts';
import { type Breach, foundIn, imageRules } from './rule.ts';
import { type BoundFacts, isFilteredColor, isIdentity } from './state-facts.ts';

const VIEW = 'VkImageViewSampleWeightCreateInfoQCOM';
/** The number of weights that lie side by side for one phase of a separable kernel. */
const PACKED = 4;

interface Weights extends SecondImage {
  readonly weights: WeightView;
}

/**
 * Rules of weight images (Vulkan: Weight Image Sampling). The rule that min and max allow only weights 0 and 1 is not
 * checked.
 */
export const WEIGHT_RULES = imageRules({
  'vulkan/textures-weightimage/view': {
    section: 'Weight Image Sampling, Weight Image Layout',
    text: 'a weight view is 2d or 2d_array, or 1d_array of two layers',
    found: ofWeights(({ view: { viewType, layerCount } }) => {
      const fits = viewType.startsWith('2d') || (viewType === '1d_array' && layerCount === 2);
      return !fits && `a ${viewType} view of ${layerCount} layers`;
    }),
  },
  'vulkan/textures-weightimage/levels': {
    section: 'Weight Image Sampling',
    text: 'a weight image has one level',
    found: ofWeights(({ image: { levels } }) => levels.length !== 1 && `${levels.length} levels`),
  },
  'vulkan/textures-weightimage/samples': {
    section: 'Weight Image Sampling',
    text: 'a weight image has one sample a texel',
    found: ofWeights(({ image: { samples = 1 } }) => samples !== 1 && `${samples} samples`),
  },
  'vulkan/textures-weightimage/swizzle': {
    section: 'Weight Image Sampling',
    text: 'a weight view has the identity swizzle',
    found: ofWeights(({ view: { components } }) => !isIdentity(components) && `swizzle ${components.join(', ')}`),
  },
  'VUID-vkCmdDraw-OpImageSampleWeightedQCOM-06972': {
    section: 'vkCmdDraw; VK_FORMAT_FEATURE_2_WEIGHT_IMAGE_BIT_QCOM',
    text: 'weights are r of a color format that is no integer and has no blocks and planes',
    found: ofWeights(({ view: { format } }) => {
      const fits = isFilteredColor(format) && format.block === null && format.order.includes(0);
      return !fits && format.name;
    }),
  },
  'VUID-VkImageViewSampleWeightCreateInfoQCOM-filterSize-06958': {
    text: 'the width of the filter is 1 to that of maxWeightFilterDimension',
    found: sizeBeyond(0),
  },
  'VUID-VkImageViewSampleWeightCreateInfoQCOM-filterSize-06959': {
    text: 'the height of the filter is 1 to that of maxWeightFilterDimension',
    found: sizeBeyond(1),
  },
  'vulkan/VkImageViewSampleWeightCreateInfoQCOM/filter-center': {
    section: `${VIEW}: filterCenter-06960, filterCenter-06961; Weight Image Sampling`,
    text: 'the centre of the filter is within it: 0, 0 to its size less 1',
    found: ofWeights(({ weights: { filterCenter, filterSize } }) => {
      const within = filterCenter.every((center, axis) => center >= 0 && center < Math.max(1, filterSize[axis]));
      return !within && `filterCenter [${filterCenter.join(', ')}], filterSize [${filterSize.join(', ')}]`;
    }),
  },
  'VUID-VkImageViewSampleWeightCreateInfoQCOM-numPhases-06962': {
    section: `${VIEW}; Weight Sampling Phases`,
    text: 'the phases are the square of a power of two: 1, 4, 16, 64, 256 or 1024',
    found: ofWeights(
      ({ weights: { numPhases } }) =>
        !(Number.isInteger(Math.log2(numPhases) / 2) && numPhases >= 1) && `numPhases is ${numPhases}`,
    ),
  },
  'VUID-VkImageViewSampleWeightCreateInfoQCOM-numPhases-06963': {
    section: `${VIEW}; Weight Sampling Phases`,
    text: 'there are at most maxWeightFilterPhases phases',
    found: ofWeights(
      ({ weights: { numPhases } }, { maxWeightFilterPhases: most }) =>
        numPhases > most && `${numPhases} phases, maxWeightFilterPhases is ${most}`,
    ),
  },
  'vulkan/textures-weightimage-layout/extent': {
    section: 'Weight Image Layout',
    text:
      'the weight view holds the filter: of a 2d kernel a layer as large as the filter for each phase, of a separable one ' +
      'a row of 4 * sqrt(phases) texels for each 4 weights',
    found: ofWeights((second) => {
      const [width, height] = neededExtent(second);
      const { image, view } = second;
      const has = [levelSize(image.width, view.baseMipLevel), levelSize(image.height, view.baseMipLevel)];
      const layers = isSeparable(second) ? view.layerCount : second.weights.numPhases;
      if (width <= has[0] && height <= has[1] && layers <= view.layerCount) return false;
      return `${has.join('x')} of ${view.layerCount} layers, needed ${width}x${height} of ${layers}`;
    }),
  },
});

/** A rule on the weight image of a weighted sample. */
function ofWeights(found: (second: Weights, limits: LimitsDesign) => Breach) {
  return ({ op, second }: BoundFacts, limits: LimitsDesign): Breach => {
    if (op !== 'sample_weighted' || second?.weights === undefined) return false;
    return foundIn('the weight image: ', found({ ...second, weights: second.weights }, limits));
  };
}

function sizeBeyond(axis: 0 | 1) {
  return ofWeights(({ weights: { filterSize } }, { maxWeightFilterDimension: most }) => {
    const within = filterSize[axis] >= 1 && filterSize[axis] <= most[axis];
    return !within && `filterSize [${filterSize.join(', ')}], maxWeightFilterDimension is [${most.join(', ')}]`;
  });
}

function isSeparable({ view }: Weights): boolean {
  return view.viewType.startsWith('1d');
}

/** Width and height in texels that a layer of the weight view needs. */
function neededExtent(second: Weights): readonly [number, number] {
  const { filterSize, numPhases } = second.weights;
  if (!isSeparable(second)) return filterSize;
  return [Math.sqrt(numPhases) * PACKED * Math.ceil(Math.max(...filterSize) / PACKED), 1];
}
