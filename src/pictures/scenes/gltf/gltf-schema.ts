import * as z from 'zod';
import { expects } from '../../../../traces/encodings/fields.ts';

const MOST = 2 ** 31 - 1;

function integer(min: number, max: number = MOST) {
  const message = expects(`an integer from ${min} to ${max}`);
  return z.int(message).min(min, message).max(max, message);
}

/** The place of something in one of the file's lists. */
const index = integer(0);
const size = integer(0);
const number = z.number(expects('a finite number'));
const text = z.string(expects('a text'));
const flag = z.boolean(expects('true or false'));
const numbers = (count: number) =>
  z.array(number, expects(`${count} numbers`)).length(count, expects(`${count} numbers`));
const list = <T extends z.ZodType>(of: T) => z.array(of, expects('a list'));
const part = <const T extends z.ZodRawShape>(shape: T) => z.looseObject(shape, expects('an object'));
const indices = list(index);
const attributes = z.record(z.string(), index, expects('an object of accessors'));

const textureInfo = part({
  index,
  texCoord: index.optional(),
  extensions: part({
    KHR_texture_transform: part({
      offset: numbers(2).optional(),
      rotation: number.optional(),
      scale: numbers(2).optional(),
      texCoord: index.optional(),
    }).optional(),
  }).optional(),
});

const primitive = part({
  attributes,
  indices: index.optional(),
  material: index.optional(),
  mode: integer(0, 6).optional(),
  targets: list(attributes).optional(),
  extensions: part({ KHR_draco_mesh_compression: part({ bufferView: index, attributes }).optional() }).optional(),
});

const camera = part({
  type: z.enum(['perspective', 'orthographic'], expects('"perspective" or "orthographic"')),
  perspective: part({
    yfov: number,
    znear: number,
    zfar: number.optional(),
    aspectRatio: number.optional(),
  }).optional(),
  orthographic: part({ xmag: number, ymag: number, znear: number, zfar: number }).optional(),
});

const sparse = part({
  count: integer(1),
  indices: part({ bufferView: index, byteOffset: size.optional(), componentType: integer(0) }),
  values: part({ bufferView: index, byteOffset: size.optional() }),
});

const animation = part({
  channels: list(part({ sampler: index, target: part({ node: index.optional(), path: text }) })),
  samplers: list(part({ input: index, output: index })),
});

/** The parts of a glTF 2.0 file that are read, and their types. Other properties are allowed. */
export const gltfSchema = part({
  extensionsUsed: list(text).optional(),
  extensionsRequired: list(text).optional(),
  scene: index.optional(),
  scenes: list(part({ name: text.optional(), nodes: indices.optional() })).optional(),
  nodes: list(
    part({
      name: text.optional(),
      children: indices.optional(),
      mesh: index.optional(),
      camera: index.optional(),
      skin: index.optional(),
      matrix: numbers(16).optional(),
      translation: numbers(3).optional(),
      rotation: numbers(4).optional(),
      scale: numbers(3).optional(),
      weights: list(number).optional(),
    }),
  ).optional(),
  meshes: list(
    part({ name: text.optional(), primitives: list(primitive), weights: list(number).optional() }),
  ).optional(),
  accessors: list(
    part({
      name: text.optional(),
      bufferView: index.optional(),
      byteOffset: size.optional(),
      componentType: integer(0),
      normalized: flag.optional(),
      count: size,
      type: text,
      sparse: sparse.optional(),
    }),
  ).optional(),
  bufferViews: list(
    part({ buffer: index, byteOffset: size.optional(), byteLength: size, byteStride: integer(4, 252).optional() }),
  ).optional(),
  buffers: list(part({ name: text.optional(), uri: text.optional(), byteLength: size })).optional(),
  images: list(
    part({
      name: text.optional(),
      uri: text.optional(),
      mimeType: text.optional(),
      bufferView: index.optional(),
    }),
  ).optional(),
  samplers: list(
    part({
      magFilter: size.optional(),
      minFilter: size.optional(),
      wrapS: size.optional(),
      wrapT: size.optional(),
    }),
  ).optional(),
  textures: list(part({ sampler: index.optional(), source: index.optional() })).optional(),
  materials: list(
    part({
      name: text.optional(),
      pbrMetallicRoughness: part({
        baseColorFactor: numbers(4).optional(),
        baseColorTexture: textureInfo.optional(),
        metallicFactor: number.optional(),
        roughnessFactor: number.optional(),
        metallicRoughnessTexture: textureInfo.optional(),
      }).optional(),
      normalTexture: textureInfo.extend({ scale: number.optional() }).optional(),
      occlusionTexture: textureInfo.extend({ strength: number.optional() }).optional(),
      emissiveTexture: textureInfo.optional(),
      emissiveFactor: numbers(3).optional(),
      alphaMode: z.enum(['OPAQUE', 'MASK', 'BLEND'], expects('"OPAQUE", "MASK" or "BLEND"')).optional(),
      alphaCutoff: number.optional(),
      doubleSided: flag.optional(),
    }),
  ).optional(),
  cameras: list(camera).optional(),
  skins: list(part({ joints: indices, inverseBindMatrices: index.optional(), skeleton: index.optional() })).optional(),
  animations: list(animation).optional(),
});
