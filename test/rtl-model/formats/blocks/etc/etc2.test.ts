import { describe, expect, it } from 'vitest';
import { etcCodecs } from '../../../../../rtl-model/formats/blocks/etc/etc-codecs.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { column, decodeBlock, randomBytes } from '../etc2-blocks.ts';
import {
  bitsOf,
  clamp255,
  decodeEtc2Text,
  DISTANCE_TABLE,
  etc2Block,
  extend,
  type Fields,
  modeOf,
  MODIFIER_TABLES,
  planarValue,
} from '../etc2-text.ts';

const RGB8 = etcCodecs.get('etc2_r8g8b8_unorm_block')!;

const CODES_OF_4 = Array.from({ length: 16 }, (_, code) => code);

describe('ETC2 RGB8', () => {
  it('decodes the individual block of the text', () => {
    const fields = { R: 4, G: 11, B: 9, table1: 4, R2: 14, G2: 3, B2: 8, table2: 0 };
    expect(column(RGB8, 'individual', fields, 0)).toEqual([
      [86, 205, 171, 1],
      [128, 247, 213, 1],
      [50, 169, 135, 1],
      [8, 127, 93, 1],
    ]);
    expect(column(RGB8, 'individual', fields, 2)).toEqual([
      [240, 53, 138, 1],
      [246, 59, 144, 1],
      [236, 49, 134, 1],
      [230, 43, 128, 1],
    ]);
  });

  it('decodes the differential block of the text', () => {
    const fields = { R: 29, G: 26, B: 8, table1: 2, Rd: -4, Gd: -3, Bd: 3, table2: 3 };
    expect(column(RGB8, 'differential', fields, 0)).toEqual([
      [248, 223, 75, 1],
      [255, 243, 95, 1],
      [230, 205, 57, 1],
      [210, 185, 37, 1],
    ]);
    expect(column(RGB8, 'differential', fields, 2)).toEqual([
      [219, 202, 103, 1],
      [248, 231, 132, 1],
      [193, 176, 77, 1],
      [164, 147, 48, 1],
    ]);
  });

  it('decodes the T block of the text', () => {
    expect(column(RGB8, 'T', { R: 13, G: 1, B: 8, R2: 4, G2: 12, B2: 13, da: 2, db: 1 })).toEqual([
      [221, 17, 136, 1],
      [100, 236, 253, 1],
      [68, 204, 221, 1],
      [36, 172, 189, 1],
    ]);
  });

  it('decodes the H block of the text', () => {
    expect(column(RGB8, 'H', { R: 13, G: 1, B: 8, R2: 4, G2: 12, B2: 13, da: 1, db: 0 })).toEqual([
      [253, 49, 168, 1],
      [189, 0, 104, 1],
      [100, 236, 253, 1],
      [36, 172, 189, 1],
    ]);
  });

  it('decodes the planar block of the text', () => {
    const block = etc2Block('planar', { R: 12, G: 64, B: 62, Rh: 50, Gh: 5, Bh: 37, Rv: 40, Gv: 112, Bv: 45 });
    // prettier-ignore
    expect(decodeBlock(RGB8, block)).toEqual([
      48, 129, 251, 1, 87, 99, 226, 1, 126, 70, 201, 1, 164, 40, 175, 1,
      77, 153, 234, 1, 115, 123, 209, 1, 154, 94, 183, 1, 193, 64, 158, 1,
      105, 177, 217, 1, 144, 147, 191, 1, 183, 118, 166, 1, 221, 88, 141, 1,
      134, 201, 199, 1, 172, 171, 174, 1, 211, 142, 149, 1, 250, 112, 124, 1,
    ]);
  });

  it('adds every modifier to every 4-bit base, in both subblocks, and clamps', () => {
    for (const [table, [minusB, minusA, plusA, plusB]] of MODIFIER_TABLES.entries()) {
      for (const code of CODES_OF_4) {
        const other = 15 - code;
        const fields = { R: code, R2: other, B: other, B2: code, table1: table, table2: 7 - table };
        const first = column(RGB8, 'individual', fields, 0);
        const second = column(RGB8, 'individual', { ...fields, table1: 7 - table, table2: table }, 2);
        const values = [plusA, plusB, minusA, minusB].map((modifier) => clamp255(17 * code + modifier));
        expect(first.map(([r]) => r)).toEqual(values);
        expect(second.map(([, , b]) => b)).toEqual(values);
      }
    }
  });

  it('adds every delta that stays within 5 bits to every base before it extends the sum', () => {
    for (let base = 0; base < 32; base++) {
      for (let delta = -4; delta < 4; delta++) {
        if (base + delta < 0 || base + delta > 31) continue;
        const table = base & 7;
        const [, , plusA] = MODIFIER_TABLES[table];
        const fields = { R: base, Rd: delta, G: base, Gd: delta, B: base, Bd: delta, table1: table, table2: table };
        for (const [x, code] of [base, base + delta].entries()) {
          const value = clamp255(extend(code, 5) + plusA);
          expect(column(RGB8, 'differential', fields, 2 * x)[0]).toEqual([value, value, value, 1]);
        }
      }
    }
  });

  it.each([
    [0, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]],
    [1, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]],
  ])('splits the block side by side or one on top of the other: flip bit %d', (flip, subblocks) => {
    for (const mode of ['individual', 'differential'] as const) {
      const texels = decodeBlock(RGB8, etc2Block(mode, { R: 8, R2: 8, table1: 0, table2: 7, flip }));
      const base = mode === 'individual' ? 0x88 : 0x42;
      expect(subblocks.map((_, texel) => texels[4 * texel] - base)).toEqual(subblocks.map((n) => [2, 47][n]));
    }
  });

  it('reads the two index bits of the pixels in the order a to p, columns first', () => {
    for (let pixel = 0; pixel < 16; pixel++) {
      const texel = 4 * (pixel % 4) + Math.floor(pixel / 4);
      const fields = { R2: 15, G2: 15, B2: 15, da: 0, db: 0 };
      const high = decodeBlock(RGB8, etc2Block('T', { ...fields, msb: 1 << pixel }));
      const low = decodeBlock(RGB8, etc2Block('T', { ...fields, R2: 0, lsb: 1 << pixel }));
      expect(high.filter((_, at) => at % 4 === 0)).toEqual(CODES_OF_4.map((n) => (n === texel ? 255 : 0)));
      expect(low.filter((_, at) => at % 4 === 0)).toEqual(CODES_OF_4.map((n) => (n === texel ? 3 : 0)));
    }
  });

  it('offsets the second T colour by every distance, from every base', () => {
    for (const [index, distance] of DISTANCE_TABLE.entries()) {
      for (const code of CODES_OF_4) {
        const fields = { R: code, G: 15 - code, R2: 15 - code, G2: code, da: index >> 1, db: index & 1 };
        const texels = column(RGB8, 'T', fields);
        const [first, second] = [17 * code, 17 * (15 - code)];
        const values = [first, clamp255(second + distance), second, clamp255(second - distance)];
        expect(texels.map(([r]) => r)).toEqual(values);
        expect(texels[1][1]).toBe(clamp255(first + distance));
      }
    }
  });

  it('offsets both H colours by every distance; a first colour not below the second adds 1 to the index', () => {
    for (const code of CODES_OF_4) {
      for (const other of CODES_OF_4) {
        for (let half = 0; half < 4; half++) {
          const d = DISTANCE_TABLE[2 * half + (code >= other ? 1 : 0)];
          const red = { R: code, R2: other };
          const green = { G: code, G2: other };
          const blue = { B: code, B2: other };
          const [c, o] = [17 * code, 17 * other];
          const values = [c + d, c - d, o + d, o - d].map(clamp255);
          for (const [component, fields] of [red, green, blue].entries()) {
            const texels = column(RGB8, 'H', { ...fields, da: half >> 1, db: half & 1 });
            expect(texels.map((texel) => texel[component])).toEqual(values);
          }
        }
      }
    }
  });

  it('compares H colours by red, then green, then blue', () => {
    const distance = (fields: Fields): number => column(RGB8, 'H', { ...fields, B: 5, B2: 5 })[0][2] - 85;
    expect(distance({ R: 8, G: 0, R2: 7, G2: 15 })).toBe(6);
    expect(distance({ R: 7, G: 15, R2: 8, G2: 0 })).toBe(3);
    expect(distance({ R: 7, G: 9, R2: 7, G2: 9 })).toBe(6);
  });

  it('rounds planes to nearest, ties up, and clamps them', () => {
    const texels = new Float32Array(64);
    const sixBits = Array.from({ length: 64 }, (_, code) => extend(code, 6));
    const sevenBits = Array.from({ length: 128 }, (_, code) => extend(code, 7));
    let mismatches = 0;
    let first = '';
    for (let n = 0; n < 64 ** 2; n++) {
      const [i, j] = [n >> 6, n & 63];
      const [g, gh] = [2 * i + (j & 1), 2 * j + (i & 1)];
      const block = etc2Block('planar', { R: i, G: g, B: j, Rh: j, Gh: gh, Bh: i });
      const low = new DataView(block.buffer, 4);
      const lowWithoutVertical = low.getUint32(0);
      for (let k = (i + j) % 4; k < 64; k += 4) {
        const gv = 2 * k + (i & 1);
        low.setUint32(0, lowWithoutVertical + k * 2 ** 13 + gv * 2 ** 6 + k);
        RGB8.decode(block, 0, texels);
        for (let texel = 0; texel < 16; texel++) {
          const [x, y] = [texel & 3, texel >> 2];
          const agrees =
            texels[4 * texel] === planarValue(x, y, sixBits[i], sixBits[j], sixBits[k]) &&
            texels[4 * texel + 1] === planarValue(x, y, sevenBits[g], sevenBits[gh], sevenBits[gv]) &&
            texels[4 * texel + 2] === planarValue(x, y, sixBits[j], sixBits[i], sixBits[k]);
          if (!agrees && mismatches++ === 0) first = `${bitsOf(block)} at ${x}, ${y}`;
        }
      }
    }
    expect({ mismatches, first }).toEqual({ mismatches: 0, first: '' });
  });

  it('selects the mode by the first of the three sums that overflows or underflows', () => {
    const sums = { inside: 0x84, over: 0xfb, under: 0x04 };
    const modes = new Set<string>();
    for (const red of Object.values(sums)) {
      for (const green of Object.values(sums)) {
        for (const blue of Object.values(sums)) {
          const block = Uint8Array.of(red, green, blue, 0x57, 0x12, 0x34, 0x56, 0x78);
          expect(decodeBlock(RGB8, block)).toEqual(decodeEtc2Text(block, false));
          modes.add(modeOf(bitsOf(block), true));
        }
      }
    }
    expect([...modes].sort()).toEqual(['H', 'T', 'differential', 'planar']);
  });

  it('agrees with the formulas of the text on any 64 bits', () => {
    const dice = new Dice(10);
    const modes = new Map<string, number>();
    for (let n = 0; n < 4000; n++) {
      const block = randomBytes(dice, 8);
      expect(decodeBlock(RGB8, block), bitsOf(block)).toEqual(decodeEtc2Text(block, false));
      const mode = modeOf(bitsOf(block), (block[3] & 2) !== 0);
      modes.set(mode, (modes.get(mode) ?? 0) + 1);
    }
    expect([...modes.keys()].sort()).toEqual(['H', 'T', 'differential', 'individual', 'planar']);
    expect(Math.min(...modes.values())).toBeGreaterThan(60);
  });
});
