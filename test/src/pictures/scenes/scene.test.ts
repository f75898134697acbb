import { describe, expect, it } from 'vitest';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { gridMesh, type Mesh } from '../../../../src/pictures/scenes/mesh.ts';
import { requests, type RequestOptions, type Scene } from '../../../../src/pictures/scenes/scene.ts';
import { planeScene, SCENES } from '../../../../src/pictures/scenes/standard-scenes.ts';
import { TRAVERSALS } from '../../../../src/pictures/scenes/traversal.ts';
import type { Vector } from '../../../../src/pictures/scenes/vector.ts';

const OPTIONS: RequestOptions = { width: 160, height: 120, traversal: 'tiles', state: 0 };

interface Lane {
  readonly pixel: readonly [x: number, y: number];
  readonly active: boolean;
  readonly s: number;
  readonly t: number;
}

function lanes(scene: Scene, options: RequestOptions): Lane[] {
  const all: Lane[] = [];
  for (const batch of requests(scene, options, new QuadBatch(64))) {
    for (let n = 0; n < 4 * batch.count; n++) {
      const [quad, lane] = [n >> 2, n & 3];
      all.push({
        pixel: [batch.x[quad] + (lane & 1), batch.y[quad] + (lane >> 1)],
        active: ((batch.active[quad] >> lane) & 1) === 1,
        s: batch.s[n],
        t: batch.t[n],
      });
    }
  }
  return all;
}

/** Every quad of a stream, as text. */
function stream(scene: Scene, options: RequestOptions, capacity: number): string[] {
  const quads: string[] = [];
  for (const batch of requests(scene, options, new QuadBatch(capacity))) {
    for (let k = 0; k < batch.count; k++) {
      const coordinates = [...batch.s.subarray(4 * k, 4 * k + 4), ...batch.t.subarray(4 * k, 4 * k + 4)];
      quads.push([batch.x[k], batch.y[k], batch.active[k], ...coordinates].join());
    }
  }
  return quads;
}

/** The ray through a pixel's centre, of a camera at the origin that looks along -z with y up. */
function ray(pixel: readonly [number, number], { width, height }: RequestOptions, fieldOfView: number): Vector {
  const half = Math.tan(fieldOfView / 2);
  const x = ((2 * (pixel[0] + 0.5)) / width - 1) * half * (width / height);
  const y = (1 - (2 * (pixel[1] + 0.5)) / height) * half;
  return [x, y, -1];
}

/** True if a float32 differs from the true value by more than its own rounding and the float64 error before it. */
function isOff(value: number, truth: number, float64Noise: number): boolean {
  return Math.abs(value - truth) > 2 ** -24 * Math.abs(truth) + float64Noise;
}

describe('the floor, against rays cast through every pixel', () => {
  const options: RequestOptions = { ...OPTIONS, width: 320, height: 240 };
  const scene = planeScene();
  /**
   * The intersection of the ray with y = 0, in units of the texture. The camera is at (0, 1, 0) and looks 0.2 in 1
   * down.
   */
  function hit(pixel: readonly [number, number]): { s: number; t: number; slope: number } {
    const [x, y, z] = ray(pixel, options, Math.PI / 3);
    const down = Math.atan(0.2);
    const slope = y * Math.cos(down) + z * Math.sin(down);
    const forward = z * Math.cos(down) - y * Math.sin(down);
    return { s: x / -slope / 2, t: forward / -slope / 2, slope };
  }
  const all = lanes(scene, options);

  it('has the float64 coordinates rounded to float32, in active lanes and in helpers below the horizon', () => {
    const failures: string[] = [];
    for (const { pixel, s, t } of all) {
      const { s: trueS, t: trueT, slope } = hit(pixel);
      if (slope >= 0) continue;
      // 1/w >= 2^-13 is the result of terms up to 1 with an error of at most 2^6 roundings, 2^-47. That is 2^-34 of the
      // coordinate, and the same absolute error from s/w and t/w.
      if (isOff(s, trueS, 2 ** -34 * (1 + Math.abs(trueS))) || isOff(t, trueT, 2 ** -34 * (1 + Math.abs(trueT)))) {
        failures.push(`pixel ${pixel.join()}: ${s}, ${t} expected ${trueS}, ${trueT}`);
      }
    }
    expect(failures.length, failures[0]).toBe(0);
    expect(all.length).toBeGreaterThan((320 * 240) / 2);
  });

  it('covers each pixel below the horizon once, and none above', () => {
    const counts = new Uint8Array(320 * 240);
    for (const { pixel, active } of all) if (active) counts[320 * pixel[1] + pixel[0]]++;
    const failures: string[] = [];
    counts.forEach((count, n) => {
      const pixel = [n % 320, Math.floor(n / 320)] as const;
      const { s, t, slope } = hit(pixel);
      const expected = slope < 0 && Math.abs(2 * s) <= 4096 && Math.abs(2 * t) <= 4096 ? 1 : 0;
      if (count !== expected) failures.push(`pixel ${pixel.join()}: ${count} times, expected ${expected}`);
    });
    expect(failures.length, failures[0]).toBe(0);
  });

  it('is cut by a near plane in view', () => {
    const near = 2;
    const cut = lanes({ ...scene, camera: { ...scene.camera, near } }, options).filter((lane) => lane.active);
    // Along a row the distance is constant: the cut is at the row whose distance, 1 / -slope, is `near`.
    const rows = new Set(cut.map((lane) => lane.pixel[1]));
    const expected = Array.from({ length: 240 }, (_, y) => y).filter((y) => {
      const { slope, s, t } = hit([160, y]);
      return slope < 0 && Math.abs(2 * s) <= 4096 && Math.abs(2 * t) <= 4096 && 1 / -slope >= near;
    });
    expect([...rows].sort((a, b) => a - b)).toEqual(expected);
    expect(cut.length).toBe(expected.length * 320);
  });
});

