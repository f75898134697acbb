import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';

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
