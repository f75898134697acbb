import { type BlockWalk, BlocksInTurn, Rows } from './blocks-in-turn.ts';
import { Hilbert } from './hilbert.ts';
import { DEFAULT_TILING, type PixelRegion, type Tiling, type Traversal, type TraversalOrder } from './traversal.ts';

/**
 * @param columns,rows size of the screen in quads; every rectangle lies within
 * @param tiling for the order `tiles`
 */
export function createTraversal(
  order: TraversalOrder,
  columns: number,
  rows: number,
  region: PixelRegion,
  tiling: Tiling = DEFAULT_TILING,
): Traversal {
  if (order === 'hilbert') return new Hilbert(columns, rows, region);
  if (order === 'scanline') return new BlocksInTurn(16, 1, region, () => new Rows(false));
  const [across, down] = [tiling.width / 2, tiling.height / 2];
  const walk: BlockWalk = (tiles) =>
    tiling.order === 'hilbert'
      ? new Hilbert(Math.ceil(columns / across), Math.ceil(rows / down), tiles)
      : new Rows(tiling.order === 'serpentine');
  return new BlocksInTurn(across, down, region, walk);
}
