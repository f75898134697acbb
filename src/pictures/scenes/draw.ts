import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { Vector } from './vector.ts';

/**
 * The effect of a texture on the colour of a pixel. `base` and `light` multiply it. `detail` multiplies it by twice the
 * texture, so that 1/2 changes nothing. `occlusion` darkens it by the texture's red. `emissive` is added. `unseen`
 * textures (normals, metalness and roughness) are sampled and not shown.
 */
export type LayerUse = 'base' | 'light' | 'detail' | 'occlusion' | 'emissive' | 'unseen';

/** A texture of a draw. */
export interface TextureLayer {
  /** Number of the texture state. */
  readonly state: number;
  /** s, t of each vertex; t = 0 is the top row of the picture. */
  readonly coordinates: Float32Array;
  readonly uses: readonly LayerUse[];
}

/** The properties of a pixel's colour beside its textures. */
export interface DrawnSurface {
  /**
   * The use of alpha. `opaque` ignores it, `mask` stores nothing where it is less than the cutoff, `blend` blends over
   * the picture. Depth is tested before alpha is known and is written for any alpha, so that later draws don't show
   * through.
   */
  readonly alphaMode: 'opaque' | 'mask' | 'blend';
  readonly alphaCutoff: number;
  readonly alphaFactor: number;
  /** Strength of the darkening by the occlusion texture, 0 to 1. */
  readonly occlusionStrength: number;
  /** r, g, b factor of the emissive texture. */
  readonly emissiveFactor: Vector;
}

export const PLAIN_SURFACE: DrawnSurface = Object.freeze({
  alphaMode: 'opaque',
  alphaCutoff: 0.5,
  alphaFactor: 1,
  occlusionStrength: 1,
  emissiveFactor: [1, 1, 1] as const,
});

/** Triangles drawn with the same textures. */
export interface Draw {
  /** x, y, z of each vertex, in world space: right-handed, y up. */
  readonly positions: Float32Array;
  /** Three vertices of each triangle, counter-clockwise seen from the front. */
  readonly indices: Uint32Array;
  /** The textures, at least one. Every quad makes a request for each of them in turn. */
  readonly layers: readonly TextureLayer[];
  /** r, g, b of each vertex in linear light, which multiply the colour; null for white. */
  readonly tint: Float32Array | null;
  /** True if back faces are drawn too. */
  readonly doubleSided: boolean;
  readonly surface: DrawnSurface;
}

/** The draws and textures of a frame: everything except the camera. */
export interface Drawing {
  /** The draws in their order. */
  readonly draws: readonly Draw[];
  readonly images: readonly ImageSource[];
  /** The texture states, which the layers name by number. */
  readonly states: readonly TextureState[];
  /** True if colours are linear light that must be stored sRGB-encoded. */
  readonly linear: boolean;
}
