import { describe, expect, it } from 'vitest';
import { etcCodecs } from '../../../../../rtl-model/formats/blocks/etc/etc-codecs.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { EAC_VALUES, eacBlock } from '../eac-text.ts';
import { decodeBlock, randomBytes } from '../etc2-blocks.ts';

const RGBA8 = etcCodecs.get('etc2_r8g8b8a8_unorm_block')!;
const R11 = etcCodecs.get('eac_r11_unorm_block')!;
const R11_SIGNED = etcCodecs.get('eac_r11_snorm_block')!;
const RG11 = etcCodecs.get('eac_r11g11_unorm_block')!;
const RG11_SIGNED = etcCodecs.get('eac_r11g11_snorm_block')!;

const FORMATS = [
  { name: 'ETC2 alpha', codec: RGBA8, component: 3, value: EAC_VALUES.alpha, ends: [0, 255] },
  { name: 'R11', codec: R11, component: 0, value: EAC_VALUES.unsigned, ends: [0, 2047] },
  { name: 'signed R11', codec: R11_SIGNED, component: 0, value: EAC_VALUES.signed, ends: [-1023, 1023] },
];

/** Pixels a to p. */
const INDICES = [0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0];

/** The value of pixel a in a block of 8 bytes, or of 16 bytes whose second half is 0. */
function firstTexel(codec: typeof R11, base: number, multiplier: number, table: number, index: number): number[] {
  const block = new Uint8Array(16);
  block.set(eacBlock({ base, multiplier, table, indices: Array<number>(16).fill(index) }));
  return decodeBlock(codec, block).slice(0, 4);
}

describe('EAC', () => {
  it('decodes the examples of the text', () => {
    expect(firstTexel(RGBA8, 103, 2, 13, 3)[3]).toBe(83);
    expect(firstTexel(R11, 103, 2, 13, 3)).toEqual([668, 0, 0, 1]);
    expect(firstTexel(R11, 103, 0, 13, 3)).toEqual([818, 0, 0, 1]);
    expect(firstTexel(R11, 255, 1, 13, 4)).toEqual([2044, 0, 0, 1]);
    expect(firstTexel(R11_SIGNED, 60, 2, 13, 3)).toEqual([320, 0, 0, 1]);
    expect(firstTexel(R11_SIGNED, 60, 0, 13, 3)).toEqual([470, 0, 0, 1]);
  });

  it.each(FORMATS)('decodes every base, multiplier, table and pixel index of $name', ({ codec, component, value }) => {
    const block = new Uint8Array(16);
    block.set(eacBlock({ base: 0, multiplier: 0, table: 0, indices: INDICES }));
    const texels = new Float32Array(64);
    let mismatches = 0;
    let first = '';
    for (let header = 0; header < 65536; header++) {
      const [base, multiplier, table] = [header >> 8, (header >> 4) & 15, header & 15];
      block[0] = base;
      block[1] = header & 255;
      codec.decode(block, 0, texels);
      for (let pixel = 0; pixel < 16; pixel++) {
        const got = texels[16 * (pixel & 3) + 4 * (pixel >> 2) + component];
        const expected = value(base, multiplier, table, INDICES[pixel]);
        if (got !== expected && mismatches++ === 0) {
          first = `${base} + ${multiplier} * table ${table} [${INDICES[pixel]}]: got ${got}, expected ${expected}`;
        }
      }
    }
    expect({ mismatches, first }).toEqual({ mismatches: 0, first: '' });
  });

  it.each(FORMATS)('clamps $name at both ends of its range', (format) => {
    const { codec, component, ends } = format;
    const [least, most] = ends[0] < 0 ? [-127, 127] : [0, 255];
    expect(firstTexel(codec, least, 15, 0, 3)[component]).toBe(ends[0]);
    expect(firstTexel(codec, most, 15, 0, 7)[component]).toBe(ends[1]);
  });

  it('keeps the base of ETC2 alpha with multiplier 0, which means 1/8 in R11', () => {
    for (let index = 0; index < 8; index++) {
      expect(firstTexel(RGBA8, 77, 0, 5, index)[3]).toBe(77);
      expect(firstTexel(R11, 77, 0, 5, index)[0]).toBe(620 + [-3, -7, -9, -11, 2, 6, 8, 10][index]);
      expect(firstTexel(R11_SIGNED, 77, 0, 5, index)[0]).toBe(616 + [-3, -7, -9, -11, 2, 6, 8, 10][index]);
    }
  });

  it('treats the signed base -128 as -127', () => {
    const dice = new Dice(21);
    for (let n = 0; n < 500; n++) {
      const block = randomBytes(dice, 8);
      block[0] = 0x80;
      const expected = decodeBlock(R11_SIGNED, Uint8Array.of(0x81, ...block.slice(1)));
      expect(decodeBlock(R11_SIGNED, block)).toEqual(expected);
    }
    expect(firstTexel(R11_SIGNED, -128, 1, 13, 4)[0]).toBe(-1016);
  });

  it.each(FORMATS)('reads the pixel indices of $name from a to p, columns first', ({ codec, component, value }) => {
    const dice = new Dice(22);
    for (let n = 0; n < 200; n++) {
      const indices = Array.from({ length: 16 }, () => dice.integer(0, 7));
      const block = new Uint8Array(16);
      block.set(eacBlock({ base: 100, multiplier: 1, table: 2, indices }));
      const texels = decodeBlock(codec, block);
      const got = indices.map((_, pixel) => texels[16 * (pixel % 4) + 4 * Math.floor(pixel / 4) + component]);
      expect(got).toEqual(indices.map((index) => value(100, 1, 2, index)));
    }
  });

  it.each([
    ['unsigned', RG11, R11],
    ['signed', RG11_SIGNED, R11_SIGNED],
  ])('decodes red and green of %s RG11 from one half of the block each, as R11', (_, both, single) => {
    const dice = new Dice(23);
    for (let n = 0; n < 500; n++) {
      const block = randomBytes(dice, 16);
      const red = decodeBlock(single, block);
      const green = decodeBlock(single, block.slice(8));
      expect(decodeBlock(both, block)).toEqual(red.map((_, at) => [red[at], green[at - 1], 0, 1][at % 4]));
    }
  });

  it('gives codes of 11 bits, and constants for absent components', () => {
    const constant = { one: 1, bits: 1, signed: false };
    const unsigned = { one: 2047, bits: 11, signed: false };
    const signed = { one: 1023, bits: 11, signed: true };
    expect(R11.scales).toEqual([unsigned, constant, constant, constant]);
    expect(R11_SIGNED.scales).toEqual([signed, constant, constant, constant]);
    expect(RG11.scales).toEqual([unsigned, unsigned, constant, constant]);
    expect(RG11_SIGNED.scales).toEqual([signed, signed, constant, constant]);
    expect([R11, R11_SIGNED, RG11, RG11_SIGNED].map(({ bytes }) => bytes)).toEqual([8, 8, 16, 16]);
  });
});
