import type { JSONDocument } from '@gltf-transform/core';
import { ModelError } from './model-error.ts';

type Json = JSONDocument['json'];

/** The bytes of a component by its OpenGL number, and the components of an element by its type. */
const COMPONENT_BYTES = tableOf({ 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 });
const COMPONENTS = tableOf({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 });
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
 * @throws ModelError
 */
export function checkFile({ json, resources }: JSONDocument, path: string): void {
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
  (json.accessors ?? []).forEach((accessor, n) => checkAccessor(json, accessor, `accessor ${n}`, path));
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

function checkAccessor(json: Json, accessor: NonNullable<Json['accessors']>[number], what: string, path: string): void {
  const { bufferView, byteOffset = 0, componentType, type, count } = accessor;
  const component = COMPONENT_BYTES.get(String(componentType));
  const components = COMPONENTS.get(type);
  if (component === undefined || components === undefined || !Number.isInteger(count) || count < 0) {
    throw new ModelError(path, `${what} is ${count} of ${type}, component type ${componentType}, which is none`);
  }
  if (bufferView === undefined || count === 0) return;
  const { byteStride, byteLength } = json.bufferViews![bufferView];
  const element = component * components;
  const end = byteOffset + (count - 1) * (byteStride ?? element) + element;
  if (byteOffset >= 0 && end <= byteLength) return;
  throw new ModelError(path, `${what} reaches beyond the ${byteLength} bytes of buffer view ${bufferView}`);
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
    for (const { attributes, indices, material } of primitives) {
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
  accessors?.forEach(({ bufferView }, n) => check(`accessor ${n}`, bufferView, 'buffer view', bufferViews));
  bufferViews?.forEach(({ buffer }, n) => check(`buffer view ${n}`, buffer, 'buffer', buffers));
}
