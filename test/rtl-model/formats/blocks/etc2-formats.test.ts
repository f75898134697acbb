import { describe, expect, it } from 'vitest';
import { etcCodecs } from '../../../../rtl-model/formats/blocks/etc/etc-codecs.ts';
import { Dice } from '../../../oracle/dice.ts';
import { decodeBlock, randomBytes } from './etc2-blocks.ts';

const RGB8 = etcCodecs.get('etc2_r8g8b8_unorm_block')!;
const RGBA8 = etcCodecs.get('etc2_r8g8b8a8_unorm_block')!;

describe('ETC2 RGBA8', () => {
  it('has its colours in the second half of the block, in the form of RGB8', () => {
    const dice = new Dice(12);
    for (let n = 0; n < 2000; n++) {
      const block = randomBytes(dice, 16);
      const colors = decodeBlock(RGB8, block.slice(8));
      expect(decodeBlock(RGBA8, block).map((c, at) => (at % 4 === 3 ? 1 : c))).toEqual(colors);
    }
  });
});

describe('ETC2 formats', () => {
  it.each([
    ['etc2_r8g8b8', 8, 1],
    ['etc2_r8g8b8a1', 8, 1],
    ['etc2_r8g8b8a8', 16, 255],
  ])('%s has blocks of %d bytes, colours of 255 and alpha of %d', (name, bytes, alpha) => {
    const codec = etcCodecs.get(`${name}_unorm_block`)!;
    expect([codec.width, codec.height, codec.bytes]).toEqual([4, 4, bytes]);
    expect(codec.scales.map(({ one }) => one)).toEqual([255, 255, 255, alpha]);
    expect(codec.scales.map(({ bits }) => bits)).toEqual([8, 8, 8, alpha === 255 ? 8 : 1]);
    expect(codec.scales.some(({ signed }) => signed)).toBe(false);
  });

  it('give the same codes for sRGB, still to be linearised', () => {
    const dice = new Dice(13);
    for (const name of ['etc2_r8g8b8', 'etc2_r8g8b8a1', 'etc2_r8g8b8a8']) {
      const linear = etcCodecs.get(`${name}_unorm_block`)!;
      const srgb = etcCodecs.get(`${name}_srgb_block`)!;
      expect([linear.srgb, srgb.srgb]).toEqual([false, true]);
      expect(srgb.scales).toEqual(linear.scales);
      for (let n = 0; n < 200; n++) {
        const block = randomBytes(dice, 16);
        expect(decodeBlock(srgb, block)).toEqual(decodeBlock(linear, block));
      }
    }
  });

  it('read only the block at the given offset', () => {
    const dice = new Dice(14);
    for (const codec of etcCodecs.values()) {
      const block = randomBytes(dice, codec.bytes);
      const row = randomBytes(dice, 64);
      row.set(block, 21);
      const texels = new Float32Array(70).fill(-7);
      codec.decode(row, 21, texels);
      expect([...texels.subarray(0, 64)]).toEqual(decodeBlock(codec, block));
      expect([...texels.subarray(64)]).toEqual([-7, -7, -7, -7, -7, -7]);
    }
  });
});
