import { expect, test } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { Dice } from '../../../oracle/dice.ts';
import { BILINEAR, EXPLICIT, imageOf, lanesOf, sample } from '../../../oracle/sampling.ts';

const DESIGN = loadDesign('full-quality');
const SIZE = 16;
const LANES = 4000;

/**
 * A coordinate in texels, of 1/2^15: a third of them at random, a third halfway between two weights, a third so close below
 * a texel's centre that the weight is 1.
 */
function coordinate(dice: Dice): number {
  const texel = dice.integer(0, SIZE - 1) + 0.5;
  const weight = dice.integer(0, 255) / 256;
  return (
    texel + dice.pick([dice.integer(0, 2 ** 15 - 1) / 2 ** 15, weight + 1 / 512, 1 - dice.integer(1, 32) / 2 ** 15])
  );
}

/**
 * The two texels and the weight of the second, in 256ths, from 0 to 256 (CUDA C++ Programming Guide, Linear Filtering): xB
 * = x - 1/2, i = floor(xB), the fraction of xB with 8 fraction bits in 9. The guide names no rounding; to nearest even.
 */
function linear(x: number): { readonly i: number; readonly weight: number } {
  const i = Math.floor(x - 0.5);
  const exact = (x - 0.5 - i) * 256;
  const below = Math.floor(exact);
  const up = exact - below > 0.5 || (exact - below === 0.5 && below % 2 === 1);
  return { i, weight: up ? below + 1 : below };
}

test.each(['r8_unorm', 'r32_sfloat'] as const)('full-quality has the linear filter that CUDA documents: %s', (name) => {
  const dice = new Dice(9);
  const format = TEXEL_FORMATS.get(name)!;
  const codes = Uint8Array.from({ length: SIZE * SIZE }, () => dice.bits() & 255);
  const one = name === 'r8_unorm' ? 255 : 1;
  const bytes = name === 'r8_unorm' ? codes : new Uint8Array(Float32Array.from(codes).buffer);
  const at = (i: number, j: number) => {
    const held = (n: number) => Math.min(Math.max(n, 0), SIZE - 1);
    return codes[held(j) * SIZE + held(i)];
  };
  const points = Array.from({ length: LANES }, () => [coordinate(dice), coordinate(dice)] as const);
  const batch = lanesOf(LANES, (quads, lane) => {
    quads.s[lane] = points[lane][0] / SIZE;
    quads.t[lane] = points[lane][1] / SIZE;
  });
  const sampler = { ...BILINEAR, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
  const result = sample(DESIGN, imageOf(format, SIZE, SIZE, [bytes]), sampler, EXPLICIT, batch);
  const full = { u: 0, v: 0 };
  for (const [lane, [x, y]] of points.entries()) {
    const [u, v] = [linear(x), linear(y)];
    if (u.weight === 256) full.u++;
    if (v.weight === 256) full.v++;
    const sum =
      (at(u.i, v.i) * (256 - u.weight) + at(u.i + 1, v.i) * u.weight) * (256 - v.weight) +
      (at(u.i, v.i + 1) * (256 - u.weight) + at(u.i + 1, v.i + 1) * u.weight) * v.weight;
    expect(result[4 * lane], `x ${x}, y ${y}`).toBe(Math.fround(sum / 65_536 / one));
  }
  expect(Math.min(full.u, full.v)).toBeGreaterThan(LANES / 10);
});
