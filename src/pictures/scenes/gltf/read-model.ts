import { dirname } from 'node:path';
import type { Node } from '@gltf-transform/core';
import type { Draw } from '../draw.ts';
import { type GltfFile, readGltf } from './document.ts';
import { materialLayers, type MaterialLayer } from './material-layers.ts';
import type { Model, ModelOptions, TextureChoice } from './model.ts';
import { boundsOf, fileCamera, framingCamera } from './model-camera.ts';
import { ModelError } from './model-error.ts';
import { ModelTextures } from './model-textures.ts';
import { type Mat4, type PlacedNode, placedNodes } from './node-matrices.ts';
import { primitiveDraw, PrimitiveFault } from './primitive-draw.ts';
import { skinMatrices } from './skin-matrices.ts';
import { hasTriangles } from './triangles.ts';

const ALPHA_ORDER = { opaque: 0, mask: 1, blend: 2 } as const;

/**
 * Reads a glTF 2.0 file: the triangles of its default scene, without animation and morphing. After the file is read,
 * the work goes on in the returned generator, which yields the share that is done, 0 to 1.
 *
 * @throws ModelError when there is nothing to draw, or a part cannot be read; its message is one line
 */
export async function readModel(path: string, options: ModelOptions): Promise<Generator<number, Model, void>> {
  const file = await readGltf(path);
  return buildModel(file, path, options);
}

function* buildModel(file: GltfFile, path: string, options: ModelOptions): Generator<number, Model, void> {
  const placed = placedNodes(file, path);
  const textures = new ModelTextures(file);
  const draws: Draw[] = [];
  const primitives = new ScenePrimitives(file, path, placed, options.textures, textures);
  for (let n = 0; n < placed.length; n++) {
    yield n / placed.length / 2;
    draws.push(...primitives.drawsOf(placed[n]));
  }
  if (draws.length === 0) throw new ModelError(path, 'has no triangles in its scene');
  const steps = textures.decode(path, dirname(path), options.maxDimension);
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield (1 + step.value) / 2;
  const bounds = boundsOf(draws);
  const own = fileCamera(file, placed, bounds);
  return {
    draws: [...draws].sort((a, b) => ALPHA_ORDER[a.surface.alphaMode] - ALPHA_ORDER[b.surface.alphaMode]),
    images: step.value,
    states: textures.states,
    camera: (aspect) => own ?? framingCamera(bounds, aspect),
  };
}

/** The primitives of a scene's nodes as draws. */
class ScenePrimitives {
  private readonly file: GltfFile;
  private readonly path: string;
  private readonly nodes: readonly Node[];
  private readonly worlds: ReadonlyMap<number, Mat4>;
  private readonly choice: TextureChoice;
  private readonly textures: ModelTextures;

  constructor(
    file: GltfFile,
    path: string,
    placed: readonly PlacedNode[],
    choice: TextureChoice,
    textures: ModelTextures,
  ) {
    this.file = file;
    this.path = path;
    this.nodes = file.document.getRoot().listNodes();
    this.worlds = new Map(placed.map(({ node, world }) => [node, world]));
    this.choice = choice;
    this.textures = textures;
  }

  drawsOf({ node: number, world }: PlacedNode): readonly Draw[] {
    const node = this.nodes[number];
    const draws: Draw[] = [];
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (!hasTriangles(primitive.getMode()) || !primitive.getAttribute('POSITION')?.getCount()) continue;
      const layers: readonly MaterialLayer[] = materialLayers(primitive.getMaterial(), this.choice, this.textures);
      try {
        const matrixOf = skinMatrices(this.file, node, primitive, this.worlds) ?? (() => world);
        const draw = primitiveDraw(primitive, layers, matrixOf);
        if (draw.indices.length > 0) draws.push(draw);
      } catch (cause) {
        if (!(cause instanceof PrimitiveFault)) throw cause;
        throw new ModelError(this.path, `mesh "${node.getMesh()!.getName()}" ${cause.message}`, { cause });
      }
    }
    return draws;
  }
}
