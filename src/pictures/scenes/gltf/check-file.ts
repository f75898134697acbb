import { fileValue } from '../../../../traces/encodings/json-lines.ts';
import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import type { GltfSource } from './gltf-source.ts';
import { ModelError } from './model-error.ts';

type Json = GltfSource['json'];

/** The bytes of a component by its OpenGL number, and the components of an element by its type. */
const COMPONENT_BYTES = tableOf({ 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 });
const COMPONENTS = tableOf({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 });
/** The bytes of a sparse accessor's index. */
const INDEX_BYTES = tableOf({ 5121: 1, 5123: 2, 5125: 4 });
/** The allowed types of the attributes used for drawing (glTF 2.0, 3.7.2.1). */
const ATTRIBUTE_TYPES = tableOf({
  POSITION: ['VEC3'],
  NORMAL: ['VEC3'],
  TEXCOORD: ['VEC2'],
  COLOR: ['VEC3', 'VEC4'],
  JOINTS: ['VEC4'],
  WEIGHTS: ['VEC4'],
});

/** A table whose keys a file gives: names that every object has are not among them. */
function tableOf<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries));
}

/**
 * Refuses a file with references to missing parts, or to bytes beyond their buffer.
 *
 * @param budget takes what reading copies: each accessor, and each image that lies in a buffer
 * @throws ModelError; MemoryError
 */
export function checkFile({ json, resources }: GltfSource, path: string, budget: MemoryBudget): void {
  checkReferences(json, path);
  (json.buffers ?? []).forEach((buffer, n) => {
    const bytes = resources[buffer.uri ?? '@glb.bin'];
    if (bytes?.byteLength >= buffer.byteLength) return;
    const found = bytes === undefined ? 'missing' : `${bytes.byteLength} bytes`;
    throw new ModelError(path, `buffer ${n} is ${found}; ${buffer.byteLength} bytes are expected`);
  });
  (json.bufferViews ?? []).forEach(({ buffer, byteOffset = 0, byteLength }, n) => {
    const size = json.buffers![buffer].byteLength;
    if (byteOffset >= 0 && byteLength >= 0 && byteOffset + byteLength <= size) return;
    throw new ModelError(path, `buffer view ${n} reaches beyond the ${size} bytes of buffer ${buffer}`);
  });
  (json.accessors ?? []).forEach((accessor, n) => {
    const what = `accessor ${n}`;
    budget.take(checkAccessor(json, accessor, what, path), `${path}: ${what} of ${accessor.count} elements`);
  });
  (json.images ?? []).forEach(({ bufferView }, n) => {
    if (bufferView !== undefined) budget.take(json.bufferViews![bufferView].byteLength, `${path}: image ${n}`);
  });
  for (const [m, mesh] of (json.meshes ?? []).entries()) {
    for (const { attributes, indices } of mesh.primitives) {
      const types = Object.entries(attributes).map(
        ([name, accessor]) => [name, accessor, ATTRIBUTE_TYPES.get(name.replace(/_\d+$/, ''))] as const,
      );
      if (indices !== undefined) types.push(['indices', indices, ['SCALAR']]);
      for (const [name, accessor, expected] of types) {
        const { type } = json.accessors![accessor];
        if (expected === undefined || expected.includes(type)) continue;
        throw new ModelError(path, `mesh ${m} has ${name} of ${type}; ${expected.join(' or ')} is expected`);
      }
    }
  }
}

