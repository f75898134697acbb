/**
 * Undoes the filter of a PNG row (PNG specification, 9.2): each byte is the sum, modulo 256, of the filtered one and a
 * prediction from the bytes to the left, above, and above to the left.
 *
 * @param type of the filter, 0 to 4
 * @param filtered bytes of the row
 * @param above the row above; zeros above the first row
 * @param row takes the bytes, as many as `above` has
 * @param step bytes from a texel to the next
 * @returns false for any other type
 */
export function unfilterRow(
  type: number,
  filtered: Uint8Array,
  above: Uint8Array,
  row: Uint8Array,
  step: number,
): boolean {
  switch (type) {
    case 0:
      row.set(filtered);
      return true;
    case 1:
      addLeft(filtered, row, step);
      return true;
    case 2:
      for (let n = 0; n < row.length; n++) row[n] = filtered[n] + above[n];
      return true;
    case 3:
      addMean(filtered, above, row, step);
      return true;
    case 4:
      addPaeth(filtered, above, row, step);
      return true;
    default:
      return false;
  }
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
