import { describe, expect, it } from 'vitest';
import { Float32Arithmetic } from '../../../../rtl-model/filter-unit/arithmetic/float32-arithmetic.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { addDifferences } from '../add-differences.ts';

const unit = new Float32Arithmetic({
  ...FULL_QUALITY,
  filter: { ...FULL_QUALITY.filter, weightBits: 6, floatPath: 'float32-steps' },
  lod: { ...FULL_QUALITY.lod, format: { ...FULL_QUALITY.lod.format, fractionBits: 5 } },
});

const [LANE, AT] = [4, 12];
const UNTOUCHED = [77, 77, 77, 77];

/** Registers of three lanes; the steps work on the second. */
function register(values: readonly number[] = [], others = 77): Float64Array {
  const all = new Float64Array(AT).fill(others);
  all.set(values, LANE);
  return all;
}

/** Texels of one lane, four components each, behind some of another. */
function texels(...values: readonly (readonly number[])[]): Float32Array {
  return Float32Array.from([77, 77, 77, 77, ...values.flat()]);
}

function expectLane(lanes: ArrayLike<number>, expected: readonly number[], input: unknown): void {
  expect([input, Array.from(lanes)]).toEqual([input, [...UNTOUCHED, ...expected, ...UNTOUCHED]]);
}

/** Float32 with denormals as 0 of their sign (D3D11.3 3.1). */
function flushed(x: number): number {
  const near = Math.fround(x);
  return Math.abs(near) < 2 ** -126 ? near * 0 : near;
}

/** A product with a weight of zero is 0. */
function product(x: number, weight: number): number {
  return weight === 0 ? 0 : flushed(x) * weight;
}

/** Each product and the sum rounded to float32. */
function mix(a: number, b: number, w: number): number {
  return flushed(flushed(product(a, 1 - w)) + flushed(product(b, w)));
}

/** Four components: ordinary, denormal or small, now and then infinite or NaN. */
function any(dice: Dice): number[] {
  return Array.from({ length: 4 }, () =>
    dice.pick([
      () => Math.fround(dice.real(-4, 4)),
      () => Math.fround(dice.real(-4, 4) * 2 ** -126),
      () => dice.float32(),
      () => dice.pick([0, Infinity, -Infinity, NaN]),
    ])(),
  );
}

/** `test` for many random texels and a fraction of so many bits, 0 and 1 among them. */
function forMany(seed: number, bits: number, test: (dice: Dice, weight: number, w: number) => void): void {
  const dice = new Dice(seed);
  for (let n = 0; n < 300; n++) {
    const weight = dice.pick([0, 1, 2 ** bits, dice.integer(0, 2 ** bits)]);
    test(dice, weight, weight / 2 ** bits);
  }
}

describe('the float32 steps of a filter', () => {
  it('round each product and each sum of a bilinear filter', () => {
    forMany(1, 6, (dice, alpha, a) => {
      const [t00, t10, t01, t11] = [any(dice), any(dice), any(dice), any(dice)];
      const beta = dice.integer(0, 64);
      const value = register();
      unit.bilinear(texels(t00, t10, t01, t11), LANE, alpha, beta, value, LANE);
      const expected = t00.map((x, c) => mix(mix(x, t10[c], a), mix(t01[c], t11[c], a), beta / 64));
      expectLane(value, expected, [t00, t10, t01, t11, alpha, beta]);
    });
  });

  it('round each product and the sum of a lerp between slices, and between levels', () => {
    forMany(2, 6, (dice, gamma, g) => {
      const [near, far] = [any(dice), any(dice)];
      const value = register(near);
      unit.slices(value, LANE, Float64Array.from(far), gamma);
      const expected = near.map((x, c) => mix(x, far[c], g));
      expectLane(value, expected, [near, far, gamma]);
    });
    forMany(3, 5, (dice, weight, w) => {
      const [fine, coarse, n] = [any(dice), any(dice), dice.pick([1, 3])];
      const color = new Float32Array(AT).fill(77);
      unit.finish(register(fine), register(coarse), LANE, n, weight, color);
      const average = (x: number) => (n === 1 ? x : flushed(x / n));
      const expected = fine.map((x, c) => (weight === 0 ? average(x) : mix(average(x), average(coarse[c]), w)));
      expectLane(color, expected, [fine, coarse, n, weight]);
    });
  });

  it('round the sum of samples each time, and that of products with weights only once', () => {
    forMany(4, 6, (dice, weight) => {
      const [a, b] = [any(dice), any(dice)];
      const sum = register(a);
      unit.add(sum, LANE, Float64Array.from([0, ...b]), 1);
      expectLane(
        sum,
        a.map((x, c) => flushed(flushed(x) + flushed(b[c]))),
        [a, b],
      );
      const products = register([1, 2, 3, 4]);
      unit.addProduct(texels(a), LANE, weight, products, LANE);
      const exact = a.map((x, c) => c + 1 + product(x, weight));
      expectLane(products, exact, [a, weight]);
      expect(unit.quotient(products, LANE + 2, 7)).toBe(flushed(exact[2] / 7));
      unit.weighted(products, LANE, 6);
      expectLane(
        products,
        exact.map((x) => flushed(x / 64)),
        [a, weight],
      );
    });
  });

  it.each([false, true])('round each difference of a block match, its square and the sum, squared: %s', (squared) => {
    forMany(5, 6, (dice) => {
      const [a, b] = [any(dice), any(dice)];
      const sum = register([1, 2, 3, 4]);
      addDifferences(unit, texels(a), LANE, Float32Array.from([0, 0, ...b]), 2, squared, sum, LANE);
      const expected = a.map((x, c) => {
        const apart = flushed(Math.abs(flushed(x) - flushed(b[c])));
        return flushed(c + 1 + (squared ? flushed(apart * apart) : apart));
      });
      expectLane(sum, expected, [a, b]);
    });
  });

  it('round a third of the three texels at the corner of a cube', () => {
    forMany(6, 6, (dice) => {
      const [a, b, c] = any(dice);
      expect([a, b, c, unit.corner(a, b, c)]).toEqual([a, b, c, flushed((flushed(a) + flushed(b) + flushed(c)) / 3)]);
    });
  });

  it('leave a texel alone as it is, denormals and NaN included', () => {
    forMany(7, 6, (dice) => {
      const a = any(dice).map(Math.fround);
      const value = register();
      unit.lift(texels(a), LANE, value, LANE);
      expectLane(value, a, a);
      const color = new Float32Array(AT).fill(77);
      unit.extreme(register(a, 66), LANE, color);
      expectLane(color, a, a);
      expect(a.map((x) => unit.texelColor(x, 0))).toEqual(a);
    });
  });
});

describe('plain values', () => {
  it('are held between the least and the greatest, component by component', () => {
    const value = register([1, 5, 9, NaN]);
    unit.clamp(value, LANE, register([2, 2, 2, 2], 80), register([6, 6, 6, 6], 90));
    expectLane(value, [2, 5, 6, NaN], 'clamped');
  });

  it('are copied in the components that are asked for, and cleared', () => {
    const to = register([1, 2, 3, 4]);
    unit.copy(register([5, 6, 7, 8]), to, LANE, [1, 3]);
    expectLane(to, [1, 6, 3, 8], 'copied');
    unit.clear(to, LANE);
    expectLane(to, [0, 0, 0, 0], 'cleared');
  });
});
