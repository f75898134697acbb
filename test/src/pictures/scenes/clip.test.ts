import { describe, expect, it } from 'vitest';
import { Clipper } from '../../../../src/pictures/scenes/clip.ts';
import { randomBits } from '../../../oracle/random.ts';
import { draws } from '../../../oracle/draws.ts';

const GUARD = 8;

function clip(...vertices: readonly (readonly number[])[]): number[][] {
  const clipper = new Clipper(GUARD);
  clipper.clip(Float64Array.from(vertices.flat()), 0, 1, 2);
  return Array.from({ length: clipper.count }, (_, n) => [...clipper.vertices.subarray(4 * n, 4 * n + 4)]);
}

/** A random vertex around the view volume: a third are behind the near plane, many are far to the side. */
function randomVertex(bits: () => number): number[] {
  const w = (bits() % 3000) / 1000 - 1;
  const spread = bits() % 2 === 0 ? 1 : 40;
  const side = () => spread * ((bits() % 2001) / 1000 - 1);
  return [side(), side(), w - 0.125, w];
}

describe('the clipper', () => {
  it('does not change a triangle before the near plane and within the guard band', () => {
    const triangle = [
      [-8, 0, 0, 1],
      [1, 8, 0.5, 1],
      [0, 0, 2, 3],
    ];
    expect(clip(...triangle)).toEqual(triangle);
  });

  it('cuts off a corner behind the near plane, and keeps the orientation', () => {
    const clipped = clip([0, 0, 3, 4], [4, 0, -1, 0], [0, 4, 3, 4]);
    expect(clipped).toEqual([
      [0, 0, 3, 4],
      [3, 0, 0, 1],
      [3, 1, 0, 1],
      [0, 4, 3, 4],
    ]);
  });

  it('keeps one corner when two lie behind the near plane', () => {
    const clipped = clip([0, 0, 1, 2], [2, 0, -1, 0], [0, 2, -1, 0]);
    expect(clipped).toEqual([
      [0, 0, 1, 2],
      [1, 0, 0, 1],
      [0, 1, 0, 1],
    ]);
  });

  it('removes a triangle outside one plane', () => {
    expect(clip([0, 0, -1, 0], [1, 0, -2, -1], [0, 1, -0.5, 0.5])).toEqual([]);
    expect(clip([9, 0, 1, 1], [10, 0, 1, 1], [9, 1, 1, 1])).toEqual([]);
    expect(clip([0, -9, 1, 1], [1, -10, 1, 1], [0, -12, 1, 1])).toEqual([]);
  });

  it('clips against all four sides of the guard band', () => {
    const clipped = clip([-40, -20, 1, 1], [40, -20, 1, 1], [0, 60, 1, 1]);
    const reach = [0, 1].flatMap((axis) => [Math.min, Math.max].map((pick) => pick(...clipped.map((v) => v[axis]))));
    // The error is that of sums of numbers up to 80, rounded three times.
    reach.forEach((extent, n) =>
      expect(Math.abs(extent - (n % 2 === 0 ? -GUARD : GUARD))).toBeLessThan(3 * 80 * 2 ** -53),
    );
  });

  it('gives both triangles of a shared edge the same vertices on it, bit for bit', () => {
    const bits = randomBits(21);
    const failures: string[] = [];
    let cut = 0;
    for (let n = 0; n < draws(20_000); n++) {
      const [a, b, c, d] = [randomVertex(bits), randomVertex(bits), randomVertex(bits), randomVertex(bits)];
      const here = onEdge(clip(a, b, c), a, b);
      const there = onEdge(clip(b, a, d), a, b);
      if (here.length > 0) cut++;
      if (here.join() !== there.join())
        failures.push(`${a.join()} to ${b.join()}: ${here.join(' ')} against ${there.join(' ')}`);
    }
    expect(failures.length, failures[0]).toBe(0);
    expect(cut).toBeGreaterThan(draws(3000));
  });

  it('leaves only points inside every plane, with positive w', () => {
    const bits = randomBits(22);
    // A new vertex is rounded three times at |x| <= 120, and cut again at most four times.
    const slack = 5 * 3 * 120 * (1 + GUARD) * 2 ** -53;
    const outside: string[] = [];
    for (let n = 0; n < draws(20_000); n++) {
      const clipped = clip(randomVertex(bits), randomVertex(bits), randomVertex(bits));
      for (const [x, y, z, w] of clipped) {
        if (w <= 0 || z < -slack || Math.max(Math.abs(x), Math.abs(y)) > GUARD * w + slack)
          outside.push([x, y, z, w].join());
      }
    }
    expect(outside).toEqual([]);
  });
});

/** The new vertices on the edge from a to b: the result of clipping the degenerate triangles a, b, b and b, a, a. */
function onEdge(clipped: number[][], a: number[], b: number[]): string[] {
  const edge = new Set([...clip(a, b, b), ...clip(b, a, a)].map(String));
  return clipped
    .map(String)
    .filter((vertex) => edge.has(vertex) && vertex !== String(a) && vertex !== String(b))
    .sort();
}
