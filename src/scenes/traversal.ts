import { Hilbert } from './hilbert.ts';
import { type BlockWalk, BlocksInTurn, Serpentine } from './blocks-in-turn.ts';

/**
 * The order in which a triangle's quads are visited: row by row; tile by tile, each row by row; or along the Hilbert
 * curve over the screen.
 */
export const TRAVERSALS = ['scanline', 'tiles', 'hilbert'] as const;
export type TraversalOrder = (typeof TRAVERSALS)[number];

/** What is being drawn. Positions are in quads. */
export interface Region {
  /** Whether a block of quads, both corners in it, may hold a part of it. */
  touches(left: number, top: number, right: number, bottom: number): boolean;
}

/** Visits the quads of a rectangle, none twice. Blocks that the region does not touch are passed over. */
export interface Traversal {
  /** The quad that next() came to. */
  readonly x: number;
  readonly y: number;
  /** Begins the rectangle from (left, top) to (right, bottom), both in it. */
  start(left: number, top: number, right: number, bottom: number): void;
  /** Goes to the next quad; false when there is none. */
  next(): boolean;
}

/**
 * The order in which tiles are visited: row by row; every other row backwards; or along the Hilbert curve over the
 * screen's tiles.
 */
export const TILE_ORDERS = ['rows', 'serpentine', 'hilbert'] as const;
export type TileOrder = (typeof TILE_ORDERS)[number];

/** The tiles of the order `tiles`: a grid from the screen's upper left corner on. */
export interface Tiling {
  /** Size of a tile in pixels, both even. */
  readonly width: number;
  readonly height: number;
  readonly order: TileOrder;
}

export const DEFAULT_TILING: Tiling = Object.freeze({ width: 8, height: 8, order: 'rows' });

/**
 * @param columns, rows of the screen, in quads: every rectangle lies within
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

/**
 * Tiles of the screen's grid, row by row, and their quads row by row. A rectangle shows parts of the tiles at its edges.
 * Tiles one quad high make whole scanlines.
 */
class Tiles implements Traversal {
  x = 0;
  y = 0;
  private readonly columns: number;
  private readonly rows: number;
  private readonly region: Region;
  private left = 0;
  private right = -1;
  private bottom = -1;
  /** The part of the current tile that lies in the rectangle. */
  private tileLeft = 0;
  private tileTop = 0;
  private tileRight = -1;
  private tileBottom = -1;

  /** @param columns, rows of a tile, in quads */
  constructor(columns: number, rows: number, region: Region) {
    this.columns = columns;
    this.rows = rows;
    this.region = region;
  }

  start(left: number, top: number, right: number, bottom: number): void {
    this.left = left;
    this.right = right;
    this.bottom = bottom;
    this.tileBottom = top - 1;
    this.tileRight = right;
    this.x = right;
    this.y = this.tileBottom;
  }

  next(): boolean {
    if (++this.x <= this.tileRight) return true;
    this.x = this.tileLeft;
    return ++this.y <= this.tileBottom || this.nextTile();
  }

  private nextTile(): boolean {
    do {
      if (this.tileRight < this.right) {
        this.tileLeft = this.tileRight + 1;
      } else {
        if (this.tileBottom >= this.bottom) return false;
        this.tileLeft = this.left;
        this.tileTop = this.tileBottom + 1;
        this.tileBottom = Math.min(lastOfTile(this.tileTop, this.rows), this.bottom);
      }
      this.tileRight = Math.min(lastOfTile(this.tileLeft, this.columns), this.right);
    } while (!this.region.touches(this.tileLeft, this.tileTop, this.tileRight, this.tileBottom));
    this.x = this.tileLeft;
    this.y = this.tileTop;
    return true;
  }
}

/** The last position in the same tile. */
function lastOfTile(position: number, size: number): number {
  return position - (position % size) + size - 1;
}
