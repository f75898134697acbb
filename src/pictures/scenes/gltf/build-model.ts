import type { Primitive } from '@gltf-transform/core';
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
import { primitiveDraw, PrimitiveFault } from './primitive-draw.ts';
import { skinMatrices } from './skin-matrices.ts';
import { hasTriangles } from './triangles.ts';

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
