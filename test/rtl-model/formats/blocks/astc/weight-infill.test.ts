import { describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS } from '../../../../../rtl-model/formats/blocks/astc/astc-codecs.ts';
import { gridCoordinates, infillWeights } from '../../../../../rtl-model/formats/blocks/astc/weight-infill.ts';
import { Dice } from '../../../../oracle/dice.ts';

const GRID_ENTRIES = 77;

/** The text's procedure for one texel, divisions written as such. */
function textWeight(grid: Uint8Array, [Bs, Bt]: number[], [Ww, Wh]: number[], bs: number, bt: number): number {
  const Ds = Math.floor((1024 + Math.floor(Bs / 2)) / (Bs - 1));
  const Dt = Math.floor((1024 + Math.floor(Bt / 2)) / (Bt - 1));
  const gs = Math.floor((Ds * bs * (Ww - 1) + 32) / 64);
  const gt = Math.floor((Dt * bt * (Wh - 1) + 32) / 64);
  const [js, fs, jt, ft] = [Math.floor(gs / 16), gs % 16, Math.floor(gt / 16), gt % 16];
  const v0 = js + jt * Ww;
  const weight = (n: number) => (n < Ww * Wh ? grid[n] : 0);
  const w11 = Math.floor((fs * ft + 8) / 16);
  const w10 = ft - w11;
  const w01 = fs - w11;
  const w00 = 16 - fs - ft + w11;
  const sum = weight(v0) * w00 + weight(v0 + 1) * w01 + weight(v0 + Ww) * w10 + weight(v0 + Ww + 1) * w11;
  return Math.floor((sum + 8) / 16);
}

describe('ASTC weight infill', () => {
  it.each([4, 5, 6, 8, 10, 12])('reaches the first and the last weight of an axis of %d texels', (texels) => {
    for (let weights = 2; weights <= texels; weights++) {
      const coordinates = gridCoordinates(texels, weights);
      expect([coordinates[0], coordinates.at(-1)]).toEqual([0, 16 * (weights - 1)]);
    }
  });

  it.each(ASTC_FOOTPRINTS)('follows the text for every grid of %dx%d', (width, height) => {
    const dice = new Dice(100 * width + height);
    const weights = new Uint8Array(width * height);
    // Entries after the grid must not count.
    const grid = Uint8Array.from({ length: GRID_ENTRIES }, () => dice.integer(0, 64));
    for (let w = 2; w <= width; w++) {
      for (let h = 2; h <= height && w * h <= 64; h++) {
        infillWeights(gridCoordinates(width, w), gridCoordinates(height, h), grid, w, weights);
        const text = weights.map((_, k) => textWeight(grid, [width, height], [w, h], k % width, Math.floor(k / width)));
        expect([...weights]).toEqual([...text]);
      }
    }
  });

  it('gives every texel its own weight if the grid is as large as the footprint', () => {
    for (const [width, height] of ASTC_FOOTPRINTS) {
      if (width * height > 64) continue;
      const grid = Uint8Array.from({ length: GRID_ENTRIES }, (_, k) => k % 65);
      const weights = new Uint8Array(width * height);
      infillWeights(gridCoordinates(width, width), gridCoordinates(height, height), grid, width, weights);
      expect([...weights]).toEqual([...grid.subarray(0, width * height)]);
    }
  });
});
