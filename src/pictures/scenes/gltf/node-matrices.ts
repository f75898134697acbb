import { type Mat4, product } from '../vector.ts';
import type { GltfFile } from './document.ts';
import { ModelError } from './model-error.ts';

const IDENTITY: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A node of the scene: its number and its world matrix. */
export interface PlacedNode {
  readonly node: number;
  readonly world: Mat4;
}

/**
 * The nodes of the default scene, parents before children, in the order of the file. If the file names no default
 * scene, the first is taken; if it has no scenes, all nodes are. The world matrix is the parent's times the node's own
 * (glTF 2.0, 3.5.3).
 *
 * @throws ModelError when a node comes twice: the nodes of a scene are trees
 */
export function placedNodes({ json }: GltfFile, path: string): readonly PlacedNode[] {
  const nodes = json.nodes ?? [];
  const placed: PlacedNode[] = [];
  const parents = new Map<number, number | null>();
  /** The nodes that are still to be placed, the next one last, and the world matrices of their parents. */
  const waiting: { node: number; parent: number | null; matrix: Mat4 }[] = [];
  for (const node of rootNodes(json).toReversed()) waiting.push({ node, parent: null, matrix: IDENTITY });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node: number, parent, matrix } = next;
    if (parents.has(number)) {
      const problem = isAncestor(number, parent, parents) ? 'is its own ancestor' : 'comes twice in the scene';
      throw new ModelError(path, `node ${number} ${problem}`);
    }
    parents.set(number, parent);
    const world = product(matrix, localMatrix(nodes[number]));
    placed.push({ node: number, world });
    const children = nodes[number].children ?? [];
    for (const child of children.toReversed()) waiting.push({ node: child, parent: number, matrix: world });
  }
  return placed;
}

function isAncestor(node: number, below: number | null, parents: ReadonlyMap<number, number | null>): boolean {
  for (let at = below; at !== null; at = parents.get(at)!) if (at === node) return true;
  return false;
}

function rootNodes({ scenes, scene, nodes = [] }: GltfFile['json']): readonly number[] {
  const shown = scenes?.[scene ?? 0];
  if (shown !== undefined) return shown.nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  return [...nodes.keys()].filter((node) => !children.has(node));
}

type JsonNode = NonNullable<GltfFile['json']['nodes']>[number];

/** The matrix of a node: its own, or translation * rotation * scale. */
function localMatrix({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: JsonNode): Mat4 {
  if (matrix !== undefined) return matrix;
  const [x, y, z, w] = rotation;
  const [sx, sy, sz] = scale;
  const [tx, ty, tz] = translation;
  return [
    [sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + z * w), sx * 2 * (x * z - y * w), 0],
    [sy * 2 * (x * y - z * w), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + x * w), 0],
    [sz * 2 * (x * z + y * w), sz * 2 * (y * z - x * w), sz * (1 - 2 * (x * x + y * y)), 0],
    [tx, ty, tz, 1],
  ].flat();
}

/** The determinant of the upper left 3x3: negative if the matrix mirrors. */
export function determinant(m: Mat4): number {
  return m[0] * (m[5] * m[10] - m[9] * m[6]) + m[4] * (m[9] * m[2] - m[1] * m[10]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
}

/** A point, transformed by the matrix. */
export function movePoint(m: Mat4, x: number, y: number, z: number): [number, number, number] {
  return [
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  ];
}

/**
 * A normal, transformed by the transposed inverse of the matrix: its cofactors, negated if the matrix mirrors. The
 * result can have any length; zero stays zero.
 */
export function moveNormal(m: Mat4, x: number, y: number, z: number): [number, number, number] {
  const side = determinant(m) < 0 ? -1 : 1;
  return [
    side * ((m[5] * m[10] - m[9] * m[6]) * x + (m[9] * m[2] - m[1] * m[10]) * y + (m[1] * m[6] - m[5] * m[2]) * z),
    side * ((m[8] * m[6] - m[4] * m[10]) * x + (m[0] * m[10] - m[8] * m[2]) * y + (m[4] * m[2] - m[0] * m[6]) * z),
    side * ((m[4] * m[9] - m[8] * m[5]) * x + (m[8] * m[1] - m[0] * m[9]) * y + (m[0] * m[5] - m[4] * m[1]) * z),
  ];
}
