import { hilbert } from './hilbert.ts';
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
