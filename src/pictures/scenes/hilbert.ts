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

/** Numbers of a cell on the stack. */
const CELL = 4;

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
  private readonly stack: Int32Array;
  private end = 0;

  constructor(columns: number, rows: number, region: PixelRegion) {
    this.region = region;
    this.levels = Math.ceil(Math.log2(Math.max(columns, rows)));
    this.stack = new Int32Array(CELL * (3 * this.levels + 1));
  }

  start(left: number, top: number, right: number, bottom: number): void {
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
    this.end = 0;
    this.push(0, 0, this.levels, 0);
  }

  next(): boolean {
    const { stack } = this;
    while (this.end > 0) {
      const top = (this.end -= CELL);
      const x = stack[top];
      const y = stack[top + 1];
      const level = stack[top + 2];
      const way = stack[top + 3];
      if (level === 0) {
        this.x = x;
        this.y = y;
        return true;
      }
      const half = 2 ** (level - 1);
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
    const { stack, end } = this;
    stack[end] = x;
    stack[end + 1] = y;
    stack[end + 2] = level;
    stack[end + 3] = way;
    this.end += CELL;
  }
}
