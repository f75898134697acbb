/**
 * The positions of the texels of one axis on a weight grid (ASTC: Weight Infill), 4.4 unsigned fixed point.
 *
 * @param texels footprint size along the axis, 4 to 12
 * @param weights grid size along the axis, 2 to 12
 */
export function gridCoordinates(texels: number, weights: number): Uint8Array {
  const scale = Math.floor((1024 + (texels >> 1)) / (texels - 1));
  return Uint8Array.from({ length: texels }, (_, texel) => (scale * texel * (weights - 1) + 32) >> 6);
}

/**
 * Interpolates a weight for every texel (ASTC: Weight Infill), 0 to 64.
 *
 * @param columns coordinates of the texels along x, and `rows` along y, as gridCoordinates gives them
 * @param grid stored weights, 0 to 64, row after row; entries after the last are read with weight 0
 */
export function infillWeights(
  columns: Uint8Array,
  rows: Uint8Array,
  grid: Uint8Array,
  gridWidth: number,
  weights: Uint8Array,
): void {
  let texel = 0;
  for (let y = 0; y < rows.length; y++) {
    const ft = rows[y] & 15;
    const row = (rows[y] >> 4) * gridWidth;
    for (let x = 0; x < columns.length; x++) {
      const fs = columns[x] & 15;
      const at = row + (columns[x] >> 4);
      const w11 = (fs * ft + 8) >> 4;
      const top = grid[at] * (16 - fs - ft + w11) + grid[at + 1] * (fs - w11);
      const bottom = grid[at + gridWidth] * (ft - w11) + grid[at + gridWidth + 1] * w11;
      weights[texel++] = (top + bottom + 8) >> 4;
    }
  }
}
