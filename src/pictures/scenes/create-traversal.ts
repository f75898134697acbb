import { DEFAULT_TILING, type PixelRegion, type Tiling, type Traversal, type TraversalOrder } from './traversal.ts';

/** @param columns,rows size of the screen in quads; every rectangle lies within  @param tiling for the order `tiles` */
export function createTraversal(
  order: TraversalOrder,
  columns: number,
  rows: number,
  region: PixelRegion,
  tiling: Tiling = DEFAULT_TILING,
): Traversal {
  if (order === 'hilbert') return hilbert(columns, rows, region);
  if (order === 'scanline') return blockByBlock(16, 1, region, () => rowByRow(false));
  const [across, down] = [tiling.width / 2, tiling.height / 2];
  return blockByBlock(across, down, region, (tiles) =>
    tiling.order === 'hilbert'
      ? hilbert(Math.ceil(columns / across), Math.ceil(rows / down), tiles)
      : rowByRow(tiling.order === 'serpentine'),
  );
}

/** A traversal row by row. In a serpentine, rows of odd y run from the right, so that each step goes to a neighbour. */
function rowByRow(serpentine: boolean): Traversal {
  return function* (left, top, right, bottom) {
    for (let y = top; y <= bottom; y++) {
      const backwards = serpentine && y % 2 === 1;
      for (let n = left; n <= right; n++) {
        const x = backwards ? left + right - n : n;
        yield [x, y, x, y];
      }
    }
  };
}

/**
 * Blocks of quads in the order of another traversal.
 *
 * @param columns,rows size of a block in quads
 * @param walk the order of blocks: a traversal whose positions are blocks of the screen's grid
 */
function blockByBlock(
  columns: number,
  rows: number,
  region: PixelRegion,
  walk: (blocks: PixelRegion) => Traversal,
): Traversal {
  const blocks = walk({
    touches: (left, top, right, bottom) =>
      region.touches(left * columns, top * rows, (right + 1) * columns - 1, (bottom + 1) * rows - 1),
  });
  return function* (left, top, right, bottom) {
    const [across, down] = [Math.floor(right / columns), Math.floor(bottom / rows)];
    for (const [column, row] of blocks(Math.floor(left / columns), Math.floor(top / rows), across, down)) {
      // The part of the block that lies in the rectangle.
      const [first, last] = [Math.max(column * columns, left), Math.min((column + 1) * columns - 1, right)];
      const [upper, lower] = [Math.max(row * rows, top), Math.min((row + 1) * rows - 1, bottom)];
      if (region.touches(first, upper, last, lower)) yield [first, upper, last, lower];
    }
  };
}

/**
 * The four orientations of a Hilbert cell, and for each the quadrants in the curve's order: quadrant (bit 0: right, bit
 * 1: lower) + 4 * the curve's orientation within it. Orientation 0 goes from the upper left to the upper right corner,
 * 1 from the upper left to the lower left; 2 and 3 are 0 and 1 rotated by half a turn.
 */
const HILBERT_QUADRANTS = Uint8Array.from(
  [
    [0 + 4 * 1, 2 + 4 * 0, 3 + 4 * 0, 1 + 4 * 3],
    [0 + 4 * 0, 1 + 4 * 1, 3 + 4 * 1, 2 + 4 * 2],
    [3 + 4 * 3, 1 + 4 * 2, 0 + 4 * 2, 2 + 4 * 1],
    [3 + 4 * 2, 2 + 4 * 3, 0 + 4 * 3, 1 + 4 * 0],
  ].flat(),
);

/**
 * One curve over the smallest square of 2^k quads that contains the screen, for any rectangle. Cells outside of the
 * rectangle or the region are skipped as a whole.
 */
function hilbert(columns: number, rows: number, region: PixelRegion): Traversal {
  const levels = Math.ceil(Math.log2(Math.max(columns, rows)));
  return function* (left, top, right, bottom) {
    /** The cells still to visit, the next one last: corner, log2 of the size, and orientation. */
    const stack = [0, 0, levels, 0];
    while (stack.length > 0) {
      const way = stack.pop()!;
      const level = stack.pop()!;
      const y = stack.pop()!;
      const x = stack.pop()!;
      const last = 2 ** level - 1;
      if (x > right || y > bottom || x + last < left || y + last < top) continue;
      if (level === 0) {
        yield [x, y, x, y];
        continue;
      }
      if (!region.touches(x, y, x + last, y + last)) continue;
      const half = 2 ** (level - 1);
      for (let k = 3; k >= 0; k--) {
        const quadrant = HILBERT_QUADRANTS[4 * way + k];
        stack.push(x + (quadrant & 1) * half, y + ((quadrant >> 1) & 1) * half, level - 1, quadrant >> 2);
      }
    }
  };
}
