import type { PixelRegion, Traversal } from './traversal.ts';

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
export class Hilbert implements Traversal {
  x = 0;
  y = 0;
  private left = 0;
  private top = 0;
  private right = -1;
  private bottom = -1;
  private readonly region: PixelRegion;
  private readonly levels: number;
  /**
   * A stack of the cells still to visit, the next on top: corner, log2 of the size, and orientation. Three siblings
   * wait on each level.
   */
  private readonly cellX: Int32Array;
  private readonly cellY: Int32Array;
  private readonly cellLevel: Uint8Array;
  private readonly cellWay: Uint8Array;
  private cells = 0;

  constructor(columns: number, rows: number, region: PixelRegion) {
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
