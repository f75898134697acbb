import { addressing, clampsUV, filters } from './sampler-rules.ts';
import type { ResolvedState } from './resolved-state.ts';
import { imageError, samplerError, type StateRule } from './rule.ts';
import { isFilteredColor, isImageProcessing, operationOf } from './state-facts.ts';

const CREATE = 'VkSamplerCreateInfo: VK_SAMPLER_CREATE_IMAGE_PROCESSING_BIT_QCOM';

/** Rules of the samplers and views of weighted samples, box filters and block matches (VK_QCOM_image_processing). */
export const PROCESSING_RULES: readonly StateRule[] = [
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06964',
    section: CREATE,
    text: 'of image processing, minFilter and magFilter are nearest',
    found: processing(({ sampler }) =>
      sampler.minFilter === 'nearest' && sampler.magFilter === 'nearest' ? null : filters(sampler),
    ),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06965',
    section: CREATE,
    text: 'of image processing, mipmapMode is nearest',
    found: processing(({ sampler: { mipmapMode } }) =>
      mipmapMode === 'nearest' ? null : `mipmapMode is ${mipmapMode}`,
    ),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06966',
    section: CREATE,
    text: 'of image processing, minLod and maxLod are 0',
    found: processing(({ sampler: { minLod, maxLod } }) =>
      minLod === 0 && maxLod === 0 ? null : `minLod is ${minLod}, maxLod ${maxLod}`,
    ),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06967',
    section: `${CREATE}; Weight Sampler Parameters; Box Filter Sampler Parameters; Block Matching Sampler Parameters`,
    text: 'of image processing, addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
    found: processing(({ sampler }) => (clampsUV(sampler) ? null : addressing(sampler))),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06968',
    section: `${CREATE}; Weight Sampler Parameters; Box Filter Sampler Parameters; Block Matching Sampler Parameters`,
    text: 'of image processing, the border colour is transparent black',
    found: processing(({ sampler: { addressModeU, addressModeV, borderColor } }) => {
      const border = [addressModeU, addressModeV].includes('clamp_to_border');
      return border && borderColor.some((c) => c !== 0) ? `borderColor is [${borderColor.join(', ')}]` : null;
    }),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06969',
    section: CREATE,
    text: 'of image processing, there is no anisotropy',
    found: processing(({ sampler }) => (sampler.anisotropyEnable ? 'anisotropyEnable is true' : null)),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-flags-06970',
    section: CREATE,
    text: 'of image processing, there is no comparison',
    found: processing(({ sampler }) => (sampler.compareEnable ? 'compareEnable is true' : null)),
  }),
  imageError({
    id: 'vulkan/textures-boxfilter-filteroperation/dim',
    section: 'Weight Sampling Operation; Box Filter Operation',
    text: 'weighted samples and box filters read a 2d or 2d_array view, one sample a texel',
    found: (state) => {
      const { viewType } = state.view;
      const { samples = 1 } = state.image;
      const op = operationOf(state);
      if (op !== 'sample_weighted' && op !== 'box_filter') return null;
      return viewType.startsWith('2d') && samples === 1 ? null : `${op} of a ${viewType} view of ${samples} samples`;
    },
  }),
  imageError({
    id: 'vulkan/VkFormatFeatureFlagBits2/image-processing',
    section: 'vkCmdDraw: OpImageSampleWeightedQCOM-06971, OpImageBoxFilterQCOM-06973, OpImageBlockMatchSSDQCOM-06974',
    text: "image processing reads color formats that are neither integer nor in need of a Y'CbCr conversion",
    found: (state) =>
      isImageProcessing(state) && !isFilteredColor(state.view.format)
        ? `${operationOf(state)} of ${state.view.format.name}`
        : null,
  }),
  imageError({
    id: 'vulkan/textures-weightimage/second-image',
    section: 'Weight Image Sampling; Block Matching',
    text: 'a weighted sample has a weight image with its filter, a block match a reference image and a metric',
    found: ({ second, instruction }) => {
      if (instruction.op === 'sample_weighted') {
        return second?.weights === undefined ? 'a weighted sample without weights' : null;
      }
      if (instruction.op !== 'block_match') return null;
      if (second === undefined) return 'a block match without a reference';
      return instruction.blockMatch === undefined ? 'a block match without a metric' : null;
    },
  }),
];

function processing(found: (state: ResolvedState) => string | null): (state: ResolvedState) => string | null {
  return (state) => {
    const violation = isImageProcessing(state) ? found(state) : null;
    return violation === null ? null : `${operationOf(state)}: ${violation}`;
  };
}
