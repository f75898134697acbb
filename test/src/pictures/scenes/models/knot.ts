import { Document, type Material, type Primitive, type Texture } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { PNG } from 'pngjs';

const AROUND = 128;
const ACROSS = 12;
const TUBE = 0.42;
const TEXTURE_SIZE = 128;
/** Repeats of the texture along the knot and around the tube. */
const REPEATS = [16, 2];

type Three = [number, number, number];

/**
 * The example model: a trefoil knot over a slab, and a camera. The knot has base colour, metalness and roughness with
 * occlusion, normals and emission. The slab's texture is mirrored and scaled by KHR_texture_transform.
 */
export function knotDocument(): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene('knot');
  const add = (name: string, geometry: Geometry, material: Material) => {
    const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', array: Float32Array | Uint16Array) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const primitive: Primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', Float32Array.from(geometry.positions)))
      .setAttribute('NORMAL', accessor('VEC3', Float32Array.from(geometry.normals)))
      .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(geometry.coordinates)))
      .setIndices(accessor('SCALAR', Uint16Array.from(geometry.indices)))
      .setMaterial(material);
    scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)));
  };
  add('knot', knotGeometry(), knotMaterial(document));
  add('slab', slabGeometry(), slabMaterial(document));
  const lens = document.createCamera('camera').setType('perspective').setYFov(0.7).setZNear(0.5);
  // The camera looks down by 0.42 radians.
  const tilt = -0.21;
  scene.addChild(
    document
      .createNode('camera')
      .setTranslation([0, 3.4, 7.4])
      .setRotation([Math.sin(tilt), 0, 0, Math.cos(tilt)])
      .setCamera(lens),
  );
  return document;
}

interface Geometry {
  readonly positions: number[];
  readonly normals: number[];
  readonly coordinates: number[];
  readonly indices: number[];
}

/** A tube around a trefoil. Its frame follows the curve's second derivative, which is never zero there. */
function knotGeometry(): Geometry {
  const geometry: Geometry = { positions: [], normals: [], coordinates: [], indices: [] };
  const step = (2 * Math.PI) / AROUND;
  for (let i = 0; i <= AROUND; i++) {
    const centre = trefoil(i * step);
    const tangent = unit(minus(trefoil((i + 0.5) * step), trefoil((i - 0.5) * step)));
    const out = unit(cross(cross(tangent, centre), tangent));
    const side = cross(tangent, out);
    for (let j = 0; j <= ACROSS; j++) {
      const angle = (2 * Math.PI * j) / ACROSS;
      const normal = [0, 1, 2].map((k) => Math.cos(angle) * out[k] + Math.sin(angle) * side[k]);
      geometry.positions.push(...normal.map((n, k) => centre[k] + TUBE * n));
      geometry.normals.push(...normal);
      geometry.coordinates.push((REPEATS[0] * i) / AROUND, (REPEATS[1] * j) / ACROSS);
    }
  }
  for (let i = 0; i < AROUND; i++) {
    for (let j = 0; j < ACROSS; j++) {
      const corner = i * (ACROSS + 1) + j;
      const next = corner + ACROSS + 1;
      geometry.indices.push(corner, next, corner + 1, corner + 1, next, next + 1);
    }
  }
  return geometry;
}

function trefoil(angle: number): Three {
  const radius = 1.3 + 0.55 * Math.cos(3 * angle);
  return [radius * Math.cos(2 * angle), 0.62 * Math.sin(3 * angle), radius * Math.sin(2 * angle)];
}

/** Two triangles under the knot. */
function slabGeometry(): Geometry {
  return {
    positions: [-4, -1.3, -4, 4, -1.3, -4, -4, -1.3, 4, 4, -1.3, 4],
    normals: [0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0],
    coordinates: [0, 0, 1, 0, 0, 1, 1, 1],
    indices: [0, 2, 1, 1, 2, 3],
  };
}

function knotMaterial(document: Document): Material {
  return document
    .createMaterial('weave')
    .setBaseColorTexture(picture(document, 'weave colour', weaveColour))
    .setMetallicRoughnessTexture(picture(document, 'weave surface', weaveSurface))
    .setOcclusionTexture(document.getRoot().listTextures()[1])
    .setNormalTexture(picture(document, 'weave normal', weaveNormal))
    .setEmissiveTexture(picture(document, 'weave glow', weaveGlow))
    .setEmissiveFactor([1, 0.45, 0.1]);
}

