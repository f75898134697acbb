import type { Node, Primitive } from '@gltf-transform/core';
import { fileValue } from '../../../../traces/encodings/json-lines.ts';
import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { progressAs } from '../../../platform/progress.ts';
import type { Draw } from '../draw.ts';
import type { GltfFile } from './document.ts';
import { materialLayers } from './material-layers.ts';
import type { Model, ModelOptions } from './model.ts';
import { modelBounds, fileCamera, framingCamera } from './model-camera.ts';
import { ModelError } from './model-error.ts';
import { ModelTextures } from './model-textures.ts';
import { placedNodes } from './node-matrices.ts';
import { primitiveDraw, PrimitiveFault, type VertexMatrix } from './primitive-draw.ts';
import { hasTriangles } from './triangles.ts';
import { type Mat4, product } from '../vector.ts';

const ALPHA_ORDER = { opaque: 0, mask: 1, blend: 2 } as const;

/**
 * The triangles of a file's default scene, without animation and morphing. Yields the share that is done, 0 to 1.
 *
 * @param path for messages  @param located the path of an image's file by its URI
 * @throws ModelError when there is nothing to draw, or a part cannot be read; its message is one line; MemoryError
 */
export function* buildModel(
  file: GltfFile,
  path: string,
  options: ModelOptions,
  budget: MemoryBudget,
  located: (uri: string) => string,
): Generator<number, Model, void> {
  const placed = placedNodes(file, path);
  const textures = new ModelTextures(file);
  const nodes = file.document.getRoot().listNodes();
  const worlds = new Map(placed.map(({ node, world }) => [node, world]));
  const draws: Draw[] = [];
  for (const [n, { node: number, world }] of placed.entries()) {
    yield n / placed.length / 2;
    const node = nodes[number];
    const mesh = `mesh ${fileValue(node.getMesh()?.getName())}`;
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (!hasTriangles(primitive.getMode()) || !primitive.getAttribute('POSITION')?.getCount()) continue;
      const layers = materialLayers(primitive.getMaterial(), options.textures, textures);
      budget.take(drawBytes(primitive, layers.length), `${path}: ${mesh} of node ${number}`);
      try {
        const matrixOf = skinMatrices(file, node, primitive, worlds) ?? (() => world);
        const draw = primitiveDraw(primitive, layers, matrixOf);
        if (draw.indices.length > 0) draws.push(draw);
      } catch (cause) {
        if (!(cause instanceof PrimitiveFault)) throw cause;
        throw new ModelError(path, `${mesh} ${cause.message}`, { cause });
      }
    }
  }
  if (draws.length === 0) throw new ModelError(path, 'has no triangles in its scene');
  const decoding = textures.decode({ path, located, maxDimension: options.maxDimension, budget });
  const images = yield* progressAs(decoding, (part) => (1 + part) / 2);
  const bounds = modelBounds(draws);
  const own = fileCamera(file, placed, bounds);
  return {
    draws: [...draws].sort((a, b) => ALPHA_ORDER[a.surface.alphaMode] - ALPHA_ORDER[b.surface.alphaMode]),
    images,
    states: textures.states,
    camera: (aspect) => own ?? framingCamera(bounds, aspect),
  };
}

/** Bytes of a draw: indices, and of each vertex position, normal, tint and texture coordinates. */
function drawBytes(primitive: Primitive, layers: number): number {
  const vertices = primitive.getAttribute('POSITION')!.getCount();
  const corners = primitive.getIndices()?.getCount() ?? vertices;
  return Math.max(vertices, corners) * (48 + 8 * layers);
}

/**
 * The matrix of each vertex of a skinned primitive, from the joints' pose in the file (glTF 2.0, 3.7.3.3). The node's
 * own matrix is not used. Null if the primitive has no weights.
 *
 * @param worlds world matrices of all nodes of the scene, by node number
 */
function skinMatrices(
  { document }: GltfFile,
  node: Node,
  primitive: Primitive,
  worlds: ReadonlyMap<number, Mat4>,
): VertexMatrix | null {
  const skin = node.getSkin();
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = primitive.getAttribute('WEIGHTS_0');
  if (skin === null || joints === null || weights === null) return null;
  const nodes = document.getRoot().listNodes();
  const inverse = skin.getInverseBindMatrices();
  const matrices = skin.listJoints().map((joint, n): Mat4 | null => {
    const world = worlds.get(nodes.indexOf(joint));
    if (world === undefined) return null;
    if (inverse === null) return world;
    return product(world, inverse.getElement(n, new Array<number>(16).fill(0)));
  });
  const joint = [0, 0, 0, 0];
  const weight = [0, 0, 0, 0];
  const sum = new Array<number>(16).fill(0);
  return (vertex) => {
    joints.getElement(vertex, joint);
    weights.getElement(vertex, weight);
    sum.fill(0);
    const whole = weight[0] + weight[1] + weight[2] + weight[3];
    for (let k = 0; k < 4; k++) {
      const matrix = matrices[joint[k]];
      if (weight[k] > 0 && matrix) for (let n = 0; n < 16; n++) sum[n] += (weight[k] / whole) * matrix[n];
    }
    return sum;
  };
}
