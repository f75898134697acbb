/**
 * The order in which a triangle's quads are visited: row by row; 8x8-pixel tile by tile, each row by row; or along the
 * Hilbert curve over the screen.
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

/** @param columns, rows of the screen, in quads: every rectangle lies within */
export function createTraversal(order: TraversalOrder, columns: number, rows: number, region: Region): Traversal {
  if (order === 'hilbert') return new Hilbert(columns, rows, region);
  return order === 'tiles' ? new Tiles(4, 4, region) : new Tiles(16, 1, region);
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

/**
 * The four ways a Hilbert cell can lie, and for each the quadrants in the curve's order: quadrant (bit 0: right, bit 1:
 * lower) + 4 * how the curve lies within it. Way 0 goes from the upper left to the upper right corner, way 1 from the
 * upper left to the lower left; ways 2 and 3 are ways 0 and 1 turned half round.
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
 * One curve over the smallest square of 2^k quads that holds the screen, whatever the rectangle: cells that do not touch
 * the rectangle or the region are passed over whole.
 */
class Hilbert implements Traversal {
  x = 0;
  y = 0;
  private left = 0;
  private top = 0;
  private right = -1;
  private bottom = -1;
  private readonly region: Region;
  private readonly levels: number;
  /** Cells still to visit, the next on top: corner, log2 of the size, and way. Three siblings wait on each level. */
  private readonly cellX: Int32Array;
  private readonly cellY: Int32Array;
  private readonly cellLevel: Uint8Array;
  private readonly cellWay: Uint8Array;
  private cells = 0;

  constructor(columns: number, rows: number, region: Region) {
    this.region = region;
    this.levels = Math.ceil(Math.log2(Math.max(columns, rows)));
    const most = 3 * this.levels + 1;
    this.cellX = new Int32Array(most);
    this.cellY = new Int32Array(most);
    this.cellLevel = new Uint8Array(most);
    this.cellWay = new Uint8Array(most);
  }

  start(left: number, top: number, right: number, bottom: number): void {
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
    this.cells = 0;
    this.push(0, 0, this.levels, 0);
  }

  next(): boolean {
    while (this.cells > 0) {
      const top = --this.cells;
      const x = this.cellX[top];
      const y = this.cellY[top];
      const level = this.cellLevel[top];
      if (level === 0) {
        this.x = x;
        this.y = y;
        return true;
      }
      const half = 2 ** (level - 1);
      const way = this.cellWay[top];
      for (let k = 3; k >= 0; k--) {
        const quadrant = HILBERT_QUADRANTS[4 * way + k];
        this.push(x + (quadrant & 1) * half, y + ((quadrant >> 1) & 1) * half, level - 1, quadrant >> 2);
      }
    }
    return false;
  }

  private push(x: number, y: number, level: number, way: number): void {
    const last = 2 ** level - 1;
    if (x > this.right || y > this.bottom || x + last < this.left || y + last < this.top) return;
    if (level > 0 && !this.region.touches(x, y, x + last, y + last)) return;
    const top = this.cells++;
    this.cellX[top] = x;
    this.cellY[top] = y;
    this.cellLevel[top] = level;
    this.cellWay[top] = way;
  }
}