function slabMaterial(document: Document): Material {
  const material = document
    .createMaterial('tiles')
    .setBaseColorTexture(picture(document, 'tile colour', tileColour))
    .setRoughnessFactor(0.7);
  const transform = document.createExtension(KHRTextureTransform).createTransform().setScale([7, 7]).setRotation(0.4);
  const MIRRORED_REPEAT = 33648;
  material
    .getBaseColorTextureInfo()!
    .setWrapS(MIRRORED_REPEAT)
    .setWrapT(MIRRORED_REPEAT)
    .setExtension('KHR_texture_transform', transform);
  return material;
}

/** A function from a point of a picture to its r, g and b, all 0 to 1. */
type Paint = (s: number, t: number) => Three;

function picture(document: Document, name: string, paint: Paint): Texture {
  const png = new PNG({ width: TEXTURE_SIZE, height: TEXTURE_SIZE });
  for (let j = 0, at = 0; j < TEXTURE_SIZE; j++) {
    for (let i = 0; i < TEXTURE_SIZE; i++, at += 4) {
      const colour = paint((i + 0.5) / TEXTURE_SIZE, (j + 0.5) / TEXTURE_SIZE);
      png.data.set([...colour.map((v) => Math.round(255 * Math.min(Math.max(v, 0), 1))), 255], at);
    }
  }
  const bytes = PNG.sync.write(png, { deflateLevel: 9, colorType: 2 });
  return document.createTexture(name).setMimeType('image/png').setImage(new Uint8Array(bytes));
}

/** The upper of two strands in a basket weave of 4 x 4, and the position of the point across its width, -1 to 1. */
function strand(s: number, t: number): { level: boolean; across: number; height: number } {
  const level = (Math.floor(4 * s) + Math.floor(4 * t)) % 2 === 0;
  const [along, across] = level ? [4 * s, 4 * t] : [4 * t, 4 * s];
  const place = 2 * (across - Math.floor(across)) - 1;
  const bulge = Math.sin(Math.PI * (along - Math.floor(along)));
  return { level, across: place, height: Math.sqrt(1 - 0.9 * place * place) * (0.4 + 0.6 * bulge) };
}

function weaveColour(s: number, t: number): Three {
  const { level, height } = strand(s, t);
  const shade = 0.55 + 0.45 * height;
  return level ? [0.93 * shade, 0.72 * shade, 0.36 * shade] : [0.16 * shade, 0.45 * shade, 0.6 * shade];
}

/** r: occlusion, g: roughness, b: metalness. */
function weaveSurface(s: number, t: number): Three {
  const { level, height } = strand(s, t);
  return [0.35 + 0.65 * height, level ? 0.35 : 0.6, level ? 1 : 0];
}

function weaveNormal(s: number, t: number): Three {
  const { level, across } = strand(s, t);
  const lean = 0.6 * across;
  const [x, y] = level ? [0, -lean] : [lean, 0];
  const length = Math.hypot(x, y, 1);
  return [0.5 + x / length / 2, 0.5 + y / length / 2, 0.5 + 1 / length / 2];
}

/** Seams between the strands glow where four of them meet. */
function weaveGlow(s: number, t: number): Three {
  const distance = Math.hypot(4 * s - Math.round(4 * s), 4 * t - Math.round(4 * t));
  const glow = Math.max(0, 1 - distance / 0.16);
  return [glow, glow, glow];
}

/** The colour of a tile. Its arrow-like corner shows the direction of mirroring. */
function tileColour(s: number, t: number): Three {
  const joint = Math.min(s, t, 1 - s, 1 - t) < 0.03;
  if (joint) return [0.2, 0.19, 0.2];
  const arrow = s > 0.2 && t > 0.2 && (s < 0.32 || t < 0.32) && s + t < 1.1;
  return arrow ? [0.78, 0.36, 0.22] : [0.72 - 0.1 * t, 0.7 - 0.1 * t, 0.66 - 0.06 * s];
}

function minus(a: Three, b: Three): Three {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Three, b: Three): Three {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Three): Three {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
