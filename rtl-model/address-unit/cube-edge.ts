export const CUBE_FACES = 6;

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
export const SEAMS: readonly (readonly [Seam, Seam, Seam, Seam])[] = [
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

/**
 * The texel at (i, j) of a face, continued over an edge onto the neighbouring face (Vulkan: Cube Map Edge Handling;
 * D3D11.3 7.18.12). The k-th texel beyond an edge is the k-th of the neighbour, counted from the shared edge.
 *
 * @param face 0 to 5
 * @param i,j -size to 2 size - 1
 * @param size of a face, in texels
 * @param texel receives face, i, j; kept where there is no texel
 * @returns false where both i and j are outside: at a corner no face continues
 */
export function cubeNeighbor(face: number, i: number, j: number, size: number, texel: Int32Array): boolean {
  const outsideI = i < 0 || i >= size;
  const outsideJ = j < 0 || j >= size;
  if (outsideI && outsideJ) return false;
  if (outsideI) {
    cross(SEAMS[face][i < 0 ? LEFT : RIGHT], i < 0 ? -1 - i : i - size, j, size, texel);
  } else if (outsideJ) {
    cross(SEAMS[face][j < 0 ? TOP : BOTTOM], j < 0 ? -1 - j : j - size, i, size, texel);
  } else {
    store(texel, face, i, j);
  }
  return true;
}

/** @param depth texels beyond the edge, from 0 @param along the edge, as the face that is left counts it */
function cross([face, edge, reversed]: Seam, depth: number, along: number, size: number, texel: Int32Array): void {
  const at = reversed ? size - 1 - along : along;
  switch (edge) {
    case LEFT:
      return store(texel, face, depth, at);
    case RIGHT:
      return store(texel, face, size - 1 - depth, at);
    case TOP:
      return store(texel, face, at, depth);
    case BOTTOM:
      return store(texel, face, at, size - 1 - depth);
  }
}

function store(texel: Int32Array, face: number, i: number, j: number): void {
  texel[0] = face;
  texel[1] = i;
  texel[2] = j;
}
