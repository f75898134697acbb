import { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { transform, viewProjection } from '../../../../../src/pictures/scenes/camera.ts';
import type { Model } from '../../../../../src/pictures/scenes/gltf/model.ts';
import { addNode, addPrimitive, model, SQUARE, withModelFolder } from './model-files.ts';

withModelFolder();

/** The position of each vertex of the first draw in the image, -1 to 1, and its depth over w. */
function projected({ draws, camera }: Model, aspect: number): { x: number; y: number; depth: number }[] {
  const clip = transform(viewProjection(camera(aspect), aspect), draws[0].positions);
  return Array.from({ length: clip.length / 4 }, (_, n) => {
    const [x, y, z, w] = clip.subarray(4 * n, 4 * n + 4);
    expect(w).toBeGreaterThan(0);
    return { x: x / w, y: y / w, depth: z / w };
  });
}

/** A mesh with the points of a sphere; only its vertices count. */
function sphere(document: Document, centre: readonly number[], radius: number): void {
  const positions: number[] = [];
  for (let n = 0; n < 600; n++) {
    const z = 1 - (2 * n + 1) / 600;
    const [across, angle] = [Math.sqrt(1 - z * z), 2.399963 * n];
    const unit = [across * Math.cos(angle), across * Math.sin(angle), z];
    positions.push(...unit.map((v, k) => centre[k] + radius * v));
  }
  addNode(document, addPrimitive(document, { positions }));
}

describe('a model without a camera', () => {
  it.each([1e-4, 1, 1e6])(
    'fills the image except for a narrow margin, for a model of any size and place (radius %d)',
    async (radius) => {
      const document = new Document();
      sphere(document, [3 * radius, -2 * radius, radius], radius);
      const read = await model(document);
      for (const aspect of [0.25, 1, 4 / 3, 3]) {
        const at = projected(read, aspect);
        const reach = Math.max(...at.map(({ x, y }) => (aspect < 1 ? Math.abs(x) : Math.abs(y))));
        // A sphere at 1.05 / sin(h) times its radius reaches tan(asin(sin(h) / 1.05)) / tan(h) of half the smaller
        // side. That is 0.93 to 0.95 from the narrowest angle to the widest. 600 points leave less than a tenth of the
        // radius between them.
        expect(reach).toBeLessThan(0.96);
        expect(reach).toBeGreaterThan(0.85);
        for (const { x, y, depth } of at) {
          expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.96);
          expect(depth).toBeGreaterThan(0);
        }
      }
    },
  );

  it('is seen from above its front, to the right', async () => {
    const document = new Document();
    addNode(document, addPrimitive(document, SQUARE));
    const { eye, target, up } = (await model(document)).camera(1);
    const [x, y, z] = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]];
    expect(target).toEqual([0.5, 0.5, 0]);
    expect(up).toEqual([0, 1, 0]);
    expect(Math.abs(Math.atan2(x, z) - Math.PI / 6)).toBeLessThan(2 ** -40);
    expect(Math.abs(Math.atan2(y, Math.hypot(x, z)) - Math.PI / 9)).toBeLessThan(2 ** -40);
  });
});

describe("a model's own camera", () => {
  async function camera(rotation: [number, number, number, number], translation: [number, number, number]) {
    const document = new Document();
    addNode(document, addPrimitive(document, SQUARE)).setTranslation([-0.5, -0.5, 0]);
    const lens = document.createCamera().setType('perspective').setYFov(0.8).setZNear(0.25);
    const node = document.createNode().setRotation(rotation).setTranslation(translation).setCamera(lens);
    document.getRoot().listScenes()[0].addChild(node);
    return (await model(document)).camera(2);
  }

  it('looks along -z of its node and turns about the nearest point of its view to the model', async () => {
    expect(await camera([0, 0, 0, 1], [0, 0, 5])).toEqual({
      eye: [0, 0, 5],
      target: [0, 0, 0],
      up: [0, 1, 0],
      verticalFieldOfView: 0.8,
      near: 0.25,
    });
    const away = await camera([0, 0, 0, 1], [0, 0, -5]);
    expect(away.target).toEqual([0, 0, -5 - Math.SQRT1_2]);
  });

  it('leans to a side like its node, and is upright if it only looks up or down', async () => {
    const quarter = Math.sin(Math.PI / 4);
    const leaning = await camera([0, 0, quarter, quarter], [0, 0, 5]);
    [-1, 0, 0].forEach((value, n) => expect(Math.abs(leaning.up[n] - value)).toBeLessThan(2 ** -50));
    const tilted = await camera([Math.sin(-0.2), 0, 0, Math.cos(-0.2)], [0, 2, 5]);
    expect(tilted.up).toEqual([0, 1, 0]);
    expect(tilted.target[1]).toBeLessThan(2);
  });
});
