import type { TextureInfo } from '@gltf-transform/core';
import {
  type AddressMode,
  DEFAULT_SAMPLER,
  type Filter,
  type MipmapMode,
  type Sampler,
} from '../../../../rtl-model/state/sampler.ts';

/** The maxLod of a sampler without mipmaps; its minLod is 0 (Vulkan: Mapping of OpenGL to Vulkan filter modes). */
const NO_MIPMAPS_MAX_LOD = 0.25;

/** The address modes by their OpenGL numbers (glTF 2.0, 5.26). */
const ADDRESS_MODES: ReadonlyMap<number, AddressMode> = new Map([
  [10497, 'repeat'],
  [33648, 'mirrored_repeat'],
  [33071, 'clamp_to_edge'],
]);
const MAG_FILTERS: ReadonlyMap<number, Filter> = new Map([
  [9728, 'nearest'],
  [9729, 'linear'],
]);
/** The minification filters by their OpenGL numbers. Without a mipmap mode, level 0 alone is used. */
const MIN_FILTERS: ReadonlyMap<number, readonly [Filter, MipmapMode | null]> = new Map([
  [9728, ['nearest', null]],
  [9729, ['linear', null]],
  [9984, ['nearest', 'nearest']],
  [9985, ['linear', 'nearest']],
  [9986, ['nearest', 'linear']],
  [9987, ['linear', 'linear']],
]);

/** A glTF sampler in Vulkan's terms. Filters that the file does not specify are trilinear. */
export function textureSampler(info: TextureInfo): Sampler {
  const [minFilter, mipmapMode] = MIN_FILTERS.get(info.getMinFilter() ?? 0) ?? ['linear', 'linear'];
  return {
    ...DEFAULT_SAMPLER,
    magFilter: MAG_FILTERS.get(info.getMagFilter() ?? 0) ?? 'linear',
    minFilter,
    mipmapMode: mipmapMode ?? 'nearest',
    ...(mipmapMode === null && { maxLod: NO_MIPMAPS_MAX_LOD }),
    addressModeU: ADDRESS_MODES.get(info.getWrapS()) ?? 'repeat',
    addressModeV: ADDRESS_MODES.get(info.getWrapT()) ?? 'repeat',
  };
}
