import type { Sampler } from '../../rtl-model/state/sampler.ts';

/** How a scene's texture is filtered, in the words that games' menus use. */
export const FILTER_MODES = ['nearest', 'linear', 'trilinear', 'anisotropic'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];

type Filters = Pick<Sampler, 'magFilter' | 'minFilter' | 'mipmapMode' | 'anisotropyEnable'>;

/** Filters within a level, between levels, and along the major axis. */
export function filtersOf(mode: FilterMode): Filters {
  const within = mode === 'nearest' ? 'nearest' : 'linear';
  return {
    magFilter: within,
    minFilter: within,
    mipmapMode: mode === 'trilinear' || mode === 'anisotropic' ? 'linear' : 'nearest',
    anisotropyEnable: mode === 'anisotropic',
  };
}