/** Returns the bytes of an accessor's elements. */
function checkAccessor(
  json: Json,
  accessor: NonNullable<Json['accessors']>[number],
  what: string,
  path: string,
): number {
  const { bufferView, byteOffset = 0, componentType, type, count, sparse } = accessor;
  const component = COMPONENT_BYTES.get(String(componentType));
  const components = COMPONENTS.get(type);
  if (component === undefined || components === undefined) {
    throw new ModelError(
      path,
      `${what} is ${count} of ${fileValue(type)}, component type ${componentType}, which is none`,
    );
  }
  const element = component * components;
  const inView = (view: number, offset: number, elements: number, bytes: number, part: string) => {
    const { byteStride = bytes, byteLength } = json.bufferViews![view];
    const end = elements === 0 ? 0 : offset + (elements - 1) * byteStride + bytes;
    if (end > byteLength) {
      throw new ModelError(path, `${part} reaches beyond the ${byteLength} bytes of buffer view ${view}`);
    }
  };
  if (bufferView !== undefined) inView(bufferView, byteOffset, count, element, what);
  if (sparse !== undefined) {
    const { indices, values } = sparse;
    const index = INDEX_BYTES.get(String(indices.componentType));
    if (index === undefined || sparse.count > count) {
      const found = `${sparse.count} of ${count} elements by indices of component type ${indices.componentType}`;
      throw new ModelError(path, `${what} has sparse values for ${found}, which cannot be`);
    }
    inView(indices.bufferView, indices.byteOffset ?? 0, sparse.count, index, `${what}: sparse.indices`);
    inView(values.bufferView, values.byteOffset ?? 0, sparse.count, element, `${what}: sparse.values`);
  }
  return count * element;
}

function checkReferences(json: Json, path: string): void {
  const { accessors, bufferViews, buffers, cameras, images, materials, meshes, nodes, scenes, skins, textures } = json;
  const check = (from: string, number: number | undefined, what: string, list: readonly unknown[] | undefined) => {
    if (number === undefined || list?.[number] !== undefined) return;
    throw new ModelError(path, `${from} refers to ${what} ${number}, which is not there`);
  };
  check('the file', json.scene, 'scene', scenes);
  scenes?.forEach((scene, n) => scene.nodes?.forEach((node) => check(`scene ${n}`, node, 'node', nodes)));
  nodes?.forEach((node, n) => {
    node.children?.forEach((child) => check(`node ${n}`, child, 'node', nodes));
    check(`node ${n}`, node.mesh, 'mesh', meshes);
    check(`node ${n}`, node.camera, 'camera', cameras);
    check(`node ${n}`, node.skin, 'skin', skins);
  });
  meshes?.forEach(({ primitives }, n) => {
    for (const { attributes, indices, material, extensions } of primitives) {
      const draco = extensions?.KHR_draco_mesh_compression as { readonly bufferView: number } | undefined;
      check(`mesh ${n}`, draco?.bufferView, 'buffer view', bufferViews);
      for (const accessor of Object.values(attributes)) check(`mesh ${n}`, accessor, 'accessor', accessors);
      check(`mesh ${n}`, indices, 'accessor', accessors);
      check(`mesh ${n}`, material, 'material', materials);
    }
  });
  skins?.forEach((skin, n) => {
    skin.joints.forEach((joint) => check(`skin ${n}`, joint, 'node', nodes));
    check(`skin ${n}`, skin.inverseBindMatrices, 'accessor', accessors);
  });
  materials?.forEach((material, n) => {
    const { pbrMetallicRoughness: pbr, normalTexture, occlusionTexture, emissiveTexture } = material;
    const used = [
      pbr?.baseColorTexture,
      pbr?.metallicRoughnessTexture,
      normalTexture,
      occlusionTexture,
      emissiveTexture,
    ];
    for (const info of used) check(`material ${n}`, info?.index, 'texture', textures);
  });
  textures?.forEach(({ source }, n) => check(`texture ${n}`, source, 'image', images));
  textures?.forEach(({ sampler }, n) => check(`texture ${n}`, sampler, 'sampler', json.samplers));
  images?.forEach(({ bufferView }, n) => check(`image ${n}`, bufferView, 'buffer view', bufferViews));
  accessors?.forEach(({ bufferView, sparse }, n) => {
    for (const view of [bufferView, sparse?.indices.bufferView, sparse?.values.bufferView]) {
      check(`accessor ${n}`, view, 'buffer view', bufferViews);
    }
  });
  bufferViews?.forEach(({ buffer }, n) => check(`buffer view ${n}`, buffer, 'buffer', buffers));
}
