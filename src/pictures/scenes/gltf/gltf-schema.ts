import * as z from 'zod';
import { expects, flag, integerField as integer, listField } from '../../../../traces/encodings/fields.ts';

const MOST = 2 ** 31 - 1;

/** The place of something in one of the file's lists. */
const index = integer(0, MOST);
const size = integer(0, MOST);
const number = z.number(expects('a finite number'));
const text = z.string(expects('a text'));
const numbers = (count: number) => listField(number, count, count, `${count} numbers`);
const list = <T extends z.ZodType>(of: T) => z.array(of, expects('a list'));
const indices = list(index);
const attributes = z.record(z.string(), index, expects('an object of accessors'));

/** An object with some properties that it must have, some that it may have, and any others. */
function part(required: z.ZodRawShape, optional: z.ZodRawShape = {}) {
  const may = Object.entries(optional).map(([name, of]) => [name, z.optional(of)]);
  return z.looseObject({ ...required, ...Object.fromEntries(may) }, expects('an object'));
}

const transform = part({}, { offset: numbers(2), rotation: number, scale: numbers(2), texCoord: index });
const textureInfo = part({ index }, { texCoord: index, extensions: part({}, { KHR_texture_transform: transform }) });

const draco = part({ bufferView: index, attributes });
const primitive = part(
  { attributes },
  {
    indices: index,
    material: index,
    mode: integer(0, 6),
    targets: list(attributes),
    extensions: part({}, { KHR_draco_mesh_compression: draco }),
  },
);

const camera = part(
  { type: z.enum(['perspective', 'orthographic'], expects('"perspective" or "orthographic"')) },
  {
    perspective: part({ yfov: number, znear: number }, { zfar: number, aspectRatio: number }),
    orthographic: part({ xmag: number, ymag: number, znear: number, zfar: number }),
  },
);

const node = part(
  {},
  {
    name: text,
    children: indices,
    mesh: index,
    camera: index,
    skin: index,
    matrix: numbers(16),
    translation: numbers(3),
    rotation: numbers(4),
    scale: numbers(3),
    weights: list(number),
  },
);

const sparse = part({
  count: integer(1, MOST),
  indices: part({ bufferView: index, componentType: size }, { byteOffset: size }),
  values: part({ bufferView: index }, { byteOffset: size }),
});
const accessor = part(
  { componentType: size, count: size, type: text },
  { name: text, bufferView: index, byteOffset: size, normalized: flag, sparse },
);

const pbrMetallicRoughness = part(
  {},
  {
    baseColorFactor: numbers(4),
    baseColorTexture: textureInfo,
    metallicFactor: number,
    roughnessFactor: number,
    metallicRoughnessTexture: textureInfo,
  },
);
const material = part(
  {},
  {
    name: text,
    pbrMetallicRoughness,
    normalTexture: textureInfo.extend({ scale: number.optional() }),
    occlusionTexture: textureInfo.extend({ strength: number.optional() }),
    emissiveTexture: textureInfo,
    emissiveFactor: numbers(3),
    alphaMode: z.enum(['OPAQUE', 'MASK', 'BLEND'], expects('"OPAQUE", "MASK" or "BLEND"')),
    alphaCutoff: number,
    doubleSided: flag,
  },
);

const animation = part({
  channels: list(part({ sampler: index, target: part({ path: text }, { node: index }) })),
  samplers: list(part({ input: index, output: index })),
});

/** The parts of a glTF 2.0 file that are read, and their types. Other properties are allowed. */
export const gltfSchema = part(
  {},
  {
    extensionsUsed: list(text),
    extensionsRequired: list(text),
    scene: index,
    scenes: list(part({}, { name: text, nodes: indices })),
    nodes: list(node),
    meshes: list(part({ primitives: list(primitive) }, { name: text, weights: list(number) })),
    accessors: list(accessor),
    bufferViews: list(part({ buffer: index, byteLength: size }, { byteOffset: size, byteStride: integer(4, 252) })),
    buffers: list(part({ byteLength: size }, { name: text, uri: text })),
    images: list(part({}, { name: text, uri: text, mimeType: text, bufferView: index })),
    samplers: list(part({}, { magFilter: size, minFilter: size, wrapS: size, wrapT: size })),
    textures: list(part({}, { sampler: index, source: index })),
    materials: list(material),
    cameras: list(camera),
    skins: list(part({ joints: indices }, { inverseBindMatrices: index, skeleton: index })),
    animations: list(animation),
  },
);
