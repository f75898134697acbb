import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { ResolvedState } from './resolved-state.ts';
import type { StateRule } from './rule.ts';
import { usesFilter } from './state-facts.ts';

const CREATE = 'VkSamplerCreateInfo';

/** Rules of samplers by themselves (Vulkan: Samplers; D3D11.3 7.18.3, 7.18.11). */
export const SAMPLER_RULES: readonly StateRule[] = [
  {
    id: 'd3d11.3/7.18.11/nan-state',
    section: 'D3D11.3 7.18.11',
    of: 'sampler',
    text: 'minLod, maxLod, mipLodBias and, where anisotropy is on, maxAnisotropy are numbers',
    consequence: 'error',
    found: ({ sampler }) => {
      const fields = ['minLod', 'maxLod', 'mipLodBias'] as const;
      const nan = fields.find((field) => Number.isNaN(sampler[field]));
      if (nan !== undefined) return `${nan} is NaN`;
      return sampler.anisotropyEnable && Number.isNaN(sampler.maxAnisotropy) ? 'maxAnisotropy is NaN' : null;
    },
  },
  {
    id: 'VUID-VkSamplerCreateInfo-mipLodBias-01069',
    section: CREATE,
    of: 'sampler',
    text: 'mipLodBias is within maxSamplerLodBias of 0',
    consequence: 'error',
    found: ({ sampler: { mipLodBias } }, { maxSamplerLodBias }) =>
      Math.abs(mipLodBias) > maxSamplerLodBias
        ? `mipLodBias is ${mipLodBias}, maxSamplerLodBias ${maxSamplerLodBias}`
        : null,
  },
  {
    id: 'VUID-VkSamplerCreateInfo-maxLod-01973',
    section: `${CREATE}; LOD Operation; D3D11.3 7.18.11`,
    of: 'sampler',
    text: 'maxLod is at least minLod',
    consequence: { value: 'minLod holds: max(MinLOD, min(MaxLOD, LOD)), as D3D11.3 defines' },
    found: ({ sampler: { minLod, maxLod } }) => (minLod > maxLod ? `minLod is ${minLod}, maxLod ${maxLod}` : null),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-anisotropyEnable-01071',
    section: CREATE,
    of: 'sampler',
    text: 'where anisotropy is on, maxAnisotropy is between 1 and maxSamplerAnisotropy',
    consequence: 'error',
    found: ({ sampler: { anisotropyEnable, maxAnisotropy } }, { maxSamplerAnisotropy }) =>
      anisotropyEnable && (maxAnisotropy < 1 || maxAnisotropy > maxSamplerAnisotropy)
        ? `maxAnisotropy is ${maxAnisotropy}, maxSamplerAnisotropy ${maxSamplerAnisotropy}`
        : null,
  },
  {
    id: 'VUID-VkSamplerCreateInfo-magFilter-01081',
    section: CREATE,
    of: 'sampler',
    text: 'a cubic filter goes without anisotropy',
    consequence: 'error',
    found: ({ sampler }) =>
      usesFilter(sampler, 'cubic') && sampler.anisotropyEnable ? `${filters(sampler)} with anisotropy` : null,
  },
  {
    id: 'VUID-vkCmdDraw-reductionMode-09213',
    section: 'vkCmdDraw',
    of: 'sampler',
    text: 'weighted_average_rangeclamp goes with cubic filters alone',
    consequence: 'error',
    found: ({ sampler, instruction }) =>
      (instruction.op ?? 'sample') === 'sample' &&
      sampler.reductionMode === 'weighted_average_rangeclamp' &&
      (sampler.magFilter !== 'cubic' || sampler.minFilter !== 'cubic')
        ? `${filters(sampler)} with weighted_average_rangeclamp`
        : null,
  },
  {
    id: 'VUID-VkSamplerCreateInfo-compareEnable-01423',
    section: CREATE,
    of: 'sampler',
    text: 'a comparison goes with the reduction weighted_average',
    consequence: 'error',
    found: ({ sampler: { compareEnable, reductionMode } }) =>
      compareEnable && reductionMode !== 'weighted_average' ? `compareEnable with ${reductionMode}` : null,
  },
  {
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01072',
    section: CREATE,
    of: 'sampler',
    text: 'with unnormalized coordinates minFilter and magFilter are the same',
    consequence: 'error',
    found: unnormalized(({ minFilter, magFilter }) => minFilter === magFilter, filters),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01073',
    section: CREATE,
    of: 'sampler',
    text: 'with unnormalized coordinates mipmapMode is nearest',
    consequence: 'error',
    found: unnormalized(
      ({ mipmapMode }) => mipmapMode === 'nearest',
      ({ mipmapMode }) => `mipmapMode is ${mipmapMode}`,
    ),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01074',
    section: CREATE,
    of: 'sampler',
    text: 'with unnormalized coordinates minLod and maxLod are 0',
    consequence: 'error',
    found: unnormalized(
      ({ minLod, maxLod }) => minLod === 0 && maxLod === 0,
      ({ minLod, maxLod }) => `minLod is ${minLod}, maxLod ${maxLod}`,
    ),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01075',
    section: CREATE,
    of: 'sampler',
    text: 'with unnormalized coordinates addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
    consequence: 'error',
    found: unnormalized(clampsUV, addressing),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01076',
    section: CREATE,
    of: 'sampler',
    text: 'unnormalized coordinates go without anisotropy',
    consequence: 'error',
    found: unnormalized(
      ({ anisotropyEnable }) => !anisotropyEnable,
      () => 'anisotropyEnable is true',
    ),
  },
  {
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01077',
    section: CREATE,
    of: 'sampler',
    text: 'unnormalized coordinates go without a comparison',
    consequence: 'error',
    found: unnormalized(
      ({ compareEnable }) => !compareEnable,
      () => 'compareEnable is true',
    ),
  },
];

/** A rule on samplers with unnormalized coordinates. */
function unnormalized(holds: (sampler: Sampler) => boolean, found: (sampler: Sampler) => string) {
  return ({ sampler }: ResolvedState): string | null =>
    sampler.unnormalizedCoordinates && !holds(sampler) ? found(sampler) : null;
}

export function clampsUV({ addressModeU, addressModeV }: Sampler): boolean {
  return [addressModeU, addressModeV].every((mode) => mode === 'clamp_to_edge' || mode === 'clamp_to_border');
}

export function filters({ minFilter, magFilter }: Sampler): string {
  return `minFilter is ${minFilter}, magFilter ${magFilter}`;
}

export function addressing({ addressModeU, addressModeV }: Sampler): string {
  return `addressModeU is ${addressModeU}, addressModeV ${addressModeV}`;
}
