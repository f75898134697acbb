import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { filterNames, SAMPLER_FAULTS, type SamplerFault } from './sampler-rules.ts';
import { foundIn, imageRules, samplerRules, type SamplerRuleTable } from './rule.ts';
import { isFilteredColor } from './state-facts.ts';

const PARAMETERS = '; Weight Sampler Parameters; Box Filter Sampler Parameters; Block Matching Sampler Parameters';

/** Rules of the samplers and views of weighted samples, box filters and block matches (VK_QCOM_image_processing). */
export const PROCESSING_RULES = [
  ...samplerRules({
    ...processing(
      '06964',
      'minFilter and magFilter are nearest',
      (sampler) => (sampler.minFilter !== 'nearest' || sampler.magFilter !== 'nearest') && filterNames(sampler),
    ),
    ...processing('06965', 'mipmapMode is nearest', SAMPLER_FAULTS.mipmaps),
    ...processing('06966', 'minLod and maxLod are 0', SAMPLER_FAULTS.lods),
    ...processing(
      '06967',
      'addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
      SAMPLER_FAULTS.addressing,
      PARAMETERS,
    ),
    ...processing('06968', 'the border colour is transparent black', borderFault, PARAMETERS),
    ...processing('06969', 'there is no anisotropy', SAMPLER_FAULTS.anisotropy),
    ...processing('06970', 'there is no comparison', SAMPLER_FAULTS.comparison),
  }),
  ...imageRules({
    'vulkan/textures-boxfilter-filteroperation/dim': {
      section: 'Weight Sampling Operation; Box Filter Operation',
      text: 'weighted samples and box filters read a 2d or 2d_array view, one sample a texel',
      found: ({ op, view: { viewType }, image: { samples } }) => {
        const fits = viewType.startsWith('2d') && samples === 1;
        const reads = op === 'sample_weighted' || op === 'box_filter';
        return reads && !fits && `${op} of a ${viewType} view of ${samples} samples`;
      },
    },
    'vulkan/VkFormatFeatureFlagBits2/image-processing': {
      section: 'vkCmdDraw: OpImageSampleWeightedQCOM-06971, OpImageBoxFilterQCOM-06973, OpImageBlockMatchSSDQCOM-06974',
      text: "image processing reads color formats that are neither integer nor in need of a Y'CbCr conversion",
      found: ({ op, isImageProcessing, view: { format } }) =>
        isImageProcessing && !isFilteredColor(format) && `${op} of ${format.name}`,
    },
    'vulkan/textures-weightimage/second-image': {
      section: 'Weight Image Sampling; Block Matching',
      text: 'a weighted sample has a weight image with its filter, a block match a reference image and a metric',
      found: ({ op, second, instruction }) => {
        if (op === 'sample_weighted') {
          return second !== null && second?.weights === undefined && 'a weighted sample without weights';
        }
        if (op !== 'block_match') return false;
        if (second === undefined) return 'a block match without a reference';
        return instruction.blockMatch === undefined && 'a block match without a metric';
      },
    },
  }),
];

function borderFault({ addressModeU, addressModeV, borderColor }: Sampler) {
  const border = [addressModeU, addressModeV].includes('clamp_to_border');
  return border && borderColor.some((c) => c !== 0) && `borderColor is [${borderColor.join(', ')}]`;
}

/** A rule on the samplers of image processing. @param sections those beside the flag's own */
function processing(vuid: string, demand: string, fault: SamplerFault, sections = ''): SamplerRuleTable {
  return {
    [`VUID-VkSamplerCreateInfo-flags-${vuid}`]: {
      section: `VkSamplerCreateInfo: VK_SAMPLER_CREATE_IMAGE_PROCESSING_BIT_QCOM${sections}`,
      text: `of image processing, ${demand}`,
      found: ({ op, isImageProcessing, sampler }) => foundIn(`${op}: `, isImageProcessing && fault(sampler)),
    },
  };
}
