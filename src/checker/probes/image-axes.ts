import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { AddressMode, Sampler } from '../../../rtl-model/state/sampler.ts';
import { addressed } from './filters.ts';
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
export type ImageAxis = (typeof IMAGE_AXES)[number];

/** The coordinates as the request trace names them. */
export const COORDINATES = ['s', 't', 'r'] as const;

/** Width, height and depth: `size` along the axis, 1 along the others. */
export function axisShape({ type, axis }: ImageAxis, size: number) {
  const sizeOf = (a: number) => (a === axis ? size : 1);
  return { type, width: sizeOf(0), height: sizeOf(1), depth: sizeOf(2) };
}

/** Sets s, t or r of a lane. */
export function setCoordinate(batch: QuadBatch, lane: number, axis: number, coordinate: number): void {
  (axis === 0 ? batch.s : axis === 1 ? batch.t : batch.r)[lane] = coordinate;
}

/** A float32 image of such a shape, each texel made from its index along the axis. */
export function imageAlong(
  along: ImageAxis,
  size: number,
  texel: (index: number, level: number) => number,
  levels = 1,
): ImageSource {
  const shape = { ...axisShape(along, size), levels };
  return texelImage('r32_sfloat', shape, ({ i, j, k, level }) => [texel([i, j, k][along.axis], level)]);
}

/** The coordinate along the axis, and the middle of the others. */
export function coordinatesAlong({ axis }: ImageAxis, coordinate: number): Operands {
  return { s: 0.5, t: 0.5, r: 0.5, [COORDINATES[axis]]: coordinate };
}

/** The address mode of the axis; the others are clamped to their edges. */
export function modeAlong({ axis }: ImageAxis, mode: AddressMode): Partial<Sampler> {
  return { ...addressed('clamp_to_edge'), [`addressMode${'UVW'[axis]}`]: mode };
}
