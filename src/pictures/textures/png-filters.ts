/**
 * Undoes the filter of a PNG row (PNG specification, 9.2): each byte is the sum, modulo 256, of the filtered one and a
 * prediction from the bytes to the left, above, and above to the left.
 *
 * @param filtered bytes of the row
 * @param above the row above; zeros above the first row
 * @param row takes the bytes, as many as `above` has
 * @param step bytes from a texel to the next
 */
type Unfilter = (filtered: Uint8Array, above: Uint8Array, row: Uint8Array, step: number) => void;

/** By the type of the filter. */
export const UNFILTER: readonly Unfilter[] = [
  (filtered, _above, row) => row.set(filtered),
  (filtered, _above, row, step) => addLeft(filtered, row, step),
  addAbove,
  addMean,
  addPaeth,
];

function addAbove(filtered: Uint8Array, above: Uint8Array, row: Uint8Array): void {
  for (let n = 0; n < row.length; n++) row[n] = filtered[n] + above[n];
}

function addLeft(filtered: Uint8Array, row: Uint8Array, step: number): void {
  for (let c = 0; c < step; c++) {
    let left = 0;
    for (let n = c; n < row.length; n += step) row[n] = left = (filtered[n] + left) & 0xff;
  }
}

function addMean(filtered: Uint8Array, above: Uint8Array, row: Uint8Array, step: number): void {
  for (let c = 0; c < step; c++) {
    let left = 0;
    for (let n = c; n < row.length; n += step) row[n] = left = (filtered[n] + ((left + above[n]) >> 1)) & 0xff;
  }
}

/** The prediction is the neighbour nearest to left + above - corner: the left one, then the one above, wins a tie. */
function addPaeth(filtered: Uint8Array, above: Uint8Array, row: Uint8Array, step: number): void {
  for (let c = 0; c < step; c++) {
    let left = 0;
    let corner = 0;
    for (let n = c; n < row.length; n += step) {
      const up = above[n];
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - 2 * corner);
      const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      row[n] = left = (filtered[n] + nearest) & 0xff;
      corner = up;
    }
  }
}
