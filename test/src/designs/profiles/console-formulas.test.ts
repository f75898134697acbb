import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { Log2Unit } from '../../../../rtl-model/lod-unit/log2.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import { PLAIN } from '../../../../rtl-model/steps/plain-steps.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { Dice } from '../../../oracle/dice.ts';
import { BILINEAR, EXPLICIT, imageOf, lanesOf, POINT, sample } from '../../../oracle/sampling.ts';

const FLIPPER = loadDesign('gamecube-flipper');
const VOODOO = loadDesign('voodoo1');
const RDP = loadDesign('n64-rdp');
const RASTERIX = loadDesign('rasterix');
const R8 = TEXEL_FORMATS.get('r8_unorm')!;
const COUNT = 600;

/** The 8-bit codes of the red results of requests at places in an image of two texels a side, or at LODs of two levels. */
function codes(
  design: typeof FLIPPER,
  sampler: Sampler,
  levels: readonly (readonly number[])[],
  at: readonly (readonly [u: number, v: number, lod: number])[],
): readonly number[] {
  const image = imageOf(
    R8,
    2,
    2,
    levels.map((texels) => Uint8Array.from(texels)),
  );
  const batch = lanesOf(at.length, (quads, lane) => {
    [quads.s[lane], quads.t[lane], quads.lod[lane]] = at[lane];
  });
  const result = sample(design, image, sampler, EXPLICIT, batch);
  return at.map((_, lane) => 255 * result[4 * lane]);
}

describe.each([
  ['gamecube-flipper', FLIPPER, 7],
  ['voodoo1', VOODOO, 4],
] as const)('%s', (_name, design, bits) => {
  it('adds four products of weights and cuts the sum to 8 bits, as its source does', () => {
    const dice = new Dice(bits);
    const one = 2 ** bits;
    for (let n = 0; n < 10; n++) {
      const texels = [0, 1, 2, 3].map(() => dice.integer(0, 255));
      const fractions = Array.from(
        { length: COUNT },
        () => [dice.integer(0, one - 1), dice.integer(0, one - 1)] as const,
      );
      const got = codes(
        design,
        BILINEAR,
        [texels],
        fractions.map(([a, b]) => [(0.5 + a / one) / 2, (0.5 + b / one) / 2, 0]),
      );
      const [t00, t10, t01, t11] = texels;
      const expected = fractions.map(([a, b]) => {
        const sum = (t00 * (one - a) + t10 * a) * (one - b) + (t01 * (one - a) + t11 * a) * b;
        return Math.floor(sum / one ** 2);
      });
      expect(got.map(Math.round)).toEqual(expected);
    }
  });
});

/** The codes of random squares of texels at every pair of some fractions, and those of a formula. */
function squares(
  design: typeof FLIPPER,
  one: number,
  formula: (texels: readonly number[], s: number, t: number) => number,
) {
  const dice = new Dice(one);
  const got: number[] = [];
  const expected: number[] = [];
  for (let n = 0; n < 20; n++) {
    const texels = [0, 1, 2, 3].map(() => dice.integer(0, 255));
    const fractions = Array.from({ length: 400 }, () => [dice.integer(0, one - 1), dice.integer(0, one - 1)] as const);
    fractions.push([0, 0], [one / 2, one / 2], [one - 1, 1], [one - 1, one - 1]);
    got.push(
      ...codes(
        design,
        BILINEAR,
        [texels],
        fractions.map(([s, t]) => [(0.5 + s / one) / 2, (0.5 + t / one) / 2, 0]),
      ).map(Math.round),
    );
    expected.push(...fractions.map(([s, t]) => formula(texels, s, t)));
  }
  return { got, expected };
}

