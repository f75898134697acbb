import { createRequire } from 'node:module';
import { Document, type Material, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Model } from '../../../../../src/pictures/scenes/gltf/model.ts';
import { BACKGROUND } from '../../../../../src/simulate/framebuffer.ts';
import { encodeKtx2 } from '../../../../../src/pictures/containers/write-ktx2.ts';
import { drawn, pixels } from './drawn-model.ts';
import {
  addNode,
  addPrimitive,
  glbFile,
  model,
  modelFile,
  type Parts,
  SQUARE,
  texture,
  withModelFolder,
} from './model-files.ts';

withModelFolder();

const RED = [200, 30, 20, 255];
const GREEN = [40, 180, 60, 255];
const BLUE = [30, 60, 220, 255];
const WHITE = [255, 255, 255, 255];
/** Normals towards the light, so that nothing is shaded. */
const LIT = [0.36, 0.8, 0.48];
const LIT_SQUARE: Parts = { ...SQUARE, normals: [...LIT, ...LIT, ...LIT, ...LIT] };
const NEAREST = 9728;
const CLAMP = 33071;
/** Centres of the four quadrants of an image of 8 x 8: upper left, upper right, lower left, lower right. */
const QUADRANTS = [
  [2, 2],
  [5, 2],
  [2, 5],
  [5, 5],
] as const;

let document: Document;
beforeEach(() => {
  document = new Document();
});

/** A material with four colours, row by row, and nearest filtering. */
function fourColours(): Material {
  const material = document.createMaterial().setBaseColorTexture(texture(document, 'four', RED, GREEN, BLUE, WHITE));
  material.getBaseColorTextureInfo()!.setMagFilter(NEAREST).setMinFilter(NEAREST).setWrapS(CLAMP).setWrapT(CLAMP);
  return material;
}

async function quadrants(): Promise<number[][]> {
  return pixels(drawn(await model(document), 8), ...QUADRANTS);
}

const upright = [RED, GREEN, BLUE, WHITE].map((colour) => colour.slice(0, 3));

function vertices({ draws }: Model): number[][] {
  return draws.map(({ positions }) => [...positions]);
}

