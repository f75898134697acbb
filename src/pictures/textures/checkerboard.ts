import type { Picture } from './picture.ts';

/** The size and the cells of the checkerboard that scenes have as their texture. */
export const CHECKER_SIZE = 1024;
export const CHECKER_CELLS = 16;

const LIGHT = [0xe8, 0xe4, 0xd8];
const DARK = [0x2c, 0x4a, 0x6e];
const LINE = [0xd5, 0x5e, 0x00];

/**
 * A square checkerboard with a grid. Cells alternate between light and dark, with a light one at the top left. Each
 * cell has an orange line at its left and top, an eighth of the cell wide (at least one texel).
 *
 * @param size size of the picture in texels; a multiple of `cells`
 * @param cells number of cells in a row; even, so that the picture repeats without a seam
 * @throws RangeError when the cells do not fit
 */
export function checkerboard(size: number, cells: number): Picture {
  const cell = size / cells;
  if (!Number.isInteger(cells) || cells < 2 || cells % 2 !== 0 || !Number.isInteger(cell) || cell < 1) {
    throw new RangeError(`a checkerboard of ${size} texels with ${cells} cells: cells are even and divide the size`);
  }
  const line = Math.max(1, Math.floor(cell / 8));
  const texels = new Uint8Array(4 * size * size);
  for (let j = 0, to = 0; j < 2 * cell; j++) {
    for (let i = 0; i < size; i++, to += 4) {
      const onLine = cell > 1 && (i % cell < line || j % cell < line);
      const light = (Math.floor(i / cell) + Math.floor(j / cell)) % 2 === 0;
      const colour = onLine ? LINE : light ? LIGHT : DARK;
      texels[to] = colour[0];
      texels[to + 1] = colour[1];
      texels[to + 2] = colour[2];
      texels[to + 3] = 255;
    }
  }
  // Two rows of cells are the picture's period.
  const period = 4 * size * 2 * cell;
  for (let to = period; to < texels.length; to += period) texels.copyWithin(to, 0, period);
  return { width: size, height: size, texels };
}