describe('helper lanes', () => {
  /** A triangle across the image on the plane z = -4 + x / 2 + y / 4, with s = x / 2 + y / 8 and t = y / 4 - x / 16. */
  const corners = [
    [-2, -1.5],
    [2, -0.5],
    [-0.5, 2],
  ];
  const mesh: Mesh = {
    positions: Float32Array.from(corners.flatMap(([x, y]) => [x, y, -4 + x / 2 + y / 4])),
    coordinates: Float32Array.from(corners.flatMap(([x, y]) => [x / 2 + y / 8, y / 4 - x / 16])),
    indices: Uint32Array.of(0, 1, 2),
  };
  const fieldOfView = Math.PI / 2;
  const scene: Scene = {
    ...planeScene(),
    mesh,
    camera: { eye: [0, 0, 0], target: [0, 0, -1], up: [0, 1, 0], verticalFieldOfView: fieldOfView, near: 0.5 },
  };

  it('have the coordinates of the plane at their own pixel, so that derivatives are exact', () => {
    const failures: string[] = [];
    let helpers = 0;
    for (const { pixel, active, s, t } of lanes(scene, OPTIONS)) {
      const [rx, ry] = ray(pixel, OPTIONS, fieldOfView);
      // distance * -1 = -4 + distance * (rx / 2 + ry / 4)
      const distance = 4 / (1 + rx / 2 + ry / 4);
      const [x, y] = [distance * rx, distance * ry];
      const [trueS, trueT] = [x / 2 + y / 8, y / 4 - x / 16];
      // 2^6 float64 roundings of terms up to 4, over 1/w >= 1/8.
      const noise = 2 ** (6 + 2 + 3 - 53);
      if (isOff(s, trueS, noise) || isOff(t, trueT, noise)) {
        failures.push(`pixel ${pixel.join()}: ${s}, ${t} expected ${trueS}, ${trueT}`);
      }
      if (!active) helpers++;
    }
    expect(failures.length, failures[0]).toBe(0);
    expect(helpers).toBeGreaterThan(100);
  });

  it('never make a quad of their own', () => {
    const all = lanes(scene, OPTIONS);
    const empty = all.filter((_, n) => n % 4 === 0 && !all.slice(n, n + 4).some((lane) => lane.active));
    expect(empty).toEqual([]);
  });

  it('are not drawn for a back face', () => {
    const turned = { ...scene, mesh: { ...mesh, indices: Uint32Array.of(0, 2, 1) } };
    expect(lanes(turned, OPTIONS)).toEqual([]);
  });
});

describe.each([...SCENES.keys()])('the requests of the scene %s', (name) => {
  const scene = SCENES.get(name)!();

  it.each(TRAVERSALS)('are the same for any batch size and in every run (%s)', (traversal) => {
    const whole = stream(scene, { ...OPTIONS, traversal }, 4096);
    expect(stream(scene, { ...OPTIONS, traversal }, 4096)).toEqual(whole);
    expect(stream(scene, { ...OPTIONS, traversal }, 7)).toEqual(whole);
    expect(whole.length).toBeGreaterThan(2000);
  });

  it('are the same set in every order of traversal, and no two orders agree', () => {
    const streams = TRAVERSALS.map((traversal) => stream(scene, { ...OPTIONS, traversal }, 1024));
    expect(new Set(streams.map((quads) => quads.join('\n'))).size).toBe(3);
    expect(new Set(streams.map((quads) => [...quads].sort().join('\n'))).size).toBe(1);
  });

  it('cover no pixel twice', () => {
    const pixels = lanes(scene, { ...OPTIONS, width: 161, height: 121 }).filter((lane) => lane.active);
    expect(new Set(pixels.map(({ pixel }) => pixel.join())).size).toBe(pixels.length);
    expect(pixels.every(({ pixel: [x, y] }) => x < 161 && y < 121)).toBe(true);
  });

  it('have finite coordinates in every active lane', () => {
    const wild = lanes(scene, OPTIONS).filter(
      ({ active, s, t }) => active && !(Number.isFinite(s) && Number.isFinite(t)),
    );
    expect(wild).toEqual([]);
  });
});

