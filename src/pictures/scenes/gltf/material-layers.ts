import type { Material, TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import type { LayerUse, DrawnSurface } from '../draw.ts';
import type { ModelTextures } from './model-textures.ts';
import type { Encoding } from './texture-image.ts';
import type { TextureChoice } from './model.ts';
import {
  type AddressMode,
  DEFAULT_SAMPLER,
  type Filter,
  type MipmapMode,
  type Sampler,
} from '../../../../rtl-model/state/sampler.ts';

/** A texture of a material before the vertices are known. */
export interface MaterialLayer {
  readonly state: number;
  /** Number of the TEXCOORD set. */
  readonly set: number;
  /** s' = m0 s + m1 t + m2 and t' = m3 s + m4 t + m5. */
  readonly matrix: readonly number[];
  readonly uses: readonly LayerUse[];
}

const IDENTITY = [1, 0, 0, 0, 1, 0];

/**
 * The textures of a quad of the material, in the order of its requests: base colour (1x1 white if there is none),
 * metalness and roughness, normals, occlusion, emission. Slots with the same texture, sampler and coordinates share a
 * request.
 */
export function materialLayers(
  material: Material | null,
  choice: TextureChoice,
  textures: ModelTextures,
): readonly MaterialLayer[] {
  const layers: MaterialLayer[] = [];
  if (!material?.getBaseColorTexture()) {
    layers.push({ state: textures.whiteState(), set: 0, matrix: IDENTITY, uses: ['base'] });
  }
  for (const { name, encoding, use } of choice === 'base' ? SLOTS.slice(0, 1) : SLOTS) {
    const texture = material?.[`get${name}Texture`]();
    const info = material?.[`get${name}TextureInfo`]();
    if (!texture || !info) continue;
    const transform = info.getExtension<Transform>('KHR_texture_transform');
    const request = {
      state: textures.state(texture, encoding, textureSampler(info)),
      set: transform?.getTexCoord() ?? info.getTexCoord(),
      matrix: transform === null ? IDENTITY : transformMatrix(transform),
    };
    const same = layers.findIndex((other) => isSame(other, request));
    if (same < 0) layers.push({ ...request, uses: [use] });
    else layers[same] = { ...request, uses: [...layers[same].uses, use] };
  }
  return layers;
}

function isSame(a: Omit<MaterialLayer, 'uses'>, b: Omit<MaterialLayer, 'uses'>): boolean {
  return a.state === b.state && a.set === b.set && a.matrix.every((value, n) => value === b.matrix[n]);
}

/** The slots of a material in glTF's terms. */
const SLOTS = [
  { name: 'BaseColor', encoding: 'srgb', use: 'base' },
  { name: 'MetallicRoughness', encoding: 'unorm', use: 'unseen' },
  { name: 'Normal', encoding: 'unorm', use: 'unseen' },
  { name: 'Occlusion', encoding: 'unorm', use: 'occlusion' },
  { name: 'Emissive', encoding: 'srgb', use: 'emissive' },
] as const satisfies readonly { readonly name: string; readonly encoding: Encoding; readonly use: LayerUse }[];

/** KHR_texture_transform: offset * rotation (counter-clockwise in the picture) * scale. */
function transformMatrix(transform: Transform): readonly number[] {
  const [sx, sy] = transform.getScale();
  const [x, y] = transform.getOffset();
  const [cos, sin] = [Math.cos(transform.getRotation()), Math.sin(transform.getRotation())];
  return [cos * sx, sin * sy, x, -sin * sx, cos * sy, y];
}

/**
 * The properties of a material beside its textures. The choice `base` shows no emission, because its texture is
 * missing.
 */
export function materialSurface(material: Material | null): DrawnSurface {
  return {
    alphaMode: ALPHA_MODES[material?.getAlphaMode() ?? 'OPAQUE'],
    alphaCutoff: material?.getAlphaCutoff() ?? 0.5,
    alphaFactor: material?.getBaseColorFactor()[3] ?? 1,
    occlusionStrength: material?.getOcclusionStrength() ?? 1,
    emissiveFactor: material?.getEmissiveFactor() ?? [0, 0, 0],
  };
}

const ALPHA_MODES = { OPAQUE: 'opaque', MASK: 'mask', BLEND: 'blend' } as const;

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
