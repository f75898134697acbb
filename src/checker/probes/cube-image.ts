import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { acrossEdge, type FaceTexel } from '../../specification/texels/cube.ts';
import { texelImage } from './texel-image.ts';

/** Texels along the side of a face. */
export const CUBE_SIZE = 4;
export const CUBE_VIEW: Partial<ImageView> = { viewType: 'cube', layerCount: 6 };
export const FACE_NAMES = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;

export function cubeImage(format: string, texel: (at: FaceTexel) => readonly number[]): ImageSource {
  const shape = { width: CUBE_SIZE, height: CUBE_SIZE, layers: 6 };
  return texelImage(format, shape, ({ i, j, layer }) => texel({ face: layer, i, j }));
}

/** Directions to (s, t) of each face, from -1 to 1, where the major component is 1 (D3D11.3 5.3.8): affine in s and t. */
const DIRECTIONS: readonly ((s: number, t: number) => readonly [number, number, number])[] = [
  (s, t) => [1, -t, -s],
  (s, t) => [-1, -t, s],
  (s, t) => [s, 1, t],
  (s, t) => [s, -1, -t],
  (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1],
];

/**
 * Points a lane at a place of a face. With a major component of 1 the projection is exact, and so is the place, where it
 * has 24 bits.
 *
 * @param u,v in texels, 0 to CUBE_SIZE
 */
export function pointAt(batch: QuadBatch, lane: number, face: number, u: number, v: number): void {
  const [x, y, z] = DIRECTIONS[face]((2 * u) / CUBE_SIZE - 1, (2 * v) / CUBE_SIZE - 1);
  batch.s[lane] = x;
  batch.t[lane] = y;
  batch.r[lane] = z;
}

/** A texel of a face, or the one over the edge that stands for it; undefined where a corner has none (7.18.12). */
export function cubeTexel(face: number, i: number, j: number): FaceTexel | undefined {
  const outside = (n: number) => n < 0 || n >= CUBE_SIZE;
  if (outside(i) && outside(j)) return undefined;
  return outside(i) || outside(j) ? acrossEdge({ face, i, j }, CUBE_SIZE) : { face, i, j };
}
