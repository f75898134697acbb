import { addressing, clampsUV, filters } from './sampler-rules.ts';
import type { ResolvedState } from './resolved-state.ts';
import type { StateRule } from './rule.ts';
import { isDepthStencil, isImageProcessing, isInteger, operationOf, requiresConversion } from './state-facts.ts';

const CREATE = 'VkSamplerCreateInfo: VK_SAMPLER_CREATE_IMAGE_PROCESSING_BIT_QCOM';

/** Rules of the samplers and views of weighted samples, box filters and block matches (VK_QCOM_image_processing). */
export const PROCESSING_RULES: readonly StateRule[] = [
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06964',
    section: CREATE,
    of: 'sampler',
    text: 'of image processing, minFilter and magFilter are nearest',
    consequence: 'error',
    found: processing(({ sampler }) =>
      sampler.minFilter === 'nearest' && sampler.magFilter === 'nearest' ? null : filters(sampler),
    ),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06965',
    section: CREATE,
    of: 'sampler',
    text: 'of image processing, mipmapMode is nearest',
    consequence: 'error',
    found: processing(({ sampler: { mipmapMode } }) =>
      mipmapMode === 'nearest' ? null : `mipmapMode is ${mipmapMode}`,
    ),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06966',
    section: CREATE,
    of: 'sampler',
    text: 'of image processing, minLod and maxLod are 0',
    consequence: 'error',
    found: processing(({ sampler: { minLod, maxLod } }) =>
      minLod === 0 && maxLod === 0 ? null : `minLod is ${minLod}, maxLod ${maxLod}`,
    ),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06967',
    section: `${CREATE}; Weight Sampler Parameters; Box Filter Sampler Parameters; Block Matching Sampler Parameters`,
    of: 'sampler',
    text: 'of image processing, addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
    consequence: 'error',
    found: processing(({ sampler }) => (clampsUV(sampler) ? null : addressing(sampler))),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06968',
    section: `${CREATE}; Weight Sampler Parameters; Box Filter Sampler Parameters; Block Matching Sampler Parameters`,
    of: 'sampler',
    text: 'of image processing, the border colour is transparent black',
    consequence: 'error',
    found: processing(({ sampler: { addressModeU, addressModeV, borderColor } }) => {
      const border = [addressModeU, addressModeV].includes('clamp_to_border');
      return border && borderColor.some((c) => c !== 0) ? `borderColor is [${borderColor.join(', ')}]` : null;
    }),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06969',
    section: CREATE,
    of: 'sampler',
    text: 'of image processing, there is no anisotropy',
    consequence: 'error',
    found: processing(({ sampler }) => (sampler.anisotropyEnable ? 'anisotropyEnable is true' : null)),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-flags-06970',
    section: CREATE,
    of: 'sampler',
    text: 'of image processing, there is no comparison',
    consequence: 'error',
    found: processing(({ sampler }) => (sampler.compareEnable ? 'compareEnable is true' : null)),
  },
  {
    id: 'vulkan/textures-boxfilter-filteroperation/dim',
    section: 'Weight Sampling Operation; Box Filter Operation',
    of: 'image',
    text: 'weighted samples and box filters read a 2d or 2d_array view, one sample a texel',
    consequence: 'error',
    found: (state) => {
      const { viewType } = state.view;
      const { samples = 1 } = state.image;
      const op = operationOf(state);
      if (op !== 'sample_weighted' && op !== 'box_filter') return null;
      return viewType.startsWith('2d') && samples === 1 ? null : `${op} of a ${viewType} view of ${samples} samples`;
    },
  },
  {
    id: 'vulkan/VkFormatFeatureFlagBits2/image-processing',
    section: 'vkCmdDraw: OpImageSampleWeightedQCOM-06971, OpImageBoxFilterQCOM-06973, OpImageBlockMatchSSDQCOM-06974',
    of: 'image',
    text: "image processing reads color formats that are neither integer nor in need of a Y'CbCr conversion",
    consequence: 'error',
    found: (state) => {
      const { format } = state.view;
      const refused = isInteger(format) || isDepthStencil(format) || requiresConversion(format);
      return isImageProcessing(state) && refused ? `${operationOf(state)} of ${format.name}` : null;
    },
  },
  {
    id: 'vulkan/textures-weightimage/second-image',
    section: 'Weight Image Sampling; Block Matching',
    of: 'image',
    text: 'a weighted sample has a weight image with its filter, a block match a reference image and a metric',
    consequence: 'error',
    found: ({ second, instruction }) => {
      if (instruction.op === 'sample_weighted') {
        return second?.weights === undefined ? 'a weighted sample without weights' : null;
      }
      if (instruction.op !== 'block_match') return null;
      if (second === undefined) return 'a block match without a reference';
      return instruction.blockMatch === undefined ? 'a block match without a metric' : null;
    },
  },
];

function processing(found: (state: ResolvedState) => string | null): (state: ResolvedState) => string | null {
  return (state) => {
    const violation = isImageProcessing(state) ? found(state) : null;
    return violation === null ? null : `${operationOf(state)}: ${violation}`;
  };
}
