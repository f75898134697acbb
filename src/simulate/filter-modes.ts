import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';

/** The texture filters of a scene, in the words of games' menus. */
export const FILTER_MODES = ['nearest', 'linear', 'trilinear', 'anisotropic'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];

type Filters = Pick<Sampler, 'magFilter' | 'minFilter' | 'mipmapMode' | 'anisotropyEnable'>;

/** The filters within a level and between levels, and the anisotropy, of a mode. */
export function filtersOf(mode: FilterMode): Filters {
  const within = mode === 'nearest' ? 'nearest' : 'linear';
  return {
    magFilter: within,
    minFilter: within,
    mipmapMode: mode === 'trilinear' || mode === 'anisotropic' ? 'linear' : 'nearest',
    anisotropyEnable: mode === 'anisotropic',
  };
}

/**
 * The sampler of a texture in a scene.
 *
 * @param own what the texture or its scene sets
 * @param filter replaces the filters that are set; undefined to keep them
 */
export function sceneSampler(
  own: Partial<Sampler>,
  filter: FilterMode | undefined,
  maxAnisotropy: number,
  mipLodBias: number,
): Sampler {
  const filters = filter && { ...filtersOf(filter), maxLod: DEFAULT_SAMPLER.maxLod, maxAnisotropy };
  return { ...DEFAULT_SAMPLER, ...own, ...filters, mipLodBias };
}
