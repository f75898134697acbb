/** The number of doubles in a clip-space vertex: x, y, z, w. */
export const VERTEX = 4;
const PLANES = 5;
/** The most vertices of a clipped triangle: each plane adds at most one. */
const MOST_VERTICES = 3 + PLANES;

/**
 * Clips triangles in homogeneous coordinates against the near plane (z >= 0) and a guard band around the viewport
 * (|x| <= guard * w, |y| <= guard * w), plane by plane. The result is convex, and w > 0 in all of it if the near plane
 * cuts off w <= 0. Two triangles that share an edge get the same vertices on it: each new vertex is computed from the
 * edge's inner to its outer end, in either direction of the edge.
 */
export class Clipper {
  /** The clipped triangle: `count` vertices in the triangle's orientation, x, y, z, w each. */
  vertices = new Float64Array(MOST_VERTICES * VERTEX);
  count = 0;
  private spare = new Float64Array(MOST_VERTICES * VERTEX);
  private readonly planes: readonly Plane[];

  /** @param guard half the width of the guard band over half the width of the viewport, at least 1 */
  constructor(guard: number) {
    this.planes = [
      [0, 0, 1, 0],
      [1, 0, 0, guard],
      [-1, 0, 0, guard],
      [0, 1, 0, guard],
      [0, -1, 0, guard],
    ];
  }

  /** @param positions x, y, z, w of every vertex; a, b and c are vertex numbers */
  clip(positions: Float64Array, a: number, b: number, c: number): void {
    copyVertex(positions, a, this.vertices, 0);
    copyVertex(positions, b, this.vertices, 1);
    copyVertex(positions, c, this.vertices, 2);
    this.count = 3;
    for (const plane of this.planes) this.cut(plane);
  }

  private cut(plane: Plane): void {
    const { vertices, count } = this;
    let outside = 0;
    for (let n = 0; n < count; n++) if (distance(plane, vertices, n) < 0) outside++;
    if (outside === 0) return;
    const kept = this.spare;
    let to = 0;
    for (let n = 0; n < count; n++) {
      const next = (n + 1) % count;
      const here = distance(plane, vertices, n);
      const there = distance(plane, vertices, next);
      if (here >= 0) copyVertex(vertices, n, kept, to++);
      if (here >= 0 && there < 0) intersect(vertices, n, next, here / (here - there), kept, to++);
      if (here < 0 && there >= 0) intersect(vertices, next, n, there / (there - here), kept, to++);
    }
    this.spare = vertices;
    this.vertices = kept;
    this.count = to;
  }
}

/** The half-space x, y, z, w . plane >= 0. */
type Plane = readonly [number, number, number, number];

function distance(plane: Plane, vertices: Float64Array, n: number): number {
  const at = VERTEX * n;
  return (
    plane[0] * vertices[at] + plane[1] * vertices[at + 1] + plane[2] * vertices[at + 2] + plane[3] * vertices[at + 3]
  );
}

/** The vertex at a fraction of the edge from vertex `inner` to vertex `outer`. */
function intersect(
  from: Float64Array,
  inner: number,
  outer: number,
  fraction: number,
  to: Float64Array,
  n: number,
): void {
  for (let k = 0; k < VERTEX; k++) {
    const start = from[VERTEX * inner + k];
    to[VERTEX * n + k] = start + fraction * (from[VERTEX * outer + k] - start);
  }
}

function copyVertex(from: Float64Array, vertex: number, to: Float64Array, n: number): void {
  for (let k = 0; k < VERTEX; k++) to[VERTEX * n + k] = from[VERTEX * vertex + k];
}
