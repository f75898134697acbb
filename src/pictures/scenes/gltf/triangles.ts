const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/** True if a primitive is made of triangles. Points and lines are not drawn. */
export function hasTriangles(mode: number): boolean {
  return [TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN].includes(mode);
}

/**
 * The triangles of a primitive, three vertices each, with equal orientation (glTF 2.0, 3.7.2.1). Surplus vertices are
 * dropped.
 *
 * @param mode a mode of triangles
 * @param vertices in the order of the primitive
 */
export function trianglesOf(mode: number, vertices: ArrayLike<number>): Uint32Array {
  const count = vertices.length;
  if (mode === TRIANGLES) return Uint32Array.from(vertices).subarray(0, count - (count % 3));
  const triangles = Math.max(0, count - 2);
  const indices = new Uint32Array(3 * triangles);
  for (let n = 0; n < triangles; n++) {
    const odd = n % 2;
    if (mode === TRIANGLE_STRIP) indices.set([vertices[n], vertices[n + 1 + odd], vertices[n + 2 - odd]], 3 * n);
    else indices.set([vertices[n + 1], vertices[n + 2], vertices[0]], 3 * n);
  }
  return indices;
}

/** Reverses the triangles, so that the other side becomes the front. */
export function turnRound(indices: Uint32Array): void {
  for (let n = 0; n < indices.length; n += 3) {
    const second = indices[n + 1];
    indices[n + 1] = indices[n + 2];
    indices[n + 2] = second;
  }
}
