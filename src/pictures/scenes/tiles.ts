import type { Region, Traversal } from './traversal.ts';

/**
 * Traversal of the tiles of the screen's grid, row by row, and of their quads, row by row. A rectangle contains parts
 * of the tiles at its edges. Tiles one quad high make whole scanlines.
 */
export class Tiles implements Traversal {
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

  /** @param columns,rows size of a tile in quads */
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
