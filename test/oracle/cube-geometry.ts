/**
 * The point of a face's plane at (s, t), the face being s, t in [-1, 1] on the cube of half-side 1: the rows of Vulkan:
 * Cube Map Face and Coordinate Selection, solved for the direction. Affine in s and t.
 */
export const FACE_POINTS: readonly ((s: number, t: number) => readonly [number, number, number])[] = [
  (s, t) => [1, -t, -s],
  (s, t) => [-1, -t, s],
  (s, t) => [s, 1, t],
  (s, t) => [s, -1, -t],
  (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1],
];
