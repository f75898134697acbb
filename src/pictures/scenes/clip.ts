/** Doubles of a clip-space vertex: x, y, z, w. */
export const VERTEX = 4;
const PLANES = 5;
/** Each plane adds at most one vertex to a triangle. */
const MOST_VERTICES = 3 + PLANES;

/**
 * Clips triangles in homogeneous coordinates against the near plane (z >= 0) and a guard band around the viewport
 * (|x| <= guard * w, |y| <= guard * w), plane by plane. What is left is convex, and w > 0 in all of it when the
 * near plane cuts off w <= 0. Two triangles that share an edge get the same vertices on it: each new vertex is
 * reckoned from the edge's inner to its outer end, whichever way the edge runs.
 */
export class Clipper {
  /** What is left of the triangle: `count` vertices in the triangle's own sense, x, y, z, w each. */
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

  /** @param positions of all vertices, x, y, z, w each; a, b and c are vertices in it */
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
      if (here >= 0 && there < 0) intersect(vertices, n, here, next, there, kept, to++);
      if (here < 0 && there >= 0) intersect(vertices, next, there, n, here, kept, to++);
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

/** Where the edge from vertex `inner` (distance inside >= 0) to vertex `outer` (outside < 0) meets the plane. */
function intersect(
  from: Float64Array,
  inner: number,
  inside: number,
  outer: number,
  outside: number,
  to: Float64Array,
  n: number,
): void {
  const fraction = inside / (inside - outside);
  for (let k = 0; k < VERTEX; k++) {
    const start = from[VERTEX * inner + k];
    to[VERTEX * n + k] = start + fraction * (from[VERTEX * outer + k] - start);
  }
}

function copyVertex(from: Float64Array, vertex: number, to: Float64Array, n: number): void {
  for (let k = 0; k < VERTEX; k++) to[VERTEX * n + k] = from[VERTEX * vertex + k];
}
