import { describe, expect, it } from 'vitest';
import { YcbcrConverter } from '../../../rtl-model/filter-unit/ycbcr.ts';
import { YCBCR_RANGES, type YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { PLAIN_CONVERSION } from '../../oracle/plain-conversion.ts';

/** r, g, b rows times (Y', C_B, C_R): the inverse matrices as the Khronos Data Format prints them. */
const MATRICES = {
  ycbcr_709: [
    [1, 0, 1.5748],
    [1, -0.13397432 / 0.7152, -0.33480248 / 0.7152],
    [1, 1.8556, 0],
  ],
  ycbcr_601: [
    [1, 0, 1.402],
    [1, -0.202008 / 0.587, -0.419198 / 0.587],
    [1, 1.772, 0],
  ],
  ycbcr_2020: [
    [1, 0, 1.4746],
    [1, -0.11156702 / 0.678, -0.38737742 / 0.678],
    [1, 1.8814, 0],
  ],
} as const;
const MODELS = ['ycbcr_709', 'ycbcr_601', 'ycbcr_2020'] as const;

function convert(conversion: Partial<YcbcrConversion>, bits: number, texel: readonly number[]): number[] {
  const color = Float32Array.of(-3, ...texel, -3);
  new YcbcrConverter({ ...PLAIN_CONVERSION, ycbcrModel: 'ycbcr_601', ...conversion }, bits).convert(color, 1);
  expect([color[0], color[5]]).toEqual([-3, -3]);
  return [...color.subarray(1, 5)];
}

/** Khronos Data Format: dequantization, on integers: D is the component times 2^n - 1. */
function dequantize(range: YcbcrConversion['ycbcrRange'], bits: number, [cr, y, cb]: readonly number[]): number[] {
  const largest = 2 ** bits - 1;
  const step = 2 ** (bits - 8);
  const [dcr, dy, dcb] = [cr, y, cb].map((c) => c * largest);
  if (range === 'itu_full') return [dy / largest, (dcb - 2 ** (bits - 1)) / largest, (dcr - 2 ** (bits - 1)) / largest];
  return [(dy / step - 16) / 219, (dcb / step - 128) / 224, (dcr / step - 128) / 224];
}

/** Half a unit in the last place of a float32, and what a dozen float64 operations on values below 4 may err. */
function bound(x: number): number {
  return 2 ** (Math.floor(Math.log2(Math.max(Math.abs(x), 2 ** -126))) - 24) + 12 * 2 ** -51;
}

function expectNear(got: readonly number[], expected: readonly number[], ...inputs: unknown[]) {
  const far = got.filter((value, n) => !(Math.abs(value - expected[n]) <= bound(expected[n])));
  expect([inputs, got, expected, far]).toEqual([inputs, got, expected, []]);
}

const CASES = MODELS.flatMap((model) =>
  YCBCR_RANGES.flatMap((range) => [8, 10, 12, 16].map((bits) => [model, range, bits] as const)),
);

describe('YcbcrConverter', () => {
  it.each(CASES)('expands and converts by the printed matrix: %s, %s, %i bits', (ycbcrModel, ycbcrRange, bits) => {
    const dice = new Dice(bits);
    for (let n = 0; n < 200; n++) {
      const texel = Array.from({ length: 4 }, () => Math.fround(dice.integer(0, 2 ** bits - 1) / (2 ** bits - 1)));
      const got = convert({ ycbcrModel, ycbcrRange }, bits, texel);
      const ycc = dequantize(ycbcrRange, bits, texel);
      const expected = MATRICES[ycbcrModel].map((row) => row[0] * ycc[0] + row[1] * ycc[1] + row[2] * ycc[2]);
      expectNear(got, [...expected, texel[3]], texel);
    }
  });

  it.each(CASES)('makes codes of primaries back into them: %s, %s, %i bits', (ycbcrModel, ycbcrRange, bits) => {
    const [kr, kb] = { ycbcr_709: [0.2126, 0.0722], ycbcr_601: [0.299, 0.114], ycbcr_2020: [0.2627, 0.0593] }[
      ycbcrModel
    ];
    const largest = 2 ** bits - 1;
    const step = 2 ** (bits - 8);
    for (const rgb of [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n & 1, (n >> 1) & 1, n >> 2])) {
      const y = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2];
      const cb = (rgb[2] - y) / (2 * (1 - kb));
      const cr = (rgb[0] - y) / (2 * (1 - kr));
      const codes =
        ycbcrRange === 'itu_full'
          ? [cr * largest + 2 ** (bits - 1), y * largest, cb * largest + 2 ** (bits - 1)]
          : [(224 * cr + 128) * step, (219 * y + 16) * step, (224 * cb + 128) * step];
      // Float32 components below 1.01 err by 2^-25; times 256/219 (256/224 for chroma) and the rows, below 3.2 in all.
      const got = convert({ ycbcrModel, ycbcrRange }, bits, [...codes.map((code) => code / largest), 1]);
      const far = got.filter((value, n) => n < 3 && Math.abs(value - rgb[n]) > 2 ** -24 * 3.2);
      expect([rgb, got, far]).toEqual([rgb, got, []]);
    }
  });

  it('passes Cr, Y and Cb through under ycbcr_identity, expanded', () => {
    const [cr, y, cb, a] = convert({ ycbcrModel: 'ycbcr_identity', ycbcrRange: 'itu_narrow' }, 8, [1, 1, 0, 0.5]);
    expectNear([cr, y, cb, a], [127 / 224, 239 / 219, -128 / 224, 0.5]);
  });

  it('changes nothing under rgb_identity, whatever the range', () => {
    for (const ycbcrRange of YCBCR_RANGES) {
      const texel = [0.25, 0.75, 1, 0.5];
      expect(convert({ ycbcrModel: 'rgb_identity', ycbcrRange }, 8, texel)).toEqual(texel);
    }
  });

  it('clamps nothing', () => {
    expect(convert({ ycbcrRange: 'itu_narrow' }, 8, [1, 1, 1, 1]).some((c) => c > 1)).toBe(true);
    expect(convert({ ycbcrRange: 'itu_narrow' }, 8, [0, 0, 0, 1]).some((c) => c < 0)).toBe(true);
  });

  it('swizzles before it expands the range', () => {
    const texel = [0.25, 0.5, 0.75, 1];
    const swapped = convert({ components: ['b', 'g', 'r', 'one'] }, 8, texel);
    expect(swapped).toEqual(convert({}, 8, [0.75, 0.5, 0.25, 1]));
    expect(convert({ ycbcrModel: 'rgb_identity', components: ['a', 'zero', 'one', 'g'] }, 8, texel)).toEqual([
      1, 0, 1, 0.5,
    ]);
  });
});
