import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { AddressMode, Sampler } from '../../../rtl-model/state/sampler.ts';
import { addressed } from './states.ts';
import type { Operands } from './requests.ts';
import { texelImage } from './texel-image.ts';

/** The axes of 1D, 2D and 3D images. */
export const IMAGE_AXES = [
  { type: '1d', axis: 0 },
  { type: '2d', axis: 0 },
  { type: '2d', axis: 1 },
  { type: '3d', axis: 0 },
  { type: '3d', axis: 1 },
  { type: '3d', axis: 2 },
] as const;
type ImageAxis = (typeof IMAGE_AXES)[number];

/** The coordinates as the request trace names them. */
const COORDINATES = ['s', 't', 'r'] as const;

/** A float32 image of `size` texels along the axis and 1 along the others, each texel made from its index. */
export function imageAlong(
  { type, axis }: ImageAxis,
  size: number,
  texel: (index: number, level: number) => number,
  levels = 1,
): ImageSource {
  const [width, height, depth] = [0, 1, 2].map((a) => (a === axis ? size : 1));
  const shape = { type, width, height, depth, levels };
  return texelImage('r32_sfloat', shape, ({ i, j, k, level }) => [texel([i, j, k][axis], level)]);
}

/** The coordinate along the axis, and the middle of the others. */
export function coordinatesAlong(
  { axis }: { readonly axis: number; readonly type?: string },
  coordinate: number,
): Operands {
  return { s: 0.5, t: 0.5, r: 0.5, [COORDINATES[axis]]: coordinate };
}

/** The address mode of the axis; the others are clamped to their edges. */
export function modeAlong({ axis }: ImageAxis, mode: AddressMode): Partial<Sampler> {
  return { ...addressed('clamp_to_edge'), [`addressMode${'UVW'[axis]}`]: mode };
}
