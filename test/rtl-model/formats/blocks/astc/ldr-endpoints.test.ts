import { describe, expect, it } from 'vitest';
import { ldrEndpoints } from '../../../../../rtl-model/formats/blocks/astc/ldr-endpoints.ts';
import { Dice } from '../../../../oracle/dice.ts';

type Color = number[];

/** The text's bit_transfer_signed, in arithmetic: [a, b] to [a', b']. */
function bitTransferSigned(a: number, b: number): [number, number] {
  const moved = Math.floor(b / 2) + (a >= 128 ? 128 : 0);
  const six = Math.floor(a / 2) % 64;
  return [six >= 32 ? six - 64 : six, moved];
}

const blueContract = ([r, g, b, a]: Color): Color => [Math.floor((r + b) / 2), Math.floor((g + b) / 2), b, a];
const clampUnorm8 = (color: Color): Color => color.map((c) => Math.min(Math.max(c, 0), 255));
const sum3 = ([r, g, b]: Color) => r + g + b;

/** Modes 9, 13 for values that include two for alpha. */
function textOffset(v: number[]): [Color, Color] {
  const pairs = [0, 2, 4, 6].map((k) => bitTransferSigned(v[k + 1], v[k]));
  const bases = pairs.map(([, b]) => b);
  const offsets = pairs.map(([a]) => a);
  const sums = bases.map((b, k) => b + offsets[k]);
  const ends: [Color, Color] = sum3(offsets) >= 0 ? [bases, sums] : [blueContract(sums), blueContract(bases)];
  return [clampUnorm8(ends[0]), clampUnorm8(ends[1])];
}

/** Modes 8, 12. */
function textDirect(v: number[]): [Color, Color] {
  const even = [v[0], v[2], v[4], v[6]];
  const odd = [v[1], v[3], v[5], v[7]];
  return sum3(odd) >= sum3(even) ? [even, odd] : [blueContract(odd), blueContract(even)];
}

const gray = (l: number, a: number): Color => [l, l, l, a];
const opaque = ([r, g, b]: Color): Color => [r, g, b, 255];

/** The text's LDR endpoint modes. */
function textLdr(mode: number, v: number[]): [Color, Color] {
  const scaled = [v[0], v[1], v[2]].map((c) => Math.floor((c * v[3]) / 256));
  switch (mode) {
    case 0:
      return [gray(v[0], 255), gray(v[1], 255)];
    case 1: {
      const l0 = Math.floor(v[0] / 4) + 64 * Math.floor(v[1] / 64);
      return [gray(l0, 255), gray(Math.min(255, l0 + (v[1] % 64)), 255)];
    }
    case 4:
      return [gray(v[0], v[2]), gray(v[1], v[3])];
    case 5: {
      const [dl, l] = bitTransferSigned(v[1], v[0]);
      const [da, a] = bitTransferSigned(v[3], v[2]);
      return [clampUnorm8(gray(l, a)), clampUnorm8(gray(l + dl, a + da))];
    }
    case 6:
      return [opaque(scaled), opaque(v)];
    case 8:
      return [opaque(textDirect([...v.slice(0, 6), 0, 0])[0]), opaque(textDirect([...v.slice(0, 6), 0, 0])[1])];
    case 9:
      return [opaque(textOffset(v)[0]), opaque(textOffset(v)[1])];
    case 10:
      return [
        [...scaled, v[4]],
        [v[0], v[1], v[2], v[5]],
      ];
    case 12:
      return textDirect(v);
    default:
      return textOffset(v);
  }
}

const EXTREMES = [0, 1, 63, 64, 127, 128, 129, 191, 192, 254, 255];

describe('ASTC LDR endpoints', () => {
  it.each([0, 1, 4, 5, 6, 8, 9, 10, 12, 13])('of mode %d are those of the text', (mode) => {
    const dice = new Dice(900 + mode);
    const pair = new Int32Array(16);
    for (let n = 0; n < 4000; n++) {
      const values = Array.from({ length: 8 }, () => (n % 2 ? dice.integer(0, 255) : dice.pick(EXTREMES)));
      ldrEndpoints(mode, Uint8Array.from([7, 7, 7, ...values]), 3, pair, 8);
      const got = pair.subarray(8);
      const text = textLdr(mode, values).flat();
      if (!text.every((code, c) => code === got[c])) expect.fail(`${values.join()}: ${got.join()} not ${text.join()}`);
    }
  });

  it('of two values are those of the text for every pair', () => {
    const pair = new Int32Array(8);
    for (const mode of [0, 1]) {
      for (let k = 0; k < 65536; k++) {
        const values = [k & 255, k >> 8];
        ldrEndpoints(mode, Uint8Array.from(values), 0, pair, 0);
        const text = textLdr(mode, values);
        if (pair[0] !== text[0][0] || pair[4] !== text[1][0] || pair[3] !== 255)
          expect.fail(`${mode}: ${values.join()}`);
      }
    }
  });
});
