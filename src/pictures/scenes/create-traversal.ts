import { type BlockWalk, BlocksInTurn, Serpentine } from './blocks-in-turn.ts';
import { Hilbert } from './hilbert.ts';
import { Tiles } from './tiles.ts';
import { DEFAULT_TILING, type Region, type Tiling, type Traversal, type TraversalOrder } from './traversal.ts';

/**
 * @param columns,rows size of the screen in quads; every rectangle lies within
 * @param tiling for the order `tiles`
 */
export function createTraversal(
  order: TraversalOrder,
  columns: number,
  rows: number,
  region: Region,
  tiling: Tiling = DEFAULT_TILING,
): Traversal {
  if (order === 'hilbert') return new Hilbert(columns, rows, region);
  if (order === 'scanline') return new Tiles(16, 1, region);
  const [across, down] = [tiling.width / 2, tiling.height / 2];
  if (tiling.order === 'rows') return new Tiles(across, down, region);
  const [tileColumns, tileRows] = [Math.ceil(columns / across), Math.ceil(rows / down)];
  const walk: BlockWalk = (tiles) =>
    tiling.order === 'hilbert' ? new Hilbert(tileColumns, tileRows, tiles) : new Serpentine();
  return new BlocksInTurn(across, down, region, walk);
}
