import { describe, expect, it } from 'vitest';
import { hdrEndpoints } from '../../../../../rtl-model/formats/blocks/astc/hdr-endpoints.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { draws } from '../../../../oracle/draws.ts';

type Color = [number, number, number, number];

const clamp = (x: number) => Math.min(Math.max(x, 0), 0xfff);
const gray = (y: number): Color => [y, y, y, 0x780];

function signExtend(x: number, bits: number): number {
  const cut = x % 2 ** bits;
  return cut >= 2 ** (bits - 1) ? cut - 2 ** bits : cut;
}

/** A line of the text's procedures: if (ohm & mask) field |= bit << place. */
type Line = [mask: number, field: string, bit: number, place: number];

function run(lines: readonly Line[], mode: number, fields: Record<string, number>): void {
  for (const [mask, field, bit, place] of lines) {
    if (((2 ** mode) & mask) !== 0) fields[field] |= bit << place;
  }
}

function textMode7(v: number[]): [Color, Color] {
  const modeval = ((v[0] & 0xc0) >> 6) | ((v[1] & 0x80) >> 5) | ((v[2] & 0x80) >> 4);
  let majcomp = 0;
  let mode = 5;
  if ((modeval & 0xc) !== 0xc) [majcomp, mode] = [modeval >> 2, modeval & 3];
  else if (modeval !== 0xf) [majcomp, mode] = [modeval & 3, 4];
  const f: Record<string, number> = { red: v[0] & 0x3f, green: v[1] & 0x1f, blue: v[2] & 0x1f, scale: v[3] & 0x1f };
  const [x0, x1, x2, x3] = [v[1] >> 6, v[1] >> 5, v[2] >> 6, v[2] >> 5].map((x) => x & 1);
  const [x4, x5, x6] = [v[3] >> 7, v[3] >> 6, v[3] >> 5].map((x) => x & 1);
  const lines: Line[] = [
    ...([
      [0x30, 'green', x0, 6],
      [0x3a, 'green', x1, 5],
      [0x30, 'blue', x2, 6],
      [0x3a, 'blue', x3, 5],
    ] as Line[]),
    ...([
      [0x3d, 'scale', x6, 5],
      [0x2d, 'scale', x5, 6],
      [0x04, 'scale', x4, 7],
      [0x3b, 'red', x4, 6],
    ] as Line[]),
    ...([
      [0x04, 'red', x3, 6],
      [0x10, 'red', x5, 7],
      [0x0f, 'red', x2, 7],
      [0x05, 'red', x1, 8],
    ] as Line[]),
    ...([
      [0x0a, 'red', x0, 8],
      [0x05, 'red', x0, 9],
      [0x02, 'red', x6, 9],
      [0x01, 'red', x3, 10],
    ] as Line[]),
    [0x02, 'red', x5, 10],
  ];
  run(lines, mode, f);
  const weight = 2 ** [1, 1, 2, 3, 4, 5][mode];
  const rgb = [f.red * weight, f.green * weight, f.blue * weight];
  if (mode !== 5) [rgb[1], rgb[2]] = [rgb[0] - rgb[1], rgb[0] - rgb[2]];
  if (majcomp === 1) [rgb[0], rgb[1]] = [rgb[1], rgb[0]];
  if (majcomp === 2) [rgb[0], rgb[2]] = [rgb[2], rgb[0]];
  const [r, g, b] = rgb;
  const s = f.scale * weight;
  return [
    [clamp(r - s), clamp(g - s), clamp(b - s), 0x780],
    [clamp(r), clamp(g), clamp(b), 0x780],
  ];
}

