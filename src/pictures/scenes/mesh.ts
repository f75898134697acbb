import type { Vector } from './vector.ts';

/** Triangles with texture coordinates. Counter-clockwise seen from the front. */
export interface Mesh {
  /** x, y, z of each vertex, in world space: right-handed, y up. */
  readonly positions: Float32Array;
  /** s, t of each vertex; t = 0 is the top row of the picture. */
  readonly coordinates: Float32Array;
  /** Three vertices of each triangle. */
  readonly indices: Uint32Array;
}

/** The position and the texture coordinates of a grid's point (u, v); u and v are 0 to 1. */
export type SurfacePoint = (u: number, v: number) => { position: Vector; coordinate: readonly [number, number] };
/**
 * A surface as a grid of columns x rows cells, two triangles a cell. On the front, u runs to the right where v runs
 * down.
 */
export function gridMesh(columns: number, rows: number, surface: SurfacePoint): Mesh {
  const across = columns + 1;
  const positions = new Float32Array(3 * across * (rows + 1));
  const coordinates = new Float32Array(2 * across * (rows + 1));
  for (let j = 0, n = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++, n++) {
      const { position, coordinate } = surface(i / columns, j / rows);
      positions.set(position, 3 * n);
      coordinates.set(coordinate, 2 * n);
    }
  }
  const indices = new Uint32Array(6 * columns * rows);
  for (let j = 0, n = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, n += 6) {
      const topLeft = j * across + i;
      const bottomLeft = topLeft + across;
      indices.set([topLeft, bottomLeft, topLeft + 1, topLeft + 1, bottomLeft, bottomLeft + 1], n);
    }
  }
  return { positions, coordinates, indices };
}
