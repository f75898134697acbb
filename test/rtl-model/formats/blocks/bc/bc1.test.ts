import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { blockNumber, randomBlocks } from '../bc-random-blocks.ts';

const rgb = bcCodecs.get('bc1_rgb_unorm_block')!;
const rgba = bcCodecs.get('bc1_rgba_unorm_block')!;
const HIGHEST = [31, 63, 31];
const SHIFTS = [11, 5, 0];

/** The weights of the two colours and their sum, by code, from Khronos' table of BC1. */
const FOUR_COLORS = [
  [1, 0, 1],
  [0, 1, 1],
  [2, 1, 3],
  [1, 2, 3],
];
const THREE_COLORS = [
  [1, 0, 1],
  [0, 1, 1],
  [1, 1, 2],
  [0, 0, 1],
];

/** A block of two colours whose texels 0 to 3 have the codes 0 to 3. */
function block(color0: number, color1: number): Uint8Array {
  return Uint8Array.of(color0 & 255, color0 >> 8, color1 & 255, color1 >> 8, 0b11_10_01_00, 0, 0, 0);
}

function decode(codec: typeof rgb, bytes: Uint8Array): Float32Array {
  const texels = new Float32Array(64).fill(NaN);
  codec.decode(bytes, 0, texels);
  return texels;
}

/** UNORMPromote to 8 bits (D3D11.3 19.5.3), as a value of 0 to 1. */
function promoted(code: number, highest: number): number {
  const bits = highest === 31 ? 5 : 6;
  return ((code << (8 - bits)) | (code >> (2 * bits - 8))) / 255;
}

/** Every pair of endpoints of a component, in blocks of four colours and of three. */
function* pairs(component: number): Generator<{ a: number; b: number; four: boolean; texels: Float32Array }> {
  for (let a = 0; a <= HIGHEST[component]; a++) {
    for (let b = 0; b <= HIGHEST[component]; b++) {
      for (const four of [true, false]) {
        if (component === 0 && four !== a > b) continue;
        // Red has the highest bits and so decides the order of the colours.
        const red0 = component === 0 ? 0 : Number(four) << 11;
        const red1 = component === 0 ? 0 : Number(!four) << 11;
        const bytes = block((a << SHIFTS[component]) | red0, (b << SHIFTS[component]) | red1);
        yield { a, b, four, texels: decode(rgba, bytes) };
      }
    }
  }
}

describe.each([0, 1, 2])('BC1 colours, component %d', (component) => {
  it('are the exact thirds and halves of every pair of endpoints', () => {
    const { one } = rgba.scales[component];
    for (const { a, b, four, texels } of pairs(component)) {
      (four ? FOUR_COLORS : THREE_COLORS).forEach(([share0, share1, parts], code) => {
        const got = texels[4 * code + component] * HIGHEST[component] * parts;
        expect(got, `ends ${a}, ${b}, code ${code}`).toBe((share0 * a + share1 * b) * one);
      });
    }
  });

  it('stay within the tolerance of D3D11.3 19.5.2 around promoted endpoints', () => {
    const highest = HIGHEST[component];
    for (const { a, b, four, texels } of pairs(component)) {
      const a8 = promoted(a, highest);
      const b8 = promoted(b, highest);
      const tolerance = 1 / 255 + 0.03 * Math.max(Math.abs(a - b) / highest, Math.abs(a8 - b8));
      (four ? FOUR_COLORS : THREE_COLORS).forEach(([share0, share1, parts], code) => {
        const reference = (share0 * a8 + share1 * b8) / parts;
        const value = texels[4 * code + component] / rgba.scales[component].one;
        expect(Math.abs(value - reference), `ends ${a}, ${b}, code ${code}`).toBeLessThan(tolerance);
        if (reference === 0 || reference === 1) expect(value).toBe(reference);
      });
    }
  });
});

describe('BC1', () => {
  it("decodes the example of Khronos' text, and the same with its colours swapped", () => {
    const color0 = (29 << 11) | (60 << 5) | 1;
    const color1 = (20 << 11) | (2 << 5) | 30;
    const thirds = [(2 * 29 + 20) * 2, (2 * 60 + 2) * 2, (2 * 1 + 30) * 2];
    const halves = [(29 + 20) * 3, (60 + 2) * 3, (1 + 30) * 3];
    expect([...decode(rgb, block(color0, color1)).subarray(8, 12)]).toEqual([...thirds, 1]);
    expect([...decode(rgb, block(color1, color0)).subarray(8, 12)]).toEqual([...halves, 1]);
    expect([...decode(rgb, block(color1, color0)).subarray(12, 16)]).toEqual([0, 0, 0, 1]);
    expect([...decode(rgba, block(color1, color0)).subarray(12, 16)]).toEqual([0, 0, 0, 0]);
  });

  it('is transparent only for code 3 of three-colour blocks, and only with alpha', () => {
    const bytes = randomBlocks(2, 200, 8);
    for (let from = 0; from < bytes.length; from += 8) {
      const one = bytes.subarray(from, from + 8);
      const number = blockNumber(one, 0, 8);
      const three = (number & 0xffffn) <= ((number >> 16n) & 0xffffn);
      const opaque = decode(rgb, one);
      const punched = decode(rgba, one);
      for (let texel = 0; texel < 16; texel++) {
        const code = Number((number >> BigInt(32 + 2 * texel)) & 3n);
        expect(punched[4 * texel + 3]).toBe(three && code === 3 ? 0 : 1);
        expect(opaque[4 * texel + 3]).toBe(1);
        expect(opaque.subarray(4 * texel, 4 * texel + 3)).toEqual(punched.subarray(4 * texel, 4 * texel + 3));
      }
    }
  });

  it('takes the code of texel (x, y) from bits 2(4y + x) up', () => {
    for (let texel = 0; texel < 16; texel++) {
      for (let code = 0; code < 4; code++) {
        const bytes = block(0xffff, 0);
        bytes.fill(0b01_01_01_01, 4);
        bytes[4 + (texel >> 2)] ^= (code ^ 1) << (2 * (texel & 3));
        const red = decode(rgb, bytes).filter((_, at) => at % 4 === 0);
        const expected = new Float32Array(16);
        expected[texel] = [186, 0, 124, 62][code];
        expect(red).toEqual(expected);
      }
    }
  });
});
