import { describe, expect, it } from 'vitest';
import { createTraversal } from '../../../../src/pictures/scenes/create-traversal.ts';
import {
  DEFAULT_TILING,
  type PixelRegion,
  type QuadBlock,
  TILE_ORDERS,
  type Tiling,
  TRAVERSALS,
  type TraversalOrder,
} from '../../../../src/pictures/scenes/traversal.ts';
import { randomBits } from '../../../oracle/random.ts';

type Quad = readonly [x: number, y: number];

const EVERYWHERE: PixelRegion = { touches: () => true };

function visit(
  order: TraversalOrder,
  columns: number,
  rows: number,
  at: QuadBlock,
  region = EVERYWHERE,
  tiling?: Tiling,
): Quad[] {
  return Array.from(createTraversal(order, columns, rows, region, tiling)(...at), rowByRow).flat();
}

function rowByRow([left, top, right, bottom]: QuadBlock): Quad[] {
  const quads: Quad[] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) quads.push([x, y]);
  return quads;
}

function sorted(quads: Quad[]): Quad[] {
  return [...quads].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** The rank of a quad: rising from tile to tile, and within a tile from row to row and from quad to quad. */
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
      const at: QuadBlock = [left, top, left + (bits() % (columns - left)), top + (bits() % (rows - top))];
      expect(sorted(visit(order, columns, rows, at)), `${columns}x${rows}: ${at.join()}`).toEqual(rowByRow(at));
    }
  });

  it('skips only blocks that the region does not touch, and keeps its order', () => {
    // The region touches blocks that contain a quad of the diagonal.
    const diagonal: PixelRegion = {
      touches: (left, top, right, bottom) => Math.max(left, top) <= Math.min(right, bottom),
    };
    const at: QuadBlock = [2, 1, 60, 50];
    const all = visit(order, 64, 64, at);
    const some = visit(order, 64, 64, at, diagonal);
    const kept = new Set(some.map(String));
    expect(all.filter((quad) => kept.has(String(quad)))).toEqual(some);
    expect(all.filter(([x, y]) => x === y && !kept.has(String([x, y])))).toEqual([]);
    expect(some.length).toBeLessThan(all.length / 2);
  });

  it('restarts with each rectangle, complete or not', () => {
    const traversal = createTraversal(order, 16, 16, EVERYWHERE);
    const first = traversal(0, 0, 15, 15);
    for (let n = 0; n < 3; n++) first.next();
    expect(Array.from(traversal(3, 4, 3, 4))).toEqual([[3, 4, 3, 4]]);
  });
});

describe('scanline order', () => {
  it('is row by row from the left', () => {
    const at: QuadBlock = [5, 2, 40, 6];
    expect(visit('scanline', 64, 64, at)).toEqual(rowByRow(at));
  });
});

describe('tile order', () => {
  it('completes each 8x8-pixel tile before the next; tiles and quads are row by row', () => {
    const visited = visit('tiles', 64, 64, [3, 2, 21, 13]);
    expect(visited).toEqual([...visited].sort((a, b) => placeInTiles(a) - placeInTiles(b)));
  });
});

describe.each(TILE_ORDERS)('tiles in the order %s', (order) => {
  const tilings = [
    [2, 2],
    [8, 8],
    [6, 20],
    [1024, 4],
  ].map(([width, height]) => ({ width, height, order }));

  it('visit every quad of every rectangle exactly once, for any tile size', () => {
    const bits = randomBits(12);
    for (let n = 0; n < 200; n++) {
      const [columns, rows] = [1 + (bits() % 50), 1 + (bits() % 50)];
      const [left, top] = [bits() % columns, bits() % rows];
      const at: QuadBlock = [left, top, left + (bits() % (columns - left)), top + (bits() % (rows - top))];
      const tiling = tilings[n % 4];
      const visited = visit('tiles', columns, rows, at, EVERYWHERE, tiling);
      expect(sorted(visited), `${columns}x${rows}: ${at.join()}, ${JSON.stringify(tiling)}`).toEqual(rowByRow(at));
    }
  });

  it('are completed before the next, row by row within', () => {
    for (const tiling of tilings) {
      const [across, down] = [tiling.width / 2, tiling.height / 2];
      const visited = visit('tiles', 70, 60, [3, 5, 64, 51], EVERYWHERE, tiling);
      const tiles = visited.map(([x, y]) => `${Math.floor(x / across)},${Math.floor(y / down)}`);
      const runs = tiles.filter((tile, n) => tile !== tiles[n - 1]);
      expect(new Set(runs).size).toBe(runs.length);
      for (let n = 1; n < visited.length; n++) {
        const [[x, y], [i, j]] = [visited[n], visited[n - 1]];
        if (tiles[n] === tiles[n - 1]) expect((y === j && x === i + 1) || y === j + 1).toBe(true);
      }
    }
  });

  it('skip only tiles that the region does not touch', () => {
    const diagonal: PixelRegion = {
      touches: (left, top, right, bottom) => Math.max(left, top) <= Math.min(right, bottom),
    };
    const tiling = { width: 8, height: 8, order };
    const expected = rowByRow([2, 1, 60, 50]).filter(([x, y]) => x >> 2 === y >> 2);
    expect(sorted(visit('tiles', 64, 64, [2, 1, 60, 50], diagonal, tiling))).toEqual(expected);
  });

  it('restart with each rectangle', () => {
    const traversal = createTraversal('tiles', 16, 16, EVERYWHERE, { width: 8, height: 8, order });
    const first = traversal(0, 0, 15, 15);
    for (let n = 0; n < 3; n++) first.next();
    expect(Array.from(traversal(3, 4, 3, 4))).toEqual([[3, 4, 3, 4]]);
  });
});

describe('orders of tiles', () => {
  /** Each tile's position, in the order of the visit. */
  function tilesOf(tiling: Tiling): string[] {
    const visited = visit('tiles', 16, 16, [0, 0, 15, 15], EVERYWHERE, tiling).map(([x, y]) => `${x >> 2},${y >> 2}`);
    return visited.filter((tile, n) => tile !== visited[n - 1]);
  }

  it('are rows, rows in alternating direction, or the Hilbert curve over tiles', () => {
    expect(DEFAULT_TILING).toEqual({ width: 8, height: 8, order: 'rows' });
    expect(tilesOf(DEFAULT_TILING).slice(0, 6)).toEqual(['0,0', '1,0', '2,0', '3,0', '0,1', '1,1']);
    expect(tilesOf({ ...DEFAULT_TILING, order: 'serpentine' }).slice(0, 6)).toEqual([
      '0,0',
      '1,0',
      '2,0',
      '3,0',
      '3,1',
      '2,1',
    ]);
    expect(tilesOf({ ...DEFAULT_TILING, order: 'hilbert' })).toEqual(visit('hilbert', 4, 4, [0, 0, 3, 3]).map(String));
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