describe('the request stream', () => {
  it('yields the same batch, full except for the last time, with plain sampling in it', () => {
    const batch = new QuadBatch(100);
    batch.q.fill(3);
    batch.offsetU.fill(-2);
    batch.minLod.fill(4);
    batch.count = 50;
    const counts: number[] = [];
    for (const filled of requests(planeScene(), { ...OPTIONS, state: 5 }, batch)) {
      expect(filled).toBe(batch);
      expect([...batch.state.subarray(0, batch.count)].every((state) => state === 5)).toBe(true);
      expect(batch.q.every((q) => q === 1)).toBe(true);
      expect(
        [batch.offsetU, batch.offsetV, batch.minLod, batch.lod].every((field) => field.every((v) => v === 0)),
      ).toBe(true);
      counts.push(batch.count);
    }
    expect(counts.slice(0, -1).every((count) => count === 100)).toBe(true);
    expect(counts.at(-1)).toBeGreaterThan(0);
    // The last batch may be kept.
    expect(batch.count).toBe(counts.at(-1));
  });

  it('reports the number of complete triangles before each batch, and all of them at the end', () => {
    const told: [number, number][] = [];
    let batches = 0;
    const onProgress = (done: number, all: number) => told.push([done, all]);
    const scene = SCENES.get('tunnel')!();
    for (const _ of requests(scene, { ...OPTIONS, onProgress }, new QuadBatch(256)))
      expect(told.length).toBe(++batches);
    const triangles = scene.mesh.indices.length / 3;
    expect(told.every(([done, all], n) => all === triangles && done >= (told[n - 1]?.[0] ?? 0))).toBe(true);
    expect(told.at(-1)).toEqual([triangles, triangles]);
    expect(told[1][0]).toBeLessThan(triangles);
  });

  it('is empty when nothing is in view', () => {
    const scene = planeScene();
    const away: Scene = { ...scene, camera: { ...scene.camera, target: [0, 2, 0], up: [0, 0, 1] } };
    expect(lanes(away, OPTIONS)).toEqual([]);
  });

  it.each([
    [0, 10, 'width 0'],
    [10, 1.5, 'height 1.5'],
    [16385, 10, 'width 16385'],
  ])('refuses an image of %d x %d', (width, height, field) => {
    const first = () => requests(planeScene(), { ...OPTIONS, width, height }, new QuadBatch(1)).next();
    expect(first).toThrow(`image ${field}: an integer from 1 to 16384 is expected`);
  });

  it('covers the largest images to their last pixel, with a wall that extends far beyond them', () => {
    const wall: Scene = {
      ...planeScene(),
      mesh: gridMesh(1, 1, (u, v) => ({
        position: [2 ** 20 * (u - 0.5), 2 ** 20 * (0.5 - v), -4],
        coordinate: [u, v],
      })),
      camera: { eye: [0, 0, 0], target: [0, 0, -1], up: [0, 1, 0], verticalFieldOfView: Math.PI / 2, near: 1 },
    };
    for (const [width, height] of [
      [16384, 2],
      [3, 16384],
    ]) {
      const pixels = lanes(wall, { ...OPTIONS, width, height }).filter((lane) => lane.active);
      expect(pixels.length).toBe(width * height);
      expect(new Set(pixels.map(({ pixel: [x, y] }) => y * width + x)).size).toBe(width * height);
    }
  });
});

describe('a grid mesh', () => {
  it('has a vertex at every corner of its cells and two triangles in each, with equal orientation', () => {
    const mesh = gridMesh(3, 2, (u, v) => ({ position: [3 * u, -2 * v, 0], coordinate: [u, v] }));
    expect(mesh.positions.length).toBe(3 * 4 * 3);
    expect(Array.from(mesh.coordinates.slice(-2))).toEqual([1, 1]);
    const areas: number[] = [];
    for (let n = 0; n < mesh.indices.length; n += 3) {
      const [ax, ay, bx, by, cx, cy] = [...mesh.indices.subarray(n, n + 3)].flatMap((vertex) => [
        mesh.positions[3 * vertex],
        mesh.positions[3 * vertex + 1],
      ]);
      areas.push(Math.round((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)));
    }
    expect(areas).toEqual(Array.from({ length: 12 }, () => 1));
  });
});
