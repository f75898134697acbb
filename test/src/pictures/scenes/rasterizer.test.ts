import { describe, expect, it } from 'vitest';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { PlaneEquations, Z_OVER_W } from '../../../../src/pictures/scenes/plane-equations.ts';
import { Rasterizer, SUBPIXELS } from '../../../../src/pictures/scenes/rasterizer.ts';
import { TRAVERSALS, type TraversalOrder } from '../../../../src/pictures/scenes/traversal.ts';
import { draws } from '../../../oracle/draws.ts';
import { randomBits } from '../../../oracle/random.ts';

type Point = readonly [x: number, y: number];
type Triangle = readonly [Point, Point, Point];

/** Plane equations with 1/w = 1, s = t = 0 and a constant depth. */
function flat(depth: number): PlaneEquations {
  const planes = new PlaneEquations(1, 1, 2);
  planes.coefficients.fill(0);
  planes.coefficients[2] = 1;
  planes.coefficients[Z_OVER_W + 2] = depth;
  return planes;
}

function draw(rasterizer: Rasterizer, [a, b, c]: Triangle, planes: PlaneEquations): QuadBatch {
  const batch = new QuadBatch(10_000);
  if (rasterizer.begin(...a, ...b, ...c)) expect(rasterizer.appendQuads(batch, planes, [0])).toBe(true);
  return batch;
}

/** The triangle with its vertices clockwise on the screen. */
function clockwise([a, b, c]: Triangle): Triangle {
  return area(a, b, c) < 0 ? [a, c, b] : [a, b, c];
}

