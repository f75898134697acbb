import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import { acrossEdge, directionTo, type FaceTexel } from '../../specification/texels/cube.ts';
import { numberedLevels, sized, texelImage } from './texel-image.ts';

/** Texels along the side of a face. */
export const CUBE_SIZE = 4;
export const CUBE_VIEW: Partial<ImageView> = { viewType: 'cube', layerCount: 6 };
export const FACES = [0, 1, 2, 3, 4, 5] as const;
export const FACE_NAMES = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;

export function cubeImage(format: string, texel: (at: FaceTexel) => readonly number[]): ImageSource {
  const shape = { width: CUBE_SIZE, height: CUBE_SIZE, layers: 6 };
  return texelImage(format, shape, ({ i, j, layer }) => texel({ face: layer, i, j }));
}

/** Texels along the side of a face of `levelCube`. */
export const LEVEL_CUBE_SIZE = 32;

let cubeOfLevels: ImageSource | undefined;

/** A cube with a full chain of numbered levels. */
export function levelCube(): ImageSource {
  const shape = { ...sized('2d', LEVEL_CUBE_SIZE), layers: 6, levels: 1 + Math.log2(LEVEL_CUBE_SIZE) };
  return (cubeOfLevels ??= numberedLevels(shape));
}

/**
 * The direction to a place of a face. With a major component of 1 the projection is exact, and so is the place, where
 * it has 24 bits.
 *
 * @param u,v in texels, 0 to CUBE_SIZE  @param length of the major component
 */
export function placeOnFace(face: number, u: number, v: number, length = 1) {
  const [s, t, r] = directionTo(face, (2 * u) / CUBE_SIZE - 1, (2 * v) / CUBE_SIZE - 1);
  return { s: s * length, t: t * length, r: r * length };
}

/** A small integer that tells a texel of a cube from all others. */
export function texelNumber({ face, i, j }: FaceTexel): number {
  return 1 + i + CUBE_SIZE * (j + CUBE_SIZE * face);
}

/** A texel of a face, or the one over the edge that stands for it; undefined where a corner has none (7.18.12). */
export function cubeTexel(face: number, i: number, j: number): FaceTexel | undefined {
  const outside = (n: number) => n < 0 || n >= CUBE_SIZE;
  if (outside(i) && outside(j)) return undefined;
  return outside(i) || outside(j) ? acrossEdge({ face, i, j }, CUBE_SIZE) : { face, i, j };
}
