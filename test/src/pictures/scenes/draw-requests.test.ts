import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { Camera } from '../../../../src/pictures/scenes/camera.ts';
import type { Draw } from '../../../../src/pictures/scenes/draw.ts';
import { drawRequests, type FrameOptions } from '../../../../src/pictures/scenes/draw-requests.ts';
import { readModel } from '../../../../src/pictures/scenes/gltf/read-model.ts';
import { QuadNotes } from '../../../../src/pictures/scenes/quad-notes.ts';
import { requests, sceneDraw } from '../../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../../src/pictures/scenes/standard-scenes.ts';
import { TILE_ORDERS, TRAVERSALS } from '../../../../src/pictures/scenes/traversal.ts';

const OPTIONS: FrameOptions = { width: 64, height: 48, traversal: 'tiles' };
const KNOT = fileURLToPath(new URL('../../../../src/pictures/scenes/models/knot.glb', import.meta.url));

interface Drawn {
  readonly draws: readonly Draw[];
  readonly camera: Camera;
}

const drawn = new Map<string, Drawn>();
beforeAll(async () => {
  for (const [name, make] of SCENES) {
    const scene = make();
    drawn.set(name, { draws: [sceneDraw(scene, [0, 1, 2])], camera: scene.camera });
  }
  const steps = await readModel(KNOT, { textures: 'all', maxDimension: 4096 });
  let step = steps.next();
  while (!step.done) step = steps.next();
  drawn.set('knot', { draws: step.value.draws, camera: step.value.camera(4 / 3) });
});

interface Quad {
  readonly state: number;
  readonly place: string;
  readonly s: readonly number[];
  readonly t: readonly number[];
  readonly draw: number;
  readonly layer: number;
  readonly tint: readonly number[];
}

function quadsOf({ draws, camera }: Drawn, options: FrameOptions, capacity: number): Quad[] {
  const quads: Quad[] = [];
  const notes = new QuadNotes(capacity);
  for (const batch of drawRequests(draws, camera, options, new QuadBatch(capacity), notes)) {
    for (let k = 0; k < batch.count; k++) {
      quads.push({
        state: batch.state[k],
        place: [batch.x[k], batch.y[k], batch.active[k]].join(),
        s: [...batch.s.subarray(4 * k, 4 * k + 4)],
        t: [...batch.t.subarray(4 * k, 4 * k + 4)],
        draw: notes.draw[k],
        layer: notes.layer[k],
        tint: notes.layer[k] === 0 ? [...notes.tint.subarray(12 * k, 12 * k + 12)] : [],
      });
    }
  }
  return quads;
}

/** A hash of all requests with their notes, for each field. */
function hash({ draws, camera }: Drawn, options: FrameOptions, capacity: number): { hashes: string[]; quads: number } {
  const notes = new QuadNotes(capacity);
  const batch = new QuadBatch(capacity);
  const { state, x, y, active, s, t } = batch;
  const fields = [state, x, y, active, s, t, notes.draw, notes.layer].map((array) => ({
    array,
    hash: createHash('sha1'),
  }));
  let quads = 0;
  for (const { count } of drawRequests(draws, camera, options, batch, notes)) {
    quads += count;
    for (const { array, hash: field } of fields) {
      const each = array.length / capacity;
      field.update(new Uint8Array(array.buffer, 0, count * each * array.BYTES_PER_ELEMENT));
    }
  }
  return { hashes: fields.map((field) => field.hash.digest('hex')), quads };
}

describe.each(['plane', 'tunnel', 'globe', 'knot'])('the requests of %s with several textures', (name) => {
  it('are the same in every run and for any batch size', () => {
    for (const traversal of TRAVERSALS) {
      const options = { ...OPTIONS, traversal };
      const expected = hash(drawn.get(name)!, options, 4096);
      expect(expected.quads).toBeGreaterThan(500);
      for (const capacity of [4096, 1, 7, 1000]) {
        expect(hash(drawn.get(name)!, options, capacity), `${capacity}`).toEqual(expected);
      }
    }
  });

  it('ask for all textures of a quad in turn before the next quad', () => {
    const { draws } = drawn.get(name)!;
    const quads = quadsOf(drawn.get(name)!, OPTIONS, 512);
    for (let n = 0; n < quads.length;) {
      const { layers } = draws[quads[n].draw];
      const group = quads.slice(n, n + layers.length);
      expect(group.map(({ layer }) => layer)).toEqual([...layers.keys()]);
      expect(group.map(({ state }) => state)).toEqual(layers.map(({ state }) => state));
      expect(new Set(group.map(({ place, draw }) => `${place} ${draw}`)).size).toBe(1);
      n += layers.length;
    }
  });

  it('are the same set in tiles of any size and order', () => {
    const { draws, camera } = drawn.get(name)!;
    // Each triangle is drawn alone, so that no other triangle's depth hides it.
    const [{ indices, ...draw }] = draws;
    const one = { draws: [{ ...draw, indices: indices.slice(0, 6) }], camera };
    const sets = TILE_ORDERS.flatMap((order) =>
      [4, 8, 34].map((width) => {
        const quads = quadsOf(one, { ...OPTIONS, tiling: { width, height: 8, order } }, 512);
        return quads
          .map((quad) => JSON.stringify(quad))
          .sort()
          .join('\n');
      }),
    );
    expect(new Set(sets).size).toBe(1);
  });
});

describe('the layers of a built-in scene', () => {
  it('have the coordinates of the first, multiplied by their repeats', () => {
    const scene = SCENES.get('plane')!();
    const quads = quadsOf({ draws: [sceneDraw(scene, [5, 6, 7])], camera: scene.camera }, OPTIONS, 512);
    const single = [...requests(scene, { ...OPTIONS, state: 5 }, new QuadBatch(100_000))];
    expect(single).toHaveLength(1);
    for (let n = 0; n < quads.length; n += 3) {
      const [base, light, detail] = quads.slice(n, n + 3);
      expect([base.state, light.state, detail.state]).toEqual([5, 6, 7]);
      // Scaled by powers of two: exact.
      expect(light.s).toEqual(base.s.map((s) => s / 4));
      expect(detail.t).toEqual(base.t.map((t) => 8 * t));
    }
  });
});

describe('the tint of a quad', () => {
  it('is interpolated from its vertices, perspective-correct', () => {
    const { draws, camera } = drawn.get('plane')!;
    // Red is s, green is t, blue is 1: the tint equals the coordinates, except for their rounding to float32.
    const [draw] = draws;
    const tint = Float32Array.from({ length: draw.positions.length }, (_, n) =>
      n % 3 === 2 ? 1 : draw.layers[0].coordinates[2 * Math.floor(n / 3) + (n % 3)],
    );
    const tinted = { draws: [{ ...draw, layers: draw.layers.slice(0, 1), tint }], camera };
    for (const { s, t, tint: rgb } of quadsOf(tinted, OPTIONS, 64)) {
      expect([0, 1, 2, 3].map((lane) => rgb[3 * lane])).toEqual(s);
      expect([0, 1, 2, 3].map((lane) => rgb[3 * lane + 1])).toEqual(t);
    }
  });
});