describe('n64-rdp', () => {
  const threePoint = ([t00, t10, t01, t11]: readonly number[], s: number, t: number) =>
    s + t < 32
      ? t00 + ((s * (t10 - t00) + t * (t01 - t00) + 16) >> 5)
      : t11 + (((32 - s) * (t01 - t11) + (32 - t) * (t10 - t11) + 16) >> 5);

  it('adds 32nds of the differences from the nearer corner of the square, and rounds once, as its source does', () => {
    const { got, expected } = squares(RDP, 32, threePoint);
    expect(got).toEqual(expected);
  });

  it('averages all four texels in the middle of the square, where its register says so', () => {
    const { got, expected } = squares(withFields(RDP, [['filter.sum', 'three-point-mid-texel']]), 32, (texels, s, t) =>
      s === 16 && t === 16 ? (texels[0] + texels[1] + texels[2] + texels[3] + 2) >> 2 : threePoint(texels, s, t),
    );
    expect(got).toEqual(expected);
  });
});

describe('rasterix', () => {
  const lerp = (a: number, b: number, f: number) => (a * (255 - f) + b * f + 255) >> 8;

  it('lerps along s, then along t, by factors of 255 over 256, rounded up, as its Verilog does', () => {
    const { got, expected } = squares(RASTERIX, 256, ([t00, t10, t01, t11], s, t) =>
      lerp(lerp(t00, t10, s), lerp(t01, t11, s), t),
    );
    expect(got).toEqual(expected);
  });
});

describe('gamecube-flipper', () => {
  it('blends two levels by sixteenths, cut to 8 bits', () => {
    const dice = new Dice(16);
    for (let n = 0; n < 40; n++) {
      const [a, b] = [dice.integer(0, 255), dice.integer(0, 255)];
      const lods = Array.from({ length: 16 }, (_, f) => [0.25, 0.25, f / 16] as const);
      const got = codes(FLIPPER, { ...POINT, mipmapMode: 'linear' }, [[a, a, a, a], [b]], lods);
      expect(got.map(Math.round)).toEqual(lods.map((_, f) => Math.floor((a * (16 - f) + b * f) / 16)));
    }
  });

  it('has k + m in sixteenths, cut, as the log2 of 2^k (1 + m)', () => {
    const unit = new Log2Unit(FLIPPER.lod);
    const dice = new Dice(61);
    for (let n = 0; n < COUNT; n++) {
      const [k, m] = [dice.integer(0, 9), Math.fround(dice.real(0, 1))];
      const length = Math.fround(2 ** k * (1 + m));
      const exact = 16 * (k + length / 2 ** k - 1);
      expect(unit.log2(PLAIN, length), `${length}`).toBe(Math.floor(exact));
    }
  });

  it('takes the larger difference of the diagonal lanes in its other mode, the larger of all four in the usual one', () => {
    const dice = new Dice(63);
    // A texel of level l is 16 l, so that a result is the LOD in sixteenths.
    const levels = Array.from({ length: 8 }, (_, l) => new Uint8Array(4 ** (7 - l)).fill(16 * l));
    const image = imageOf(R8, 128, 128, levels);
    const sampler = { ...POINT, mipmapMode: 'linear' } as const;
    const diagonal = withFields(FLIPPER, [['lod.derivatives', 'diagonal']]);
    const batch = lanesOf(COUNT, ({ s, t }, lane) => {
      [s[lane], t[lane]] = [dice.real(0, 0.2), dice.real(0, 0.2)];
    });
    for (const [design, ends] of [
      [FLIPPER, [1, 2]],
      [diagonal, [3]],
    ] as const) {
      const result = sample(design, image, sampler, { lod: 'implicit', projected: false }, batch);
      for (let lane = 0; lane < COUNT; lane += 4) {
        const of = (x: Float32Array) => ends.map((end) => Math.abs(Math.fround(x[lane + end] - x[lane])));
        const length = 128 * Math.max(...of(batch.s), ...of(batch.t));
        const k = Math.floor(Math.log2(length));
        const lod = Math.max(0, Math.floor(16 * (k + length / 2 ** k - 1)));
        expect(Math.round(255 * result[4 * lane]), `${length}`).toBe(lod);
      }
    }
  });
});

describe('voodoo1', () => {
  it('has a table of log2 of 128 entries that are cut', () => {
    const { table } = new Log2Unit(VOODOO.lod);
    const expected = Array.from({ length: 128 }, (_, k) => Math.floor(256 * Math.log2(1 + k / 128)));
    expect([...table.subarray(0, 128)]).toEqual(expected);
  });
});
