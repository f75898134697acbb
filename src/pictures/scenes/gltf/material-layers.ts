import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import type { LayerUse, Surface } from '../draw.ts';
import type { ModelTextures } from './model-textures.ts';
import type { Encoding } from './texture-image.ts';
import type { TextureChoice } from './model.ts';
import { textureSampler } from './texture-sampler.ts';

/** A texture of a material before the vertices are known. */
export interface MaterialLayer {
  readonly state: number;
  /** Number of the TEXCOORD set. */
  readonly set: number;
  /** s' = m0 s + m1 t + m2 and t' = m3 s + m4 t + m5. */
  readonly matrix: readonly number[];
  readonly uses: readonly LayerUse[];
}

interface Slot {
  readonly texture: Texture | null;
  readonly info: TextureInfo | null;
  readonly encoding: Encoding;
  readonly use: LayerUse;
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
  const slots = material === null ? [] : slotsOf(material, choice);
  if (!slots.some(({ texture, use }) => use === 'base' && texture !== null)) {
    layers.push({ state: textures.whiteState(), set: 0, matrix: IDENTITY, uses: ['base'] });
  }
  for (const { texture, info, encoding, use } of slots) {
    if (texture === null || info === null) continue;
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

function slotsOf(material: Material, choice: TextureChoice): readonly Slot[] {
  const slots: readonly Slot[] = [
    {
      texture: material.getBaseColorTexture(),
      info: material.getBaseColorTextureInfo(),
      encoding: 'srgb',
      use: 'base',
    },
    {
      texture: material.getMetallicRoughnessTexture(),
      info: material.getMetallicRoughnessTextureInfo(),
      encoding: 'unorm',
      use: 'unseen',
    },
    { texture: material.getNormalTexture(), info: material.getNormalTextureInfo(), encoding: 'unorm', use: 'unseen' },
    {
      texture: material.getOcclusionTexture(),
      info: material.getOcclusionTextureInfo(),
      encoding: 'unorm',
      use: 'occlusion',
    },
    {
      texture: material.getEmissiveTexture(),
      info: material.getEmissiveTextureInfo(),
      encoding: 'srgb',
      use: 'emissive',
    },
  ];
  return choice === 'base' ? slots.slice(0, 1) : slots;
}

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
export function materialSurface(material: Material | null): Surface {
  return {
    alphaMode: ALPHA_MODES[material?.getAlphaMode() ?? 'OPAQUE'],
    alphaCutoff: material?.getAlphaCutoff() ?? 0.5,
    alphaFactor: material?.getBaseColorFactor()[3] ?? 1,
    occlusionStrength: material?.getOcclusionStrength() ?? 1,
    emissiveFactor: material?.getEmissiveFactor() ?? [0, 0, 0],
  };
}

const ALPHA_MODES = { OPAQUE: 'opaque', MASK: 'mask', BLEND: 'blend' } as const;