function textMode11(v: number[]): [Color, Color] {
  const majcomp = ((v[4] & 0x80) >> 7) | ((v[5] & 0x80) >> 6);
  if (majcomp === 3) {
    return [
      [v[0] * 16, v[2] * 16, (v[4] & 0x7f) * 32, 0x780],
      [v[1] * 16, v[3] * 16, (v[5] & 0x7f) * 32, 0x780],
    ];
  }
  const mode = ((v[1] & 0x80) >> 7) | ((v[2] & 0x80) >> 6) | ((v[3] & 0x80) >> 5);
  const f: Record<string, number> = {
    va: v[0] | ((v[1] & 0x40) << 2),
    vb0: v[2] & 0x3f,
    vb1: v[3] & 0x3f,
    vc: v[1] & 0x3f,
  };
  const dbits = [7, 6, 7, 6, 5, 6, 5, 6][mode];
  const vd0 = signExtend(v[4] & 0x7f, dbits);
  const vd1 = signExtend(v[5] & 0x7f, dbits);
  const [x0, x1, x2, x3, x4, x5] = [v[2] >> 6, v[3] >> 6, v[4] >> 6, v[5] >> 6, v[4] >> 5, v[5] >> 5].map((x) => x & 1);
  const lines: Line[] = [
    ...([
      [0xa4, 'va', x0, 9],
      [0x08, 'va', x2, 9],
      [0x50, 'va', x4, 9],
      [0x50, 'va', x5, 10],
    ] as Line[]),
    ...([
      [0xa0, 'va', x1, 10],
      [0xc0, 'va', x2, 11],
      [0x04, 'vc', x1, 6],
      [0xe8, 'vc', x3, 6],
    ] as Line[]),
    ...([
      [0x20, 'vc', x2, 7],
      [0x5b, 'vb0', x0, 6],
      [0x5b, 'vb1', x1, 6],
      [0x12, 'vb0', x2, 7],
    ] as Line[]),
    [0x12, 'vb1', x3, 7],
  ];
  run(lines, mode, f);
  const weight = 2 ** (3 - Math.floor(mode / 2));
  const [a, b0, b1, c, d0, d1] = [f.va, f.vb0, f.vb1, f.vc, vd0, vd1].map((x) => x * weight);
  const e1: Color = [clamp(a), clamp(a - b0), clamp(a - b1), 0x780];
  const e0: Color = [clamp(a - c), clamp(a - b0 - c - d0), clamp(a - b1 - c - d1), 0x780];
  for (const e of [e0, e1]) if (majcomp > 0) [e[0], e[majcomp]] = [e[majcomp], e[0]];
  return [e0, e1];
}

function textAlpha(v6: number, v7: number): [number, number] {
  const mode = (v6 >> 7) + 2 * (v7 >> 7);
  const [a, b] = [v6 % 128, v7 % 128];
  if (mode === 3) return [a * 32, b * 32];
  const base = (a | ((b << (mode + 1)) & 0x780)) * 2 ** (4 - mode);
  let delta = b & (0x3f >> mode);
  delta ^= 0x20 >> mode;
  delta -= 0x20 >> mode;
  return [base, clamp(base + delta * 2 ** (4 - mode))];
}

function textHdr(mode: number, v: number[]): [Color, Color] {
  if (mode === 2) return v[1] >= v[0] ? [gray(v[0] * 16), gray(v[1] * 16)] : [gray(v[1] * 16 + 8), gray(v[0] * 16 - 8)];
  if (mode === 3) {
    const coarse = v[0] >= 128;
    const y0 = ((v[1] & (coarse ? 0xe0 : 0xf0)) << 4) + (v[0] & 0x7f) * (coarse ? 4 : 2);
    const d = coarse ? (v[1] & 0x1f) * 4 : (v[1] & 0x0f) * 2;
    return [gray(y0), gray(Math.min(y0 + d, 0xfff))];
  }
  if (mode === 7) return textMode7(v);
  const [e0, e1] = textMode11(v);
  const [a0, a1] = mode === 14 ? [v[6], v[7]] : mode === 15 ? textAlpha(v[6], v[7]) : [0x780, 0x780];
  return [
    [e0[0], e0[1], e0[2], a0],
    [e1[0], e1[1], e1[2], a1],
  ];
}

function check(mode: number, values: number[], pair: Int32Array): void {
  hdrEndpoints(mode, Uint8Array.from([9, ...values]), 1, pair, 8);
  const got = pair.subarray(8);
  const text = textHdr(mode, values).flat();
  if (text.every((code, k) => code === got[k])) return;
  expect.fail(`mode ${mode}, ${values.join()}: ${got.join()} not ${text.join()}`);
}

describe('ASTC HDR endpoints', () => {
  it.each([2, 3])('of mode %d are those of the text for every pair of values', (mode) => {
    const pair = new Int32Array(16);
    for (let k = 0; k < 65536; k++) check(mode, [k & 255, k >> 8], pair);
  });

  it.each([7, 11, 14, 15])(
    'of mode %d are those of the text, every bit mode and major component among them',
    (mode) => {
      const dice = new Dice(70 + mode);
      const pair = new Int32Array(16);
      for (let n = 0; n < draws(12000); n++) {
        check(
          mode,
          Array.from({ length: 8 }, () => dice.integer(0, 255)),
          pair,
        );
      }
    },
  );

  it('of mode 15 have the alpha of the text for every pair of values', () => {
    const pair = new Int32Array(16);
    const values = new Uint8Array(8);
    for (let k = 0; k < 65536; k++) {
      values[6] = k & 255;
      values[7] = k >> 8;
      hdrEndpoints(15, values, 0, pair, 0);
      const [a0, a1] = textAlpha(values[6], values[7]);
      if (pair[3] !== a0 || pair[7] !== a1) expect.fail(`${values.join()}: ${pair[3]}, ${pair[7]} not ${a0}, ${a1}`);
    }
  });
});
