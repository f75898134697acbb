import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { ResolvedState } from './resolved-state.ts';
import { samplerError, type StateRule } from './rule.ts';
import { usesFilter } from './state-facts.ts';

const CREATE = 'VkSamplerCreateInfo';

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
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01072',
    text: 'with unnormalized coordinates minFilter and magFilter are the same',
    found: unnormalized(({ minFilter, magFilter }) => minFilter === magFilter, filters),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01073',
    text: 'with unnormalized coordinates mipmapMode is nearest',
    found: unnormalized(
      ({ mipmapMode }) => mipmapMode === 'nearest',
      ({ mipmapMode }) => `mipmapMode is ${mipmapMode}`,
    ),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01074',
    text: 'with unnormalized coordinates minLod and maxLod are 0',
    found: unnormalized(
      ({ minLod, maxLod }) => minLod === 0 && maxLod === 0,
      ({ minLod, maxLod }) => `minLod is ${minLod}, maxLod ${maxLod}`,
    ),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01075',
    text: 'with unnormalized coordinates addressModeU and addressModeV are clamp_to_edge or clamp_to_border',
    found: unnormalized(clampsUV, addressing),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01076',
    text: 'unnormalized coordinates go without anisotropy',
    found: unnormalized(
      ({ anisotropyEnable }) => !anisotropyEnable,
      () => 'anisotropyEnable is true',
    ),
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01077',
    text: 'unnormalized coordinates go without a comparison',
    found: unnormalized(
      ({ compareEnable }) => !compareEnable,
      () => 'compareEnable is true',
    ),
  }),
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