describe('a model', () => {
  it('shows its texture upright, with unchanged sRGB colours where it faces the light', async () => {
    addNode(document, addPrimitive(document, { ...LIT_SQUARE, material: fourColours() }));
    expect(await quadrants()).toEqual(upright);
  });

  it('is drawn equally from triangles, strips and fans, with indices and without', async () => {
    const { positions, coordinates } = LIT_SQUARE;
    const corner = (order: readonly number[], size: number, of: readonly number[]) =>
      order.flatMap((n) => of.slice(size * n, size * n + size));
    const forms: [number, number[]][] = [
      [4, [0, 1, 2, 2, 1, 3]],
      [5, [0, 1, 2, 3]],
      [6, [0, 1, 3, 2]],
    ];
    for (const [mode, indices] of forms) {
      for (const indexed of [true, false]) {
        document = new Document();
        const own: Parts = indexed
          ? { ...LIT_SQUARE, indices }
          : {
              positions: corner(indices, 3, positions),
              coordinates: corner(indices, 2, coordinates!),
              normals: indices.flatMap(() => LIT),
            };
        addNode(document, addPrimitive(document, { ...own, mode, material: fourColours() }));
        expect(await quadrants(), `mode ${mode}, ${indexed ? 'indexed' : 'not indexed'}`).toEqual(upright);
      }
    }
  });

  it('shows its front and a mirrored texture if its node mirrors it', async () => {
    const node = addNode(document, addPrimitive(document, { ...LIT_SQUARE, material: fourColours() }));
    node.setScale([-1, 1, 1]).setTranslation([1, 0, 0]);
    // The light comes from the other side in x, because the normals are mirrored too.
    const shades = pixels(drawn(await model(document), 8), ...QUADRANTS);
    const bright = (colour: number[]) => colour.map((v) => (v > 100 ? 1 : 0));
    expect(shades.map(bright)).toEqual([upright[1], upright[0], upright[3], upright[2]].map(bright));
  });

  it('is culled from behind unless its material is double-sided', async () => {
    const material = fourColours();
    const turned = { ...LIT_SQUARE, indices: [0, 2, 1, 2, 3, 1], material };
    addNode(document, addPrimitive(document, turned));
    expect(await quadrants()).toEqual(Array.from({ length: 4 }, () => [...BACKGROUND]));
    material.setDoubleSided(true);
    expect(await quadrants()).toEqual(upright);
  });

  it('is placed by the nodes above it, by translation, rotation and scale or by a matrix', async () => {
    const point = { positions: [1, 2, 3, 4, 2, 3, 1, 5, 3] };
    const child = addNode(document, addPrimitive(document, point)).setTranslation([10, 0, 0]);
    // The transform is a quarter turn about z, then twice the height, then down.
    const half = Math.SQRT1_2;
    const parent = document.createNode().setRotation([0, 0, half, half]).setScale([1, 2, 1]).setTranslation([0, -7, 0]);
    parent.addChild(child);
    document.getRoot().listScenes()[0].addChild(parent);
    // (x + 10, 2y, z) rotated gives (-2y, x + 10, z); then y - 7.
    const expected = [-4, 4, 3, -4, 7, 3, -10, 4, 3];
    const [placed] = vertices(await model(document));
    placed.forEach((value, n) => expect(Math.abs(value - expected[n])).toBeLessThan(2 ** -20));

    const skewed = { asset: { version: '2.0' }, ...json(point), nodes: [{ mesh: 0, matrix: skew }] };
    expect(vertices(await model(modelFile(JSON.stringify(skewed), 'gltf')))).toEqual([
      [1 + 2, 2, 3 + 5, 4 + 2, 2, 3 + 5, 1 + 5, 5, 3 + 5],
    ]);
  });

  /** x + y, y, z + 5, a matrix that no translation, rotation and scale give. */
  const skew = [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1];
  /** The smallest file with one primitive. */
  function json({ positions }: Parts) {
    const bytes = Buffer.from(Float32Array.from(positions).buffer);
    return {
      scenes: [{ nodes: [0] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3' }],
      bufferViews: [{ buffer: 0, byteLength: bytes.length }],
      buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    };
  }

  it('is moved by its skin, not by its own node', async () => {
    const primitive = addPrimitive(document, LIT_SQUARE);
    const of = (array: Uint8Array | Float32Array) =>
      document.createAccessor().setType('VEC4').setArray(array).setBuffer(document.getRoot().listBuffers()[0]);
    const half = [0.5, 0.5, 0, 0];
    primitive.setAttribute('JOINTS_0', of(Uint8Array.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0])));
    primitive.setAttribute('WEIGHTS_0', of(Float32Array.from([1, 0, 0, 0, ...half, 0, 1, 0, 0, ...half])));
    const joints = [
      document.createNode().setTranslation([0, 0, 4]).setScale([2, 2, 2]),
      document.createNode().setTranslation([0, 8, 0]),
    ];
    const inverse = [-1, 0].flatMap((z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1]);
    const skin = document.createSkin().setInverseBindMatrices(of(Float32Array.from(inverse)).setType('MAT4'));
    addNode(document, primitive).setSkin(skin).setTranslation([100, 0, 0]);
    for (const joint of joints) {
      skin.addJoint(joint);
      document.getRoot().listScenes()[0].addChild(joint);
    }
    // The first joint maps (x, y, z) to 2 (x, y, z - 1) + (0, 0, 4), the second to (x, y + 8, z).
    expect(vertices(await model(document))).toEqual([[0, 2, 2, 0, 4, 1, 1, 9, 0, 1.5, 4, 1]]);
  });

  it('draws opaque primitives first, then masked, then blended ones', async () => {
    const modes = ['BLEND', 'OPAQUE', 'MASK', 'OPAQUE'] as const;
    for (const mode of modes) {
      addNode(document, addPrimitive(document, { ...SQUARE, material: document.createMaterial().setAlphaMode(mode) }));
    }
    const { draws } = await model(document);
    expect(draws.map(({ surface }) => surface.alphaMode)).toEqual(['opaque', 'opaque', 'mask', 'blend']);
  });

  it('stores nothing below the alpha cutoff, and blends by alpha in linear light', async () => {
    const clear = [255, 255, 255, 100];
    const behind = document.createMaterial().setBaseColorFactor([0, 0, 0, 1]);
    const material = document
      .createMaterial()
      .setBaseColorTexture(texture(document, 'holes', WHITE, clear, clear, WHITE))
      .setAlphaMode('MASK');
    material.getBaseColorTextureInfo()!.setMagFilter(NEAREST).setMinFilter(NEAREST);
    addNode(document, addPrimitive(document, { ...LIT_SQUARE, material: behind })).setTranslation([0, 0, -0.01]);
    addNode(document, addPrimitive(document, { ...LIT_SQUARE, material }));
    expect((await quadrants()).map(([r]) => r)).toEqual([255, 0, 0, 255]);
    material.setAlphaCutoff(0.3);
    expect((await quadrants()).map(([r]) => r)).toEqual([255, 255, 255, 255]);
    material.setAlphaMode('BLEND');
    // 100 / 255 in linear light is 1.055 * (100 / 255)^(1 / 2.4) - 0.055 of 255: 168.1
    expect((await quadrants()).map(([r]) => r)).toEqual([255, 168, 168, 255]);
  });

  it('is coloured by its vertices and its factor, and shaded by its direction to the light', async () => {
    const colors = Array.from({ length: 4 }, () => [1, 0.5, 0.25]).flat();
    const material = document.createMaterial().setBaseColorFactor([0.5, 1, 1, 1]);
    const away = LIT.map((v) => -v);
    addNode(document, addPrimitive(document, { ...LIT_SQUARE, colors, material }));
    addNode(document, addPrimitive(document, { ...SQUARE, normals: [...away, ...away, ...away, ...away] }));
    const [lit, dark] = (await model(document)).draws.map(({ tint }) => [...tint!.subarray(0, 3)]);
    for (const [tint, expected] of [
      [lit, [0.5, 0.5, 0.25]],
      [dark, [0.25, 0.25, 0.25]],
    ]) {
      tint.forEach((value, n) => expect(Math.abs(value - expected[n])).toBeLessThan(2 ** -22));
    }
  });

  it('without normals has flat faces', async () => {
    addNode(
      document,
      addPrimitive(document, { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 1, 2, 0, 2, 3] }),
    );
    const [{ positions, tint }] = (await model(document)).draws;
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    // The faces point to z and to x: (1 + n . l) / 2 is 0.74 and 0.68.
    const expected = [0.74, 0.68].map((towards) => 0.25 + 0.75 * towards * towards);
    [...tint!].forEach((value, n) => expect(Math.abs(value - expected[n < 9 ? 0 : 1])).toBeLessThan(2 ** -22));
  });
});

