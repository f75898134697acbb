import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { Vector } from './mesh.ts';

/**
 * What a texture does to the colour of a pixel: `base` and `light` multiply it, `detail` multiplies it by twice the
 * texture, so that 1/2 changes nothing, `occlusion` darkens it by the texture's red, `emissive` is added. What is `unseen`
 * is sampled and not shown (normals, metalness and roughness).
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

/** What a pixel's colour is made of beside its textures. */
export interface Surface {
  /**
   * Covers all; where alpha is less than the cutoff nothing is stored; or blends over what is there. Depth is tested before
   * alpha is known and written whatever it is, so that what is drawn later does not show through.
   */
  readonly alphaMode: 'opaque' | 'mask' | 'blend';
  readonly alphaCutoff: number;
  readonly alphaFactor: number;
  /** 0 to 1: how much the occlusion texture darkens. */
  readonly occlusionStrength: number;
  /** r, g, b that the emissive texture is multiplied by. */
  readonly emissiveFactor: Vector;
}

export const PLAIN_SURFACE: Surface = Object.freeze({
  alphaMode: 'opaque',
  alphaCutoff: 0.5,
  alphaFactor: 1,
  occlusionStrength: 1,
  emissiveFactor: [1, 1, 1] as const,
});

/** Triangles that are drawn with the same textures. */
export interface Draw {
  /** x, y, z of each vertex, in world space: right-handed, y up. */
  readonly positions: Float32Array;
  /** Three vertices of each triangle, counter-clockwise seen from the front. */
  readonly indices: Uint32Array;
  /** Every quad makes a request for each of them in turn. One at least. */
  readonly layers: readonly TextureLayer[];
  /** r, g, b of each vertex, linear light: what multiplies the colour. White where it is null. */
  readonly tint: Float32Array | null;
  /** Whether triangles that show their back are drawn too. */
  readonly doubleSided: boolean;
  readonly surface: Surface;
}

/** What is drawn, with its textures: all that a frame is made of but the camera. */
export interface Drawing {
  /** In the order in which they are drawn. */
  readonly draws: readonly Draw[];
  readonly images: readonly ImageSource[];
  /** Those that the layers name by number. */
  readonly states: readonly TextureState[];
  /** Whether colours are linear light, to be stored sRGB-encoded. */
  readonly linear: boolean;
}
