import { describe, expect, it } from 'vitest';
import { etcCodecs } from '../../../../rtl-model/formats/blocks/etc/etc-codecs.ts';
import { Dice } from '../../../oracle/dice.ts';
import { column, decodeBlock, INDICES, randomBytes } from './etc2-blocks.ts';
import { bitsOf, decodeEtc2Text, etc2Block, modeOf } from './etc2-text.ts';

const RGB8 = etcCodecs.get('etc2_r8g8b8_unorm_block')!;
const RGB8A1 = etcCodecs.get('etc2_r8g8b8a1_unorm_block')!;

describe('ETC2 RGB8A1', () => {
  const transparent = [0, 0, 0, 0];

  it('in blocks that are not opaque, makes pixel index 2 transparent black and index 0 the base', () => {
    const fields = { D: 0, R: 16, G: 16, B: 16, table1: 1, table2: 2 };
    expect(column(RGB8A1, 'differential', fields, 0)).toEqual([
      [132, 132, 132, 1],
      [149, 149, 149, 1],
      transparent,
      [115, 115, 115, 1],
    ]);
    expect(column(RGB8A1, 'differential', fields, 2)).toEqual([
      [132, 132, 132, 1],
      [161, 161, 161, 1],
      transparent,
      [103, 103, 103, 1],
    ]);
  });

  it.each(['T', 'H'] as const)('makes only paint colour 2 of %s transparent black', (mode) => {
    const fields = { R: 5, G: 9, B: 2, R2: 12, G2: 3, B2: 7, da: 1 };
    const opaque = column(RGB8A1, mode, { ...fields, D: 1 });
    expect(opaque).toEqual(column(RGB8, mode, fields));
    const [paint0, paint1, , paint3] = opaque;
    expect(column(RGB8A1, mode, { ...fields, D: 0 })).toEqual([paint0, paint1, transparent, paint3]);
  });

  it('is opaque in planar blocks, for either opaque bit', () => {
    const fields = { R: 60, G: 3, B: 17, Rh: 1, Gh: 99, Bh: 33, Rv: 20, Gv: 127, Bv: 0 };
    const opaque = decodeBlock(RGB8, etc2Block('planar', fields));
    for (const D of [0, 1]) expect(decodeBlock(RGB8A1, etc2Block('planar', { ...fields, D }))).toEqual(opaque);
  });

  it('decodes opaque blocks as RGB8 does', () => {
    const dice = new Dice(11);
    for (let n = 0; n < 1000; n++) {
      const block = randomBytes(dice, 8);
      block[3] |= 2;
      expect(decodeBlock(RGB8A1, block)).toEqual(decodeBlock(RGB8, block));
    }
  });

  it('keeps no state of a transparent block in the next one', () => {
    const opaque = etc2Block('differential', { ...INDICES, R: 16, G: 16, B: 16 });
    const before = decodeBlock(RGB8A1, opaque);
    decodeBlock(RGB8A1, etc2Block('T', { ...INDICES, D: 0 }));
    expect(decodeBlock(RGB8A1, opaque)).toEqual(before);
  });

  it('agrees with the formulas of the text on any 64 bits', () => {
    const dice = new Dice(10);
    const modes = new Map<string, number>();
    for (let n = 0; n < 4000; n++) {
      const block = randomBytes(dice, 8);
      expect(decodeBlock(RGB8A1, block), bitsOf(block)).toEqual(decodeEtc2Text(block, true));
      const mode = modeOf(bitsOf(block), true);
      modes.set(mode, (modes.get(mode) ?? 0) + 1);
    }
    expect([...modes.keys()].sort()).toEqual(['H', 'T', 'differential', 'planar']);
    expect(Math.min(...modes.values())).toBeGreaterThan(60);
  });
});
