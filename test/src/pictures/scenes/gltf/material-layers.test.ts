import { Document, type TextureInfo } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER } from '../../../../../rtl-model/state/sampler.ts';
import type { Model } from '../../../../../src/pictures/scenes/gltf/model.ts';
import { textureSampler } from '../../../../../src/pictures/scenes/gltf/material-layers.ts';
import { addNode, addPrimitive, model, SQUARE, texture, withModelFolder } from './model-files.ts';

withModelFolder();

const GREY = [128, 128, 128, 255];

let document: Document;
beforeEach(() => {
  document = new Document();
});

function grey(name: string) {
  return texture(document, name, GREY, GREY, GREY, GREY);
}

/** The layers of the first draw: each one's image, encoding and uses. */
function layersOf({ draws, states, images }: Model): string[] {
  return draws[0].layers.map(({ state, uses }) => {
    const { name, image } = images[states[state].image!];
    return `${name} ${image.format.componentType}: ${uses.join()}`;
  });
}

describe("a material's textures", () => {
  it('are sampled in turn, colours as sRGB, for all slots or for the base colour alone', async () => {
    const material = document
      .createMaterial()
      .setBaseColorTexture(grey('a'))
      .setMetallicRoughnessTexture(grey('b'))
      .setNormalTexture(grey('c'))
      .setOcclusionTexture(grey('d'))
      .setEmissiveTexture(grey('e'));
    addNode(document, addPrimitive(document, { ...SQUARE, material }));
    expect(layersOf(await model(document))).toEqual([
      'a srgb: base',
      'b unorm: unseen',
      'c unorm: unseen',
      'd unorm: occlusion',
      'e srgb: emissive',
    ]);
    const base = await model(document, { textures: 'base' });
    expect(layersOf(base)).toEqual(['a srgb: base']);
    expect(base.images).toHaveLength(1);
  });

  it('share a request if image, sampler and coordinates are equal, and share an image if the encoding is', async () => {
    const shared = grey('orm');
    const material = document
      .createMaterial()
      .setBaseColorTexture(grey('a'))
      .setMetallicRoughnessTexture(shared)
      .setOcclusionTexture(shared)
      .setNormalTexture(shared)
      .setEmissiveTexture(shared);
    material.getNormalTextureInfo()!.setWrapS(33071);
    addNode(document, addPrimitive(document, { ...SQUARE, material }));
    const read = await model(document);
    expect(layersOf(read)).toEqual([
      'a srgb: base',
      'orm unorm: unseen,occlusion',
      'orm unorm: unseen',
      'orm srgb: emissive',
    ]);
    expect(read.images).toHaveLength(3);
    expect(read.states.map(({ image }) => image)).toEqual([0, 1, 1, 2]);
  });

  it('are 1x1 white if there is no base colour', async () => {
    addNode(
      document,
      addPrimitive(document, { ...SQUARE, material: document.createMaterial().setNormalTexture(grey('n')) }),
    );
    addNode(document, addPrimitive(document, SQUARE));
    const read = await model(document);
    expect(layersOf(read)).toEqual(['white unorm: base', 'n unorm: unseen']);
    expect(read.draws[1].layers.map(({ state }) => state)).toEqual([0]);
    expect([...read.images[0].image.levels[0]]).toEqual([255, 255, 255, 255]);
  });

  it('use the coordinates of their set, with their transform', async () => {
    const transform = document.createExtension(KHRTextureTransform).createTransform();
    transform
      .setOffset([0.25, 0.5])
      .setScale([2, 3])
      .setRotation(Math.PI / 2);
    const material = document.createMaterial().setBaseColorTexture(grey('a')).setEmissiveTexture(grey('b'));
    material.getBaseColorTextureInfo()!.setExtension('KHR_texture_transform', transform);
    material.getEmissiveTextureInfo()!.setTexCoord(1);
    const secondCoordinates = [5, 6, 7, 8, 9, 10, 11, 12];
    addNode(document, addPrimitive(document, { ...SQUARE, secondCoordinates, material }));
    const [first, second] = (await model(document)).draws[0].layers;
    // The coordinates are scaled, then rotated by a quarter turn counter-clockwise in the picture (t down), (s, t) to
    // (t, -s), then moved.
    const expected = [0, 0, 0, 1, 1, 0, 1, 1].map((_, n, all) => {
      const [s, t] = [2 * all[n - (n % 2)], 3 * all[n - (n % 2) + 1]];
      return n % 2 === 0 ? t + 0.25 : -s + 0.5;
    });
    first.coordinates.forEach((value, n) => expect(Math.abs(value - expected[n])).toBeLessThan(2 ** -22));
    expect([...second.coordinates]).toEqual(secondCoordinates);

    transform.setTexCoord(1).setOffset([0, 0]).setScale([1, 1]).setRotation(0);
    expect([...(await model(document)).draws[0].layers[0].coordinates]).toEqual(secondCoordinates);
  });
});

describe('a glTF sampler', () => {
  const info = (filters: Partial<Record<'min' | 'mag' | 's' | 't', number>>) =>
    ({
      getMinFilter: () => filters.min ?? null,
      getMagFilter: () => filters.mag ?? null,
      getWrapS: () => filters.s ?? 10497,
      getWrapT: () => filters.t ?? 10497,
    }) as TextureInfo;

  it('is trilinear and repeats by default', () => {
    expect(textureSampler(info({}))).toEqual(DEFAULT_SAMPLER);
  });

  it.each([
    [9728, 'nearest', 'nearest', 0.25],
    [9729, 'linear', 'nearest', 0.25],
    [9984, 'nearest', 'nearest', 1000],
    [9985, 'linear', 'nearest', 1000],
    [9986, 'nearest', 'linear', 1000],
    [9987, 'linear', 'linear', 1000],
  ])('of minFilter %d has Vulkan filter %s, mipmap mode %s and maxLod %d', (min, minFilter, mipmapMode, maxLod) => {
    expect(textureSampler(info({ min }))).toMatchObject({
      magFilter: 'linear',
      minFilter,
      mipmapMode,
      minLod: 0,
      maxLod,
    });
  });

  it('has the magnification filter and the wrapping of each axis', () => {
    expect(textureSampler(info({ mag: 9728, s: 33648, t: 33071 }))).toMatchObject({
      magFilter: 'nearest',
      addressModeU: 'mirrored_repeat',
      addressModeV: 'clamp_to_edge',
    });
    expect(textureSampler(info({ mag: 9729 })).magFilter).toBe('linear');
  });
});
