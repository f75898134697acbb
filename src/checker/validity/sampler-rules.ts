import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { samplerError, type StateRule } from './rule.ts';
import { usesFilter } from './state-facts.ts';

const CREATE = 'VkSamplerCreateInfo';

/** The fault of a sampler in some respect; null if it has none. */
export type SamplerFault = (sampler: Sampler) => string | null;

/** Faults of samplers for unnormalized coordinates, and of those for image processing. */
export const SAMPLER_FAULTS = {
  mipmaps: ({ mipmapMode }) => (mipmapMode === 'nearest' ? null : `mipmapMode is ${mipmapMode}`),
  lods: ({ minLod, maxLod }) => (minLod === 0 && maxLod === 0 ? null : `minLod is ${minLod}, maxLod ${maxLod}`),
  addressing: (sampler) =>
    [sampler.addressModeU, sampler.addressModeV].every((mode) => mode === 'clamp_to_edge' || mode === 'clamp_to_border')
      ? null
      : addressing(sampler),
  anisotropy: ({ anisotropyEnable }) => (anisotropyEnable ? 'anisotropyEnable is true' : null),
  comparison: ({ compareEnable }) => (compareEnable ? 'compareEnable is true' : null),
} satisfies Readonly<Record<string, SamplerFault>>;

/** Rules of samplers by themselves (Vulkan: Samplers; D3D11.3 7.18.3, 7.18.11). */
export const SAMPLER_RULES: readonly StateRule[] = [
  samplerError({
    id: 'd3d11.3/7.18.11/nan-state',
    section: 'D3D11.3 7.18.11',
    text: 'minLod, maxLod, mipLodBias and, where anisotropy is on, maxAnisotropy are numbers',
    found: ({ sampler }) => {
      const fields = ['minLod', 'maxLod', 'mipLodBias'] as const;
      const nan = fields.find((field) => Number.isNaN(sampler[field]));
      if (nan !== undefined) return `${nan} is NaN`;
      return sampler.anisotropyEnable && Number.isNaN(sampler.maxAnisotropy) ? 'maxAnisotropy is NaN' : null;
    },
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-mipLodBias-01069',
    text: 'mipLodBias is within maxSamplerLodBias of 0',
    found: ({ sampler: { mipLodBias } }, { maxSamplerLodBias }) =>
      Math.abs(mipLodBias) > maxSamplerLodBias
        ? `mipLodBias is ${mipLodBias}, maxSamplerLodBias ${maxSamplerLodBias}`
        : null,
  }),
  {
    id: 'VUID-VkSamplerCreateInfo-maxLod-01973',
    section: `${CREATE}; LOD Operation; D3D11.3 7.18.11`,
    of: 'sampler',
    text: 'maxLod is at least minLod',
    consequence: { value: 'minLod holds: max(MinLOD, min(MaxLOD, LOD)), as D3D11.3 defines' },
    found: ({ sampler: { minLod, maxLod } }) => (minLod > maxLod ? `minLod is ${minLod}, maxLod ${maxLod}` : null),
  },
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-anisotropyEnable-01071',
    text: 'where anisotropy is on, maxAnisotropy is between 1 and maxSamplerAnisotropy',
    found: ({ sampler: { anisotropyEnable, maxAnisotropy } }, { maxSamplerAnisotropy }) =>
      anisotropyEnable && (maxAnisotropy < 1 || maxAnisotropy > maxSamplerAnisotropy)
        ? `maxAnisotropy is ${maxAnisotropy}, maxSamplerAnisotropy ${maxSamplerAnisotropy}`
        : null,
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-magFilter-01081',
    text: 'a cubic filter goes without anisotropy',
    found: ({ sampler }) =>
      usesFilter(sampler, 'cubic') && sampler.anisotropyEnable ? `${filters(sampler)} with anisotropy` : null,
  }),
  samplerError({
    id: 'VUID-vkCmdDraw-reductionMode-09213',
    text: 'weighted_average_rangeclamp goes with cubic filters alone',
    found: ({ sampler, instruction }) =>
      (instruction.op ?? 'sample') === 'sample' &&
      sampler.reductionMode === 'weighted_average_rangeclamp' &&
      (sampler.magFilter !== 'cubic' || sampler.minFilter !== 'cubic')
        ? `${filters(sampler)} with weighted_average_rangeclamp`
        : null,
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-compareEnable-01423',
    text: 'a comparison goes with the reduction weighted_average',
    found: ({ sampler: { compareEnable, reductionMode } }) =>
      compareEnable && reductionMode !== 'weighted_average' ? `compareEnable with ${reductionMode}` : null,
  }),
  unnormalized('01072', 'with unnormalized coordinates minFilter and magFilter are the same', (sampler) =>
    sampler.minFilter === sampler.magFilter ? null : filters(sampler),
  ),
  unnormalized('01073', 'with unnormalized coordinates mipmapMode is nearest', SAMPLER_FAULTS.mipmaps),
  unnormalized('01074', 'with unnormalized coordinates minLod and maxLod are 0', SAMPLER_FAULTS.lods),
  unnormalized(
    '01075',
    'with unnormalized coordinates addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
    SAMPLER_FAULTS.addressing,
  ),
  unnormalized('01076', 'unnormalized coordinates go without anisotropy', SAMPLER_FAULTS.anisotropy),
  unnormalized('01077', 'unnormalized coordinates go without a comparison', SAMPLER_FAULTS.comparison),
];

/** A rule on samplers with unnormalized coordinates. */
function unnormalized(vuid: string, text: string, fault: SamplerFault): StateRule {
  return samplerError({
    id: `VUID-VkSamplerCreateInfo-unnormalizedCoordinates-${vuid}`,
    text,
    found: ({ sampler }) => (sampler.unnormalizedCoordinates ? fault(sampler) : null),
  });
}

export function filters({ minFilter, magFilter }: Sampler): string {
  return `minFilter is ${minFilter}, magFilter ${magFilter}`;
}

export function addressing({ addressModeU, addressModeV }: Sampler): string {
  return `addressModeU is ${addressModeU}, addressModeV ${addressModeV}`;
}
