import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { type Finding, imageRules } from './rule.ts';
import { type BoundFacts, isFilteredColor, isInteger, usesFilter } from './state-facts.ts';

const FEATURE = 'VK_FORMAT_FEATURE_SAMPLED_IMAGE';

/** Rules of filters with formats and images (Vulkan: VkFormatFeatureFlagBits, vkCmdDraw, Texel Filtering). */
export const FILTER_RULES = imageRules({
  'VUID-vkCmdDraw-magFilter-04553': {
    section: `vkCmdDraw; ${FEATURE}_FILTER_LINEAR_BIT`,
    text: 'integer formats, and stencil, are sampled with nearest filters',
    found: integerFilter(
      (sampler) => usesFilter(sampler, 'linear') && !isExtreme(sampler) && !sampler.compareEnable,
      'a linear filter',
    ),
  },
  'VUID-vkCmdDraw-mipmapMode-04770': {
    section: `vkCmdDraw; ${FEATURE}_FILTER_LINEAR_BIT`,
    text: 'integer formats, and stencil, are sampled from the nearest level',
    found: integerFilter(
      (sampler) => sampler.mipmapMode === 'linear' && !isExtreme(sampler) && !sampler.compareEnable,
      'mipmapMode linear',
    ),
  },
  'VUID-vkCmdDraw-magFilter-09598': {
    section: `vkCmdDraw; ${FEATURE}_FILTER_MINMAX_BIT`,
    text: 'integer formats, and stencil, have no min or max of a linear filter',
    found: integerFilter((sampler) => usesFilter(sampler, 'linear') && isExtreme(sampler), 'a min or max reduction'),
  },
  'VUID-vkCmdDraw-mipmapMode-09599': {
    section: `vkCmdDraw; ${FEATURE}_FILTER_MINMAX_BIT`,
    text: 'integer formats, and stencil, have no min or max of two levels',
    found: integerFilter(
      (sampler) => sampler.mipmapMode === 'linear' && isExtreme(sampler),
      'a min or max reduction of levels',
    ),
  },
  'VUID-vkCmdDraw-None-02692': {
    section: "vkCmdDraw; Required Format Support (cubic filtering); Formats Requiring Sampler Y'CbCr Conversion",
    text: "a cubic filter reads a color format that is neither integer nor in need of a Y'CbCr conversion",
    found: (state) =>
      samplesCubic(state) && !isFilteredColor(state.view.format) && `a cubic filter on ${state.view.format.name}`,
  },
  'VUID-vkCmdDraw-filterCubic-02694': {
    section: 'vkCmdDraw; VkFilterCubicImageViewImageFormatPropertiesEXT',
    text: 'a cubic filter reads a 2d or 2d_array view: others are for VK_EXT_filter_cubic alone, where filterCubic says so',
    value:
      'four texels along each axis of the view; beyond the edge of a face those of its neighbours, beyond a corner the ' +
      "face's own corner",
    found: (state) => {
      const { viewType } = state.view;
      const usual = viewType === '2d' || viewType === '2d_array';
      return samplesCubic(state) && !usual && `a cubic filter on a ${viewType} view`;
    },
  },
  'vulkan/textures-operation-validation/corner-sampled-address': {
    section: 'Instruction/Format/Sampler/Image View Validation; VUID-vkCmdDraw-flags-02696',
    text: "the address modes of a corner-sampled image's axes are clamp_to_edge",
    model: 'the address mode is applied to texel indices, as to those of any image',
    found: ({ image: { cornerSampled }, wrapsTexels, addressModes }) => {
      const wraps = wrapsTexels && addressModes.some((mode) => mode !== 'clamp_to_edge');
      return cornerSampled && wraps && `a corner-sampled image with ${addressModes.join(', ')}`;
    },
  },
});

function isExtreme({ reductionMode }: Sampler): boolean {
  return reductionMode === 'min' || reductionMode === 'max';
}

function samplesCubic({ op, sampler }: BoundFacts): boolean {
  return op === 'sample' && usesFilter(sampler, 'cubic');
}

/** A rule on samplers of integer formats. It skips gathers, for which D3D11.3 and Vulkan use no filter. */
function integerFilter(uses: (sampler: Sampler) => boolean, what: string): (state: BoundFacts) => Finding {
  return ({ op, sampler, readFormat }) =>
    op === 'sample' && isInteger(readFormat) && uses(sampler) && `${what} on ${readFormat.name}`;
}
