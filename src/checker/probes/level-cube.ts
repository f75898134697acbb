import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { texelImage } from './texel-image.ts';

/** Texels along the side of a face of `levelCube`. */
export const LEVEL_CUBE_SIZE = 32;

let cube: ImageSource | undefined;

/** A cube with a full chain of levels that hold their own number: a trilinear sample is the LOD, held to the levels. */
export function levelCube(): ImageSource {
  const shape = { width: LEVEL_CUBE_SIZE, height: LEVEL_CUBE_SIZE, layers: 6, levels: 1 + Math.log2(LEVEL_CUBE_SIZE) };
  return (cube ??= texelImage('r32_sfloat', shape, ({ level }) => [level]));
}
