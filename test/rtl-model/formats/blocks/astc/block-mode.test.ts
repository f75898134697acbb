import { describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS } from '../../../../../rtl-model/formats/blocks/astc/astc-codecs.ts';
import { blockModes } from '../../../../../rtl-model/formats/blocks/astc/block-mode.ts';
import { INTEGER_RANGES } from '../../../../../rtl-model/formats/blocks/astc/integer-sequence.ts';
import { textBlockMode } from './text-block-mode.ts';

describe('ASTC block modes', () => {
  it.each(ASTC_FOOTPRINTS)('agree with the text for all 2048 modes of %dx%d', (width, height) => {
    const modes = blockModes(width, height).map(
      (mode) =>
        mode && {
          width: mode.gridWidth,
          height: mode.gridHeight,
          dualPlane: mode.dualPlane,
          levels: INTEGER_RANGES[mode.range].largest + 1,
          bits: mode.weightBits,
        },
    );
    expect(modes).toEqual(Array.from({ length: 2048 }, (_, mode) => textBlockMode(mode, width, height)));
  });

  it('are undefined if the lowest four bits are 0 or bits 8..6 and 1..0 are those of void extents', () => {
    const modes = blockModes(12, 12);
    for (let mode = 0; mode < 2048; mode++) {
      if ((mode & 15) === 0 || (mode & 0b1_1100_0011) === 0b1_1100_0000) expect(modes[mode]).toBeUndefined();
    }
  });

  it('count the weights of both planes', () => {
    for (const mode of blockModes(12, 12)) {
      if (mode) expect(mode.weights).toBe(mode.gridWidth * mode.gridHeight * (mode.dualPlane ? 2 : 1));
    }
  });
});
