import { ConstantTable, type Steps } from '../steps/steps.ts';
import { clampedToEdge } from './wrap.ts';

export const CUBE_FACES = 6;

/** Edges of a face. */
export const EDGES = 4;

const LEFT = 0;
const RIGHT = 1;
const TOP = 2;
const BOTTOM = 3;

/** The neighbour beyond an edge, its edge that is shared, and true if the two edges run in opposite directions. */
type Seam = readonly [face: number, edge: number, reversed: boolean];

/**
 * The seams of each face, +x, -x, +y, -y, +z, -z, beyond its left (i < 0), right, top (j < 0) and bottom edge. They
 * follow from the directions of s_c and t_c (Vulkan: Cube Map Face and Coordinate Selection).
 */
const SEAMS: readonly (readonly [Seam, Seam, Seam, Seam])[] = [
  [
    [4, RIGHT, false],
    [5, LEFT, false],
    [2, RIGHT, true],
    [3, RIGHT, false],
  ],
  [
    [5, RIGHT, false],
    [4, LEFT, false],
    [2, LEFT, false],
    [3, LEFT, true],
  ],
  [
    [1, TOP, false],
    [0, TOP, true],
    [5, TOP, true],
    [4, TOP, false],
  ],
  [
    [1, BOTTOM, true],
    [0, BOTTOM, false],
    [4, BOTTOM, false],
    [5, BOTTOM, true],
  ],
  [
    [1, RIGHT, false],
    [0, LEFT, false],
    [2, BOTTOM, false],
    [3, TOP, false],
  ],
  [
    [0, RIGHT, false],
    [1, LEFT, false],
    [2, TOP, true],
    [3, BOTTOM, true],
  ],
];

/** Entry EDGES f + e: face, edge and direction of the neighbour beyond edge e of face f. */
const SEAM_TABLE = new ConstantTable('seams of faces', () =>
  Int32Array.from(SEAMS.flat(), ([face, edge, reversed]) => 2 * (EDGES * face + edge) + Number(reversed)),
);

/**
 * The texel at (i, j) of a face, continued over an edge onto the neighbouring face (Vulkan: Cube Map Edge Handling;
 * D3D11.3 7.18.12). The k-th texel beyond an edge is the k-th of the neighbour, counted from the shared edge. A level may
 * be smaller than the footprint: beyond the neighbouring face its last texel is taken.
 *
 * @param face 0 to 5
 * @param i,j any integers, of which one is outside of 0 to size - 1: at a corner no face continues
 * @param size of a face, in texels
 */
export function beyondEdge<V>(
  s: Steps<V>,
  face: V,
  i: V,
  j: V,
  size: V,
): { readonly face: V; readonly i: V; readonly j: V } {
  const [none, one, two] = [0, 1, 2].map((value) => s.constant(value));
  const last = s.subtract(size, one);
  const sideways = s.or(s.less(i, none), s.less(last, i));
  const across = s.select(sideways, i, j);
  const along = clampedToEdge(s, s.select(sideways, j, i), size);
  const before = s.less(across, none);
  const edge = s.add(s.select(sideways, none, two), s.select(before, none, one));
  const place = s.add(s.multiply(face, s.constant(EDGES)), edge);
  const seam = s.entryOf(SEAM_TABLE, place, 0, 2 * EDGES * CUBE_FACES - 1);
  const depth = s.select(before, s.subtract(s.constant(-1), across), s.subtract(across, size));
  const deep = s.least(last, depth);
  const at = s.select(s.equal(s.lowBits(seam, 1), one), s.subtract(last, along), along);
  const other = s.lowBits(s.shiftRight(seam, 1), 2);
  const inward = s.select(s.equal(s.lowBits(other, 1), one), s.subtract(last, deep), deep);
  const upright = s.less(one, other);
  return {
    face: s.shiftRight(seam, 3),
    i: s.select(upright, at, inward),
    j: s.select(upright, inward, at),
  };
}