function area(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

/** The number of times that each pixel is drawn if each triangle has an empty depth buffer. */
function coverage(width: number, height: number, triangles: readonly Triangle[], order: TraversalOrder = 'scanline') {
  const counts = new Uint8Array(width * height);
  for (const triangle of triangles) {
    const batch = draw(new Rasterizer(width, height, order), triangle, flat(0));
    for (let k = 0; k < batch.count; k++) {
      for (let lane = 0; lane < 4; lane++) {
        if ((batch.active[k] >> lane) & 1) counts[(batch.y[k] + (lane >> 1)) * width + batch.x[k] + (lane & 1)]++;
      }
    }
  }
  return counts;
}

describe('coverage', () => {
  it.each(TRAVERSALS)('of a screen split in two triangles has each pixel exactly once (%s)', (order) => {
    for (const [width, height] of [
      [1, 1],
      [2, 2],
      [16, 16],
      [33, 17],
      [64, 31],
    ]) {
      const [right, bottom] = [width * SUBPIXELS, height * SUBPIXELS];
      const upper: Triangle = [
        [0, 0],
        [right, 0],
        [0, bottom],
      ];
      const lower: Triangle = [
        [right, 0],
        [right, bottom],
        [0, bottom],
      ];
      const counts = coverage(width, height, [upper, lower], order);
      expect(
        counts.every((count) => count === 1),
        `${width}x${height}`,
      ).toBe(true);
    }
  });

  it('of a fan around a point has each inner pixel once and none twice, also with centres on edges', () => {
    const bits = randomBits(31);
    const failures: string[] = [];
    let onSpokes = 0;
    for (let n = 0; n < draws(300, 12); n++) {
      // Even fans have vertices on half pixels, so that edges pass through pixel centres.
      const grid = n % 2 === 0 ? SUBPIXELS / 2 : 1;
      const snap = (x: number) => Math.round(x / grid) * grid;
      const [width, height] = [24, 20];
      const centre: Point = [snap(12 * SUBPIXELS + (bits() % 512)), snap(10 * SUBPIXELS + (bits() % 512))];
      const spokes = 5 + (bits() % 6);
      const rim = Array.from({ length: spokes }, (_, k): Point => {
        const angle = (2 * Math.PI * (k + (bits() % 100) / 200)) / spokes;
        const radius = (3 + (bits() % 1000) / 90) * SUBPIXELS;
        return [snap(centre[0] + radius * Math.cos(angle)), snap(centre[1] + radius * Math.sin(angle))];
      });
      const fan = rim.map((point, k): Triangle => [centre, point, rim[(k + 1) % spokes]]);
      const counts = coverage(width, height, fan);
      counts.forEach((count, pixel) => {
        const at: Point = [((pixel % width) + 0.5) * SUBPIXELS, (Math.floor(pixel / width) + 0.5) * SUBPIXELS];
        const { inside, spoke, outline } = whereInFan(at, fan);
        if (spoke) onSpokes++;
        const expected = outline ? [0, 1] : inside || spoke ? [1] : [0];
        if (!expected.includes(count))
          failures.push(`fan ${n}, pixel ${pixel}: ${count} times, expected ${expected.join()}`);
      });
    }
    expect(failures.length, failures[0]).toBe(0);
    expect(onSpokes).toBeGreaterThan(draws(300, 12));
  });

  it('includes centres on top and left edges, and excludes those on bottom and right edges', () => {
    const half = SUBPIXELS / 2;
    const at = (x: number, y: number): Point => [x * SUBPIXELS + half, y * SUBPIXELS + half];
    // The square from centre (1, 1) to centre (4, 4).
    const counts = coverage(6, 6, [
      [at(1, 1), at(4, 1), at(1, 4)],
      [at(4, 1), at(4, 4), at(1, 4)],
    ]);
    const covered = Array.from(counts.keys()).filter((pixel) => counts[pixel] > 0);
    expect(covered).toEqual([1, 2, 3].flatMap((y) => [1, 2, 3].map((x) => 6 * y + x)));
  });

  it('is exact where vertices lie at the ends of the guard band', () => {
    const bits = randomBits(32);
    const far = () => (bits() % (2 ** 24 + 1)) - 2 ** 23;
    const failures: string[] = [];
    let partly = 0;
    for (let n = 0; n < draws(2000, 12); n++) {
      // The edge passes within some pixels of the screen, between distant ends.
      const a: Point = [far(), far()];
      const b: Point = [1024 - a[0] + (bits() % 1024), 1024 - a[1] + (bits() % 1024)];
      const triangle = clockwise([a, b, [far(), far()]]);
      const counts = coverage(8, 8, [triangle]);
      const expected = Array.from(counts.keys(), (pixel) => (exactlyCovers(triangle, pixel % 8, pixel >> 3) ? 1 : 0));
      if (counts.join() !== expected.join()) failures.push(triangle.join(' '));
      if (counts.includes(0) && counts.includes(1)) partly++;
    }
    expect(failures).toEqual([]);
    expect(partly).toBeGreaterThan(draws(300, 12));
  });

  it('is empty for a triangle that is counter-clockwise, has no area or lies outside', () => {
    const rasterizer = new Rasterizer(8, 8, 'tiles');
    expect(rasterizer.begin(0, 0, 0, 2048, 2048, 0)).toBe(false);
    expect(rasterizer.begin(0, 0, 1024, 1024, 2048, 2048)).toBe(false);
    expect(rasterizer.begin(-512, 0, -256, 0, -512, 2048)).toBe(false);
    expect(rasterizer.begin(2048, 0, 4096, 0, 2048, 2048)).toBe(false);
    // The triangle lies between two pixel centres.
    expect(rasterizer.begin(130, 130, 380, 130, 130, 380)).toBe(false);
  });

  it('does not depend on the order of traversal', () => {
    const bits = randomBits(33);
    const point = (): Point => [(bits() % 40_000) - 8000, (bits() % 40_000) - 8000];
    for (let n = 0; n < draws(100, 10); n++) {
      const triangle = clockwise([point(), point(), point()]);
      const [scanline, ...others] = TRAVERSALS.map((order) => coverage(90, 70, [triangle], order).join());
      expect(others, triangle.join(' ')).toEqual([scanline, scanline]);
    }
  });
});

/** x, y and active of each quad. */
function quads(batch: QuadBatch): number[][] {
  return Array.from({ length: batch.count }, (_, k) => [batch.x[k], batch.y[k], batch.active[k]]);
}

describe('the depth test', () => {
  const screen: Triangle = [
    [0, 0],
    [16 * SUBPIXELS, 0],
    [0, 16 * SUBPIXELS],
  ];

  it('drops quads that lie behind, or at the same depth', () => {
    const rasterizer = new Rasterizer(8, 8, 'scanline');
    expect(draw(rasterizer, screen, flat(0.5)).count).toBe(16);
    expect(draw(rasterizer, screen, flat(0.75)).count).toBe(0);
    expect(draw(rasterizer, screen, flat(0.5)).count).toBe(0);
    expect(draw(rasterizer, screen, flat(0.25)).count).toBe(16);
  });

  it('compares float32 depths', () => {
    const rasterizer = new Rasterizer(8, 8, 'scanline');
    draw(rasterizer, screen, flat(0.5));
    expect(draw(rasterizer, screen, flat(0.5 - 2 ** -27)).count).toBe(0);
    expect(draw(rasterizer, screen, flat(0.5 - 2 ** -25)).count).toBe(16);
  });

  it('makes occluded lanes helpers', () => {
    const rasterizer = new Rasterizer(4, 4, 'scanline');
    const leftColumn: Triangle = [
      [0, -1024],
      [SUBPIXELS, -1024],
      [0, 1024 * SUBPIXELS],
    ];
    draw(rasterizer, leftColumn, flat(0.25));
    expect(quads(draw(rasterizer, screen, flat(0.5)))).toEqual([
      [0, 0, 0b1010],
      [2, 0, 0b1111],
      [0, 2, 0b1010],
      [2, 2, 0b1111],
    ]);
  });

  it('lets slanted triangles cut through each other', () => {
    const rasterizer = new Rasterizer(8, 1, 'scanline');
    const rising = flat(0);
    rising.coefficients[Z_OVER_W] = 1 / 8;
    draw(rasterizer, screen, flat(0.5));
    expect(quads(draw(rasterizer, screen, rising))).toEqual([
      [0, 0, 0b0011],
      [2, 0, 0b0011],
    ]);
  });
});

describe('quads', () => {
  it('at the right and lower edge of odd images have helpers beyond the edge', () => {
    const all: Triangle = [
      [0, 0],
      [20 * SUBPIXELS, 0],
      [0, 20 * SUBPIXELS],
    ];
    const batch = draw(new Rasterizer(3, 3, 'scanline'), all, flat(0));
    expect([...batch.active.subarray(0, batch.count)]).toEqual([0b1111, 0b0101, 0b0011, 0b0001]);
  });

  it('continue where the last batch ended', () => {
    const all: Triangle = [
      [0, 0],
      [64 * SUBPIXELS, 0],
      [0, 64 * SUBPIXELS],
    ];
    const rasterizer = new Rasterizer(32, 32, 'hilbert');
    rasterizer.begin(...all[0], ...all[1], ...all[2]);
    const batch = new QuadBatch(100);
    const counts: number[] = [];
    for (let done = false; !done;) {
      batch.count = 0;
      done = rasterizer.appendQuads(batch, flat(0), [7]);
      counts.push(batch.count);
    }
    expect(counts).toEqual([100, 100, 56]);
    expect(batch.state[0]).toBe(7);
  });
});

/** The position of the point: inside a triangle of the fan, on a shared edge, or on the fan's outline. */
function whereInFan(at: Point, fan: readonly Triangle[]) {
  let inside = false;
  let spoke = false;
  let outline = false;
  for (const [centre, from, to] of fan) {
    const sides = [area(centre, from, at), area(from, to, at), area(to, centre, at)];
    if (sides.some((side) => side < 0)) continue;
    if (sides[1] === 0) outline = true;
    else if (sides[0] === 0 || sides[2] === 0) spoke = true;
    else inside = true;
  }
  return { inside, spoke, outline };
}

/** The top-left rule in big integers, for the centre of a pixel. */
function exactlyCovers(triangle: Triangle, px: number, py: number): boolean {
  const [x, y] = [BigInt(px * SUBPIXELS + SUBPIXELS / 2), BigInt(py * SUBPIXELS + SUBPIXELS / 2)];
  return triangle.every((from, k) => {
    const to = triangle[(k + 1) % 3];
    const [ax, ay, bx, by] = [...from, ...to].map(BigInt);
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const topLeft = by < ay || (by === ay && bx > ax);
    return side > 0n || (side === 0n && topLeft);
  });
}
