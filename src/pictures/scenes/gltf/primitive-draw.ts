import type { Accessor, Primitive } from '@gltf-transform/core';
import type { Draw } from '../draw.ts';
import type { Mat4, Vector } from '../vector.ts';
import { type MaterialLayer, materialSurface } from './material-layers.ts';
import { determinant, moveNormal, movePoint } from './node-matrices.ts';
import { trianglesOf, turnRound } from './triangles.ts';

/** Direction to the light in world space: from above, the front and the right. Its length is 1. */
const LIGHT: Vector = [0.36, 0.8, 0.48];
/** The brightness of surfaces turned away from the light. */
const AMBIENT = 0.25;

/** The matrix of each vertex: one for all vertices, or one for each (skins). */
export type VertexMatrix = (vertex: number) => Mat4;

/** A fault of a primitive, without its name: the code that catches it knows the primitive. */
export class PrimitiveFault extends Error {}

/**
 * A primitive in world space, coloured by its vertex colours, the base colour's factor and a light at a fixed place:
 * AMBIENT + (1 - AMBIENT) * ((1 + n . l) / 2)^2, equal for both sides.
 *
 * @param primitive made of triangles, with positions
 * @param matrixOf where a matrix mirrors, the triangles are reversed (glTF 2.0, 3.7.4)
 * @throws PrimitiveFault when a vertex is missing or not finite
 */
export function primitiveDraw(primitive: Primitive, layers: readonly MaterialLayer[], matrixOf: VertexMatrix): Draw {
  const position = primitive.getAttribute('POSITION')!;
  const all = Uint32Array.from({ length: position.getCount() }, (_, n) => n);
  const corners = trianglesOf(primitive.getMode(), primitive.getIndices()?.getArray() ?? all);
  if (corners.some((vertex) => vertex >= position.getCount())) {
    throw new PrimitiveFault(`has an index beyond its ${position.getCount()} vertices`);
  }
  if (determinant(matrixOf(0)) < 0) turnRound(corners);
  const normal = primitive.getAttribute('NORMAL');
  // Faces without normals are flat: their vertices are not shared.
  const vertices = normal === null ? corners : all;
  const indices = normal === null ? Uint32Array.from(corners.keys()) : corners;
  const positions = moved(position, vertices, movePoint, matrixOf);
  const wrong = positions.findIndex((coordinate) => !Number.isFinite(coordinate));
  if (wrong >= 0) {
    const n = Math.floor(wrong / 3);
    throw new PrimitiveFault(`has vertex ${vertices[n]} at ${positions.subarray(3 * n, 3 * n + 3).join()}`);
  }
  const normals = normal === null ? faceNormals(positions) : moved(normal, vertices, moveNormal, matrixOf);
  const material = primitive.getMaterial();
  return {
    positions,
    indices,
    layers: layers.map(({ state, set, matrix, uses }) => ({
      state,
      uses,
      coordinates: textureCoordinates(primitive.getAttribute(`TEXCOORD_${set}`), vertices, matrix),
    })),
    tint: tints(primitive.getAttribute('COLOR_0'), vertices, normals, material?.getBaseColorFactor() ?? [1, 1, 1]),
    doubleSided: material?.getDoubleSided() ?? false,
    surface: materialSurface(material),
  };
}

/** The vectors of the vertices, each moved by its vertex's matrix. */
function moved(
  accessor: Accessor,
  vertices: Uint32Array,
  move: (matrix: Mat4, x: number, y: number, z: number) => readonly number[],
  matrixOf: VertexMatrix,
): Float32Array {
  const vectors = new Float32Array(3 * vertices.length);
  const at = [0, 0, 0];
  vertices.forEach((vertex, n) => {
    accessor.getElement(vertex, at);
    vectors.set(move(matrixOf(vertex), at[0], at[1], at[2]), 3 * n);
  });
  return vectors;
}

/** The normals of triangles that share no vertex. */
function faceNormals(positions: Float32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = positions.subarray(at, at + 9);
    const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
    const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let corner = 0; corner < 3; corner++) normals.set(normal, at + 3 * corner);
  }
  return normals;
}

/** The texture coordinates of the vertices; 0 if the set is missing. */
function textureCoordinates(
  accessor: Accessor | null,
  vertices: Uint32Array,
  [m0, m1, m2, m3, m4, m5]: readonly number[],
): Float32Array {
  const coordinates = new Float32Array(2 * vertices.length);
  const at = [0, 0];
  vertices.forEach((vertex, n) => {
    if (accessor !== null && vertex < accessor.getCount()) accessor.getElement(vertex, at);
    const [s, t] = [m0 * at[0] + m1 * at[1] + m2, m3 * at[0] + m4 * at[1] + m5];
    coordinates[2 * n] = s;
    coordinates[2 * n + 1] = t;
    if (!Number.isFinite(coordinates[2 * n]) || !Number.isFinite(coordinates[2 * n + 1])) {
      throw new PrimitiveFault(`has vertex ${vertex} with texture coordinates ${s}, ${t}`);
    }
  });
  return coordinates;
}

function tints(
  color: Accessor | null,
  vertices: Uint32Array,
  normals: Float32Array,
  factor: readonly number[],
): Float32Array {
  const tint = new Float32Array(3 * vertices.length);
  const own = [1, 1, 1, 1];
  vertices.forEach((vertex, n) => {
    const [x, y, z] = normals.subarray(3 * n, 3 * n + 3);
    const light = brightness(x, y, z);
    if (color !== null && vertex < color.getCount()) color.getElement(vertex, own);
    for (let c = 0; c < 3; c++) tint[3 * n + c] = light * factor[c] * own[c];
  });
  return tint;
}

function brightness(x: number, y: number, z: number): number {
  const length = Math.hypot(x, y, z);
  if (!(length > 0 && length < Infinity)) return AMBIENT;
  const towards = (1 + (x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]) / length) / 2;
  return AMBIENT + (1 - AMBIENT) * towards * towards;
}
