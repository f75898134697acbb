import { describe, expect, it } from 'vitest';
import { createTraversal, type Region, TRAVERSALS, type TraversalOrder } from '../../../src/scenes/traversal.ts';
import { randomBits } from '../../oracle/random.ts';

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];
type Quad = readonly [x: number, y: number];

const EVERYWHERE: Region = { touches: () => true };

function visit(order: TraversalOrder, columns: number, rows: number, at: Rectangle, region = EVERYWHERE): Quad[] {
  const traversal = createTraversal(order, columns, rows, region);
  const visited: Quad[] = [];
  traversal.start(...at);
  while (traversal.next()) visited.push([traversal.x, traversal.y]);
  return visited;
}

function rowByRow([left, top, right, bottom]: Rectangle): Quad[] {
  const quads: Quad[] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) quads.push([x, y]);
  return quads;
}

function sorted(quads: Quad[]): Quad[] {
  return [...quads].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** Rises from tile to tile, and within a tile from row to row and from quad to quad. */
function placeInTiles([x, y]: Quad): number {
  return (((y >> 2) * 100 + (x >> 2)) * 4 + (y & 3)) * 4 + (x & 3);
}

describe.each(TRAVERSALS)('the %s traversal', (order) => {
  it('visits every quad of every rectangle exactly once', () => {
    const bits = randomBits(11);
    for (let n = 0; n < 200; n++) {
      const columns = 1 + (bits() % 50);
      const rows = 1 + (bits() % 50);
      const [left, top] = [bits() % columns, bits() % rows];
      const at: Rectangle = [left, top, left + (bits() % (columns - left)), top + (bits() % (rows - top))];
      expect(sorted(visit(order, columns, rows, at)), `${columns}x${rows}: ${at.join()}`).toEqual(rowByRow(at));
    }
  });

  it('passes over only what the region does not touch, and keeps its order', () => {
    // Touched: blocks that hold a quad of the diagonal.
    const diagonal: Region = {
      touches: (left, top, right, bottom) => Math.max(left, top) <= Math.min(right, bottom),
    };
    const at: Rectangle = [2, 1, 60, 50];
    const all = visit(order, 64, 64, at);
    const some = visit(order, 64, 64, at, diagonal);
    const kept = new Set(some.map(String));
    expect(all.filter((quad) => kept.has(String(quad)))).toEqual(some);
    expect(all.filter(([x, y]) => x === y && !kept.has(String([x, y])))).toEqual([]);
    expect(some.length).toBeLessThan(all.length / 2);
  });

  it('begins anew with each rectangle, however far the last one came', () => {
    const traversal = createTraversal(order, 16, 16, EVERYWHERE);
    traversal.start(0, 0, 15, 15);
    for (let n = 0; n < 37; n++) traversal.next();
    traversal.start(3, 4, 3, 4);
    expect([traversal.next(), traversal.x, traversal.y, traversal.next()]).toEqual([true, 3, 4, false]);
  });
});

describe('scanline order', () => {
  it('is row by row from the left', () => {
    const at: Rectangle = [5, 2, 40, 6];
    expect(visit('scanline', 64, 64, at)).toEqual(rowByRow(at));
  });
});

describe('tile order', () => {
  it('finishes each 8x8-pixel tile of the screen before the next, row by row within and without', () => {
    const visited = visit('tiles', 64, 64, [3, 2, 21, 13]);
    expect(visited).toEqual([...visited].sort((a, b) => placeInTiles(a) - placeInTiles(b)));
  });
});

describe('Hilbert order', () => {
  it.each([1, 2, 4, 8, 16, 64])('steps to a neighbour each time on a square of side %d', (size) => {
    const visited = visit('hilbert', size, size, [0, 0, size - 1, size - 1]);
    const jumps = visited.filter(
      ([x, y], n) => n > 0 && Math.abs(x - visited[n - 1][0]) + Math.abs(y - visited[n - 1][1]) !== 1,
    );
    expect(jumps).toEqual([]);
  });

  it('goes from the upper left to the upper right corner', () => {
    const visited = visit('hilbert', 32, 32, [0, 0, 31, 31]);
    expect([visited[0], visited.at(-1)]).toEqual([
      [0, 0],
      [31, 0],
    ]);
  });

  it('visits the quads of a rectangle in the order of the one curve over the screen', () => {
    const screen = visit('hilbert', 40, 30, [0, 0, 39, 29]);
    const part = screen.filter(([x, y]) => x >= 7 && x <= 33 && y >= 5 && y <= 19);
    expect(visit('hilbert', 40, 30, [7, 5, 33, 19])).toEqual(part);
  });
});
