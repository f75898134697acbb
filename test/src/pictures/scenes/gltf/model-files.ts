import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, type Material, type Node, NodeIO, type Primitive, type Texture } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { PNG } from 'pngjs';
import { afterAll, beforeAll } from 'vitest';
import type { Model, ModelOptions } from '../../../../../src/pictures/scenes/gltf/model.ts';
import { readModel } from '../../../../../src/pictures/scenes/gltf/read-model.ts';

/** The parts of a primitive; absent parts are not in the file. */
export interface Parts {
  readonly positions: readonly number[];
  readonly normals?: readonly number[];
  readonly coordinates?: readonly number[];
  readonly secondCoordinates?: readonly number[];
  readonly colors?: readonly number[];
  readonly indices?: readonly number[];
  /** The mode's number in glTF; triangles if absent. */
  readonly mode?: number;
  readonly material?: Material;
}

/** The unit square in z = 0, seen from +z, with its texture upright: t = 0 on top. */
export const SQUARE: Parts = {
  positions: [0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0],
  normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
  coordinates: [0, 0, 0, 1, 1, 0, 1, 1],
  indices: [0, 1, 2, 2, 1, 3],
};

export function addPrimitive(document: Document, parts: Parts): Primitive {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', numbers: readonly number[]) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(type === 'SCALAR' ? Uint32Array.from(numbers) : Float32Array.from(numbers))
      .setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute('POSITION', accessor('VEC3', parts.positions));
  if (parts.normals) primitive.setAttribute('NORMAL', accessor('VEC3', parts.normals));
  if (parts.coordinates) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', parts.coordinates));
  if (parts.secondCoordinates) primitive.setAttribute('TEXCOORD_1', accessor('VEC2', parts.secondCoordinates));
  if (parts.colors) primitive.setAttribute('COLOR_0', accessor('VEC3', parts.colors));
  if (parts.indices) primitive.setIndices(accessor('SCALAR', parts.indices));
  if (parts.mode !== undefined) primitive.setMode(parts.mode as 4);
  if (parts.material) primitive.setMaterial(parts.material);
  return primitive;
}

/** A node of the scene with one mesh made of these primitives. */
export function addNode(document: Document, ...primitives: Primitive[]): Node {
  const scene = document.getRoot().listScenes()[0] ?? document.createScene();
  const mesh = document.createMesh('thing');
  for (const primitive of primitives) mesh.addPrimitive(primitive);
  const node = document.createNode('thing').setMesh(mesh);
  scene.addChild(node);
  return node;
}

/** A texture of 2 x 2 texels, r, g, b, a each. */
export function texture(document: Document, name: string, ...texels: readonly (readonly number[])[]): Texture {
  const png = new PNG({ width: 2, height: 2 });
  png.data.set(texels.flat());
  return document
    .createTexture(name)
    .setMimeType('image/png')
    .setImage(new Uint8Array(PNG.sync.write(png)));
}

let folder: string;
let files = 0;

/** Gives the tests of a file a folder for the models that they write. */
export function withModelFolder(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'texunit-model-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** Writes a model's file and returns its path. */
export function modelFile(bytes: Uint8Array | string, suffix = 'glb'): string {
  const path = join(folder, `model${files++}.${suffix}`);
  writeFileSync(path, bytes);
  return path;
}

export async function glbFile(document: Document): Promise<string> {
  return modelFile(await new NodeIO().registerExtensions([KHRTextureTransform]).writeBinary(document));
}

export async function model(file: Document | string, options: Partial<ModelOptions> = {}): Promise<Model> {
  const path = typeof file === 'string' ? file : await glbFile(file);
  const steps = await readModel(path, { textures: 'all', maxDimension: 4096, ...options });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The error message of a refused model, without its path. */
export async function refusal(file: Document | string): Promise<string> {
  const path = typeof file === 'string' ? file : await glbFile(file);
  const error: unknown = await model(path).then(
    () => new Error('it was read'),
    (cause: unknown) => cause,
  );
  const { name, message } = error as Error;
  if (!['ModelError', 'MemoryError'].includes(name) || !message.startsWith(`${path}: `)) throw error;
  return message.slice(path.length + 2).replaceAll(`${folder}/`, '');
}
