import type { TextureInfo } from '@gltf-transform/core';
import {
  type AddressMode,
  DEFAULT_SAMPLER,
  type Filter,
  type MipmapMode,
  type Sampler,
} from '../../../../rtl-model/state/sampler.ts';

/** Where a sampler without mipmaps stays (Vulkan: Mapping of OpenGL to Vulkan filter modes): minLod 0 and this. */
const NO_MIPMAPS_MAX_LOD = 0.25;

/** The numbers of OpenGL (glTF 2.0, 5.26). */
const ADDRESS_MODES: ReadonlyMap<number, AddressMode> = new Map([
  [10497, 'repeat'],
  [33648, 'mirrored_repeat'],
  [33071, 'clamp_to_edge'],
]);
const MAG_FILTERS: ReadonlyMap<number, Filter> = new Map([
  [9728, 'nearest'],
  [9729, 'linear'],
]);
/** Without a mipmap mode: level 0 alone. */
const MIN_FILTERS: ReadonlyMap<number, readonly [Filter, MipmapMode | null]> = new Map([
  [9728, ['nearest', null]],
  [9729, ['linear', null]],
  [9984, ['nearest', 'nearest']],
  [9985, ['linear', 'nearest']],
  [9986, ['nearest', 'linear']],
  [9987, ['linear', 'linear']],
]);

/** A glTF sampler in Vulkan's terms. Filters that the file leaves open are trilinear. */
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
