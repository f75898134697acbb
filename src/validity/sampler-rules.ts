import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { type Breach, samplerRules, type SamplerRuleTable } from './rule.ts';
import { isBeyondD3dBias, usesFilter } from './state-facts.ts';

/** The fault of a sampler in some respect, if it has one. */
export type SamplerFault = (sampler: Sampler) => Breach;

/** Faults of samplers for unnormalized coordinates, and of those for image processing. */
export const SAMPLER_FAULTS = {
  mipmaps: ({ mipmapMode }) => mipmapMode !== 'nearest' && `mipmapMode is ${mipmapMode}`,
  lods: ({ minLod, maxLod }) => (minLod !== 0 || maxLod !== 0) && `minLod is ${minLod}, maxLod ${maxLod}`,
  addressing: (sampler) =>
    [sampler.addressModeU, sampler.addressModeV].some(
      (mode) => mode !== 'clamp_to_edge' && mode !== 'clamp_to_border',
    ) && addressing(sampler),
  anisotropy: ({ anisotropyEnable }) => anisotropyEnable && 'anisotropyEnable is true',
  comparison: ({ compareEnable }) => compareEnable && 'compareEnable is true',
} satisfies Readonly<Record<string, SamplerFault>>;

/** Rules of samplers by themselves (Vulkan: Samplers; D3D11.3 7.18.3, 7.18.11). */
export const SAMPLER_RULES = samplerRules({
  'd3d11.3/7.18.11/nan-state': {
    section: 'D3D11.3 7.18.11',
    text: 'minLod, maxLod, mipLodBias and, where anisotropy is on, maxAnisotropy are numbers',
    found: ({ sampler: { minLod, maxLod, mipLodBias, anisotropyEnable, maxAnisotropy } }) => {
      const fields = { minLod, maxLod, mipLodBias, ...(anisotropyEnable && { maxAnisotropy }) };
      const nan = Object.entries(fields).find(([, value]) => Number.isNaN(value));
      return nan && `${nan[0]} is NaN`;
    },
  },
  'VUID-VkSamplerCreateInfo-mipLodBias-01069': {
    text: 'mipLodBias is within maxSamplerLodBias of 0',
    found: ({ sampler: { mipLodBias } }, { maxSamplerLodBias: most }) =>
      Math.abs(mipLodBias) > most && `mipLodBias is ${mipLodBias}, maxSamplerLodBias ${most}`,
  },
  'd3d11.3/7.18.11/mip-lod-bias-range': {
    section: 'D3D11.3 7.18.11',
    text: 'mipLodBias is -16 to 15.99',
    value: 'mipLodBias, as Vulkan defines up to maxSamplerLodBias',
    // The rule above has the values beyond maxSamplerLodBias.
    found: ({ sampler: { mipLodBias } }, { maxSamplerLodBias }) =>
      Math.abs(mipLodBias) <= maxSamplerLodBias && isBeyondD3dBias(mipLodBias) && `mipLodBias is ${mipLodBias}`,
  },
  'VUID-VkSamplerCreateInfo-maxLod-01973': {
    section: 'VkSamplerCreateInfo; LOD Operation; D3D11.3 7.18.11',
    text: 'maxLod is at least minLod',
    value: 'minLod holds: max(MinLOD, min(MaxLOD, LOD)), as D3D11.3 defines',
    undefinedIn: 'Vulkan',
    found: ({ sampler: { minLod, maxLod } }) => minLod > maxLod && `minLod is ${minLod}, maxLod ${maxLod}`,
  },
  'VUID-VkSamplerCreateInfo-anisotropyEnable-01071': {
    text: 'where anisotropy is on, maxAnisotropy is between 1 and maxSamplerAnisotropy',
    found: ({ sampler: { anisotropyEnable, maxAnisotropy } }, { maxSamplerAnisotropy: most }) =>
      anisotropyEnable &&
      (maxAnisotropy < 1 || maxAnisotropy > most) &&
      `maxAnisotropy is ${maxAnisotropy}, maxSamplerAnisotropy ${most}`,
  },
  'VUID-VkSamplerCreateInfo-magFilter-01081': {
    text: 'a cubic filter goes without anisotropy',
    found: ({ sampler }) =>
      usesFilter(sampler, 'cubic') && sampler.anisotropyEnable && `${filterNames(sampler)} with anisotropy`,
  },
  'VUID-vkCmdDraw-reductionMode-09213': {
    text: 'weighted_average_rangeclamp goes with cubic filters alone',
    found: ({ op, sampler }) =>
      op === 'sample' &&
      sampler.reductionMode === 'weighted_average_rangeclamp' &&
      (sampler.magFilter !== 'cubic' || sampler.minFilter !== 'cubic') &&
      `${filterNames(sampler)} with weighted_average_rangeclamp`,
  },
  'VUID-VkSamplerCreateInfo-compareEnable-01423': {
    text: 'a comparison goes with the reduction weighted_average',
    found: ({ sampler: { compareEnable, reductionMode } }) =>
      compareEnable && reductionMode !== 'weighted_average' && `compareEnable with ${reductionMode}`,
  },
  ...unnormalized(
    '01072',
    'with unnormalized coordinates minFilter and magFilter are the same',
    (sampler) => sampler.minFilter !== sampler.magFilter && filterNames(sampler),
  ),
  ...unnormalized('01073', 'with unnormalized coordinates mipmapMode is nearest', SAMPLER_FAULTS.mipmaps),
  ...unnormalized('01074', 'with unnormalized coordinates minLod and maxLod are 0', SAMPLER_FAULTS.lods),
  ...unnormalized(
    '01075',
    'with unnormalized coordinates addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
    SAMPLER_FAULTS.addressing,
  ),
  ...unnormalized('01076', 'unnormalized coordinates go without anisotropy', SAMPLER_FAULTS.anisotropy),
  ...unnormalized('01077', 'unnormalized coordinates go without a comparison', SAMPLER_FAULTS.comparison),
});

/** A rule on samplers with unnormalized coordinates. */
function unnormalized(vuid: string, text: string, fault: SamplerFault): SamplerRuleTable {
  const found: SamplerRuleTable[string]['found'] = ({ sampler }) => sampler.unnormalizedCoordinates && fault(sampler);
  return { [`VUID-VkSamplerCreateInfo-unnormalizedCoordinates-${vuid}`]: { text, found } };
}

export function filterNames({ minFilter, magFilter }: Sampler): string {
  return `minFilter is ${minFilter}, magFilter ${magFilter}`;
}

export function addressing({ addressModeU, addressModeV }: Sampler): string {
  return `addressModeU is ${addressModeU}, addressModeV ${addressModeV}`;
}