describe('encodings of a model', () => {
  it('may be quantized', async () => {
    document.createExtension(KHRMeshQuantization).setRequired(true);
    const primitive = addPrimitive(document, { ...SQUARE, material: fourColours() });
    const put = (name: string, type: 'VEC2' | 'VEC3', array: Int16Array | Uint8Array) =>
      primitive.getAttribute(name)!.setType(type).setArray(array).setNormalized(true);
    put(
      'POSITION',
      'VEC3',
      Int16Array.from(SQUARE.positions, (v) => 32767 * v),
    );
    put(
      'TEXCOORD_0',
      'VEC2',
      Uint8Array.from(SQUARE.coordinates!, (v) => 255 * v),
    );
    addNode(document, primitive);
    const file = modelFile(await new NodeIO().registerExtensions([KHRMeshQuantization]).writeBinary(document));
    const [{ positions, layers }] = (await model(file)).draws;
    expect([...positions]).toEqual(SQUARE.positions);
    expect([...layers[0].coordinates]).toEqual(SQUARE.coordinates);
  });

  it('may be compressed by Draco', async () => {
    document.createExtension(KHRDracoMeshCompression).setRequired(true);
    addNode(document, addPrimitive(document, { ...LIT_SQUARE, material: fourColours() }));
    const draco = createRequire(import.meta.url)('draco3dgltf') as { createEncoderModule: () => Promise<unknown> };
    const io = new NodeIO()
      .registerExtensions([KHRDracoMeshCompression])
      .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
    const file = modelFile(await io.writeBinary(document));
    expect(pixels(drawn(await model(file), 8), ...QUADRANTS)).toEqual(upright);
  });

  it('may have images of KTX 2.0 with levels of their own', async () => {
    const material = fourColours();
    const [image] = (await model(await squareOf(material))).images;
    const { format, width, height, levels } = image.image;
    const bytes = encodeKtx2({ format, width, height, layers: 1, cube: false, levels });
    material.getBaseColorTexture()!.setImage(bytes).setMimeType('image/ktx2');
    expect(pixels(drawn(await model(await glbFile(document)), 8), ...QUADRANTS)).toEqual(upright);
  });

  function squareOf(material: Material): Promise<string> {
    addNode(document, addPrimitive(document, { ...LIT_SQUARE, material }));
    return glbFile(document);
  }
});
