import { describe, expect, it } from 'vitest';
import { checkerboard } from '../../../../src/pictures/textures/checkerboard.ts';

function texel(picture: ReturnType<typeof checkerboard>, i: number, j: number): string {
  return picture.texels.subarray(4 * (j * picture.width + i), 4 * (j * picture.width + i) + 4).join();
}

describe('the checkerboard', () => {
  it('alternates between two colours from cell to cell, across the edges too', () => {
    const board = checkerboard(96, 6);
    const centre = (i: number, j: number) => texel(board, 16 * (i % 6) + 8, 16 * (j % 6) + 8);
    for (let j = 0; j < 6; j++) {
      for (let i = 0; i < 6; i++) {
        expect(centre(i, j)).not.toBe(centre(i + 1, j));
        expect(centre(i, j)).not.toBe(centre(i, j + 1));
        expect(centre(i, j)).toBe(centre(i + 1, j + 1));
      }
    }
  });

  it('draws a line an eighth of the cell wide at the left and the top of each cell', () => {
    const board = checkerboard(64, 4);
    const line = texel(board, 0, 0);
    const row = Array.from({ length: 64 }, (_, i) => texel(board, i, 8) === line);
    expect(row).toEqual(row.map((_, i) => i % 16 < 2));
    const column = Array.from({ length: 64 }, (_, j) => texel(board, 8, j) === line);
    expect(column).toEqual(row);
  });

  it('is opaque', () => {
    expect(checkerboard(8, 2).texels.every((byte, n) => n % 4 !== 3 || byte === 255)).toBe(true);
  });

  it('with cells of one texel has no lines', () => {
    const board = checkerboard(2, 2);
    expect(texel(board, 0, 0)).toBe(texel(board, 1, 1));
    expect(texel(board, 0, 0)).not.toBe(texel(board, 1, 0));
  });

  it.each([
    [64, 3],
    [64, 0],
    [10, 4],
    [64, 1.5],
    [2, 4],
  ])('refuses %d texels with %d cells', (size, cells) => {
    expect(() => checkerboard(size, cells)).toThrow(/cells are even and divide the size/);
  });
});
