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
export function hilbert(columns: number, rows: number, region: PixelRegion): Traversal {
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
