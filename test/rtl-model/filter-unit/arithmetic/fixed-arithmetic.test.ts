import { describe, expect, it } from 'vitest';
import { type Design, DesignError } from '../../../../rtl-model/design/design.ts';
import { reciprocalTable } from '../../../../rtl-model/design/reciprocals.ts';
import { FixedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { ROUNDING_MODES } from '../../../../rtl-model/fixed-point/rounding.ts';
import type { ComponentScale } from '../../../../rtl-model/formats/blocks/component-scale.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { add, divide, multiply, type Rational, rational, round, subtract } from '../../../oracle/rational.ts';
import { addDifferences } from '../add-differences.ts';

/** What a case changes of the design. */
interface Widths {
  readonly weightBits: number;
  readonly guardBits: number;
  readonly levelBits: number;
  readonly rounding: Design['filter']['rounding'];
  readonly reciprocalBits?: Design['filter']['reciprocalBits'];
}

function designOf({ levelBits, ...filter }: Partial<Widths>): Design {
  const { format } = FULL_QUALITY.lod;
  return {
    ...FULL_QUALITY,
    filter: { ...FULL_QUALITY.filter, ...filter },
    lod: { ...FULL_QUALITY.lod, format: { ...format, fractionBits: levelBits ?? format.fractionBits } },
  };
}

const unorm = (bits: number): ComponentScale => ({ one: 2 ** bits - 1, bits, signed: false });
const SNORM8: ComponentScale = { one: 127, bits: 8, signed: true };
/** Components of four widths, so that none can stand for another. */
const SCALES = [unorm(5), unorm(6), SNORM8, unorm(2)];
const ONE = rational(1n);

function codeOf(dice: Dice, { one, signed }: ComponentScale): number {
  return dice.integer(signed ? -one : 0, one);
}

/** Texels of random codes, r, g, b, a, behind four that no step may read. */
function texelsOf(dice: Dice, count: number): Float32Array {
  return Float32Array.from({ length: 4 * (count + 1) }, (_, n) => (n < 4 ? NaN : codeOf(dice, SCALES[n % 4])));
}

/** A register of three lanes, of which the steps work on the second. */
const AT = 4;
function register(values: readonly number[] = []): Float64Array {
  const all = new Float64Array(12).fill(77);
  all.set(values, AT);
  return all;
}

/** Expects r, g, b, a in the second lane and the others untouched. */
function expectLane(register: ArrayLike<number>, expected: readonly (number | bigint)[], of: unknown): void {
  const other = [77, 77, 77, 77];
  expect([of, Array.from(register)]).toEqual([of, [...other, ...expected.map(Number), ...other]]);
}

function anyWidths(dice: Dice): Widths {
  return {
    weightBits: dice.integer(1, 8),
    guardBits: dice.pick([0, 1, 3, 6, 9, 14, 24]),
    levelBits: dice.integer(1, 8),
    rounding: dice.pick(ROUNDING_MODES),
  };
}

/** (1 - w) a + w b */
function mix(a: Rational, b: Rational, w: Rational): Rational {
  return add(multiply(a, subtract(ONE, w)), multiply(b, w));
}

function fraction(dice: Dice, bits: number): [number, Rational] {
  const weight = dice.pick([0, 1, 2 ** bits - 1, 2 ** bits, dice.integer(0, 2 ** bits)]);
  return [weight, rational(weight, 2 ** bits)];
}

/** The fraction bits of a value after each step: those of the weights so far, at most the guard bits. */
function fractionBits({ weightBits, guardBits, levelBits }: Widths, dimensions: 2 | 3) {
  const afterU = Math.min(weightBits, guardBits);
  const afterV = Math.min(afterU + weightBits, guardBits);
  const after = dimensions === 3 ? Math.min(afterV + weightBits, guardBits) : afterV;
  return { afterU, afterV, after, afterLevel: Math.min(after + levelBits, guardBits) };
}

/** x as an integer of so many fraction bits. */
function narrow(x: Rational, bits: number, { rounding }: Pick<Widths, 'rounding'>): bigint {
  return round(multiply(x, rational(2 ** bits)), rounding);
}

/** x with so many fraction bits. */
function narrowed(x: Rational, bits: number, widths: Widths): Rational {
  return rational(narrow(x, bits, widths), 2 ** bits);
}

/** `step` for many random designs. */
function forEachDesign(
  seed: number,
  dimensions: 2 | 3,
  step: (unit: FixedArithmetic, widths: Widths, dice: Dice) => void,
) {
  const dice = new Dice(seed);
  for (let n = 0; n < 400; n++) {
    const widths = anyWidths(dice);
    step(new FixedArithmetic(designOf(widths), SCALES, dimensions), widths, dice);
  }
}

describe('a lerp of codes', () => {
  it('along u, u and v, narrows each result to the guard bits', () => {
    forEachDesign(0xf1, 2, (unit, widths, dice) => {
      const texel = texelsOf(dice, 4);
      const [[alpha, a], [beta, b]] = [fraction(dice, widths.weightBits), fraction(dice, widths.weightBits)];
      const value = register();
      unit.bilinear(texel, 4, alpha, beta, value, AT);
      const { afterU, afterV } = fractionBits(widths, 2);
      const expected = SCALES.map((_, c) => {
        const tap = (n: number) => rational(texel[4 * (n + 1) + c]);
        const top = narrowed(mix(tap(0), tap(1), a), afterU, widths);
        const bottom = narrowed(mix(tap(2), tap(3), a), afterU, widths);
        return narrow(mix(top, bottom, b), afterV, widths);
      });
      expectLane(value, expected, [widths, alpha, beta]);
    });
  });

  it('between slices, and between levels, narrows its result to the guard bits', () => {
    forEachDesign(0xf2, 3, (unit, widths, dice) => {
      const { afterV, after, afterLevel } = fractionBits(widths, 3);
      const one = 2 ** afterV;
      const codes = () => SCALES.map((scale) => codeOf(dice, scale) * one + dice.integer(0, one - 1));
      const [near, far] = [codes(), codes()];
      const [gamma, g] = fraction(dice, widths.weightBits);
      const value = register(near);
      unit.slices(value, AT, Float64Array.from(far), gamma);
      const slices = near.map((code, c) => narrow(mix(rational(code, one), rational(far[c], one), g), after, widths));
      expectLane(value, slices, [widths, gamma]);

      const coarse = slices.map((code) => Number(code) + dice.integer(-5, 5));
      const [weight, w] = fraction(dice, widths.levelBits);
      const color = new Float32Array(12).fill(77);
      unit.finish(value, register(coarse), AT, 1, weight, color);
      const scale = 2 ** after;
      const levels = slices.map((code, c) => {
        const level = narrow(mix(rational(code, scale), rational(coarse[c], scale), w), afterLevel, widths);
        return Math.fround(Number(level) / (2 ** afterLevel * SCALES[c].one));
      });
      expectLane(color, levels, [widths, weight]);
    });
  });
});

describe('the sum of a code', () => {
  const sums = (seed: number, step: (unit: FixedArithmetic, widths: Widths, dice: Dice) => void) =>
    forEachDesign(seed, 2, step);

  it('with others, times their weights, is whole and is narrowed once', () => {
    sums(0xf3, (unit, widths, dice) => {
      const texel = texelsOf(dice, 2);
      const weights = [dice.integer(-64, 64), dice.integer(-64, 64)];
      const sum = register([1, 2, 3, 4]);
      weights.forEach((weight, n) => unit.addProduct(texel, 4 * (n + 1), weight, sum, AT));
      const exact = SCALES.map((_, c) => c + 1 + texel[4 + c] * weights[0] + texel[8 + c] * weights[1]);
      expectLane(sum, exact, weights);
      unit.weighted(sum, AT, 6);
      const { afterV } = fractionBits(widths, 2);
      expectLane(
        sum,
        exact.map((x) => narrow(rational(x, 64), afterV, widths)),
        widths,
      );
    });
  });

  it('with another value is whole', () => {
    sums(0xf4, (unit, _, dice) => {
      const [a, b] = [SCALES.map((s) => codeOf(dice, s)), SCALES.map((s) => codeOf(dice, s))];
      const sum = register(a);
      unit.add(sum, AT, Float64Array.of(99, 99, ...b, 99), 2);
      expectLane(
        sum,
        a.map((x, c) => x + b[c]),
        b,
      );
    });
  });

  it.each([false, true])('with the difference of two texels is whole, squared: %s', (squared) => {
    sums(0xf5, (unit, _, dice) => {
      const [a, b] = [texelsOf(dice, 1), Float32Array.of(NaN, ...texelsOf(dice, 1))];
      const sum = register([1, 2, 3, 4]);
      addDifferences(unit, a, 4, b, 5, squared, sum, AT);
      const expected = SCALES.map((_, c) => {
        const apart = Math.abs(a[4 + c] - b[5 + c]);
        return c + 1 + (squared ? apart ** 2 : apart);
      });
      expectLane(sum, expected, [a, b]);
    });
  });

  it('over a divisor is rounded to float32 once', () => {
    const unit = new FixedArithmetic(FULL_QUALITY, SCALES, 2);
    expect(unit.quotient(register([5, 10, 20, 7]), AT + 2, 3 * 127)).toBe(Math.fround(20 / 381));
  });

  it.each(['exact', 3, 8, 12] as const)('of n samples is divided by n with the bits of the reciprocal: %s', (bits) => {
    sums(0xf6, (_, widths, dice) => {
      const design = designOf({ ...widths, reciprocalBits: bits });
      const unit = new FixedArithmetic(design, SCALES, 2);
      const { afterV, afterLevel } = fractionBits(widths, 2);
      const n = dice.integer(1, 16);
      const sum = () => SCALES.map((scale) => codeOf(dice, scale) * n * 2 ** afterV + dice.integer(0, n));
      const [hi, lo] = [sum(), sum()];
      const reciprocal = bits === 'exact' ? null : rational(round(rational(2 ** bits, n), 'nearest-even'), 2 ** bits);
      const average = (x: number): Rational => {
        const total = rational(x);
        if (n === 1) return total;
        const quotient = reciprocal === null ? divide(total, rational(n)) : multiply(total, reciprocal);
        return rational(round(quotient, widths.rounding));
      };
      const [weight, w] = fraction(dice, widths.levelBits);
      const color = new Float32Array(12).fill(77);
      // At weight 0 the coarser level's sum is that of another quad, which may have been of floats.
      unit.finish(register(hi), register(weight === 0 ? [NaN, NaN, NaN, NaN] : lo), AT, n, weight, color);
      const expected = SCALES.map(({ one }, c) => {
        const level = mix(average(hi[c]), average(lo[c]), w);
        const code = narrow(divide(level, rational(2 ** afterV)), afterLevel, widths);
        return Math.fround(Number(code) / (2 ** afterLevel * one));
      });
      expectLane(color, expected, [widths, n, weight]);
    });
  });
});

describe('a code that no lerp changes', () => {
  it('is code / one, rounded to float32, on every way out', () => {
    for (const dimensions of [2, 3] as const) {
      forEachDesign(0xf7, dimensions, (unit, widths, dice) => {
        const texel = texelsOf(dice, 1);
        const expected = SCALES.map(({ one }, c) => Math.fround(texel[4 + c] / one));
        expect(expected.map((_, c) => unit.texelColor(texel[4 + c], c))).toEqual(expected);
        const value = register();
        unit.lift(texel, 4, value, AT);
        const { after } = fractionBits(widths, dimensions);
        expectLane(
          value,
          expected.map((_, c) => texel[4 + c] * 2 ** after),
          widths,
        );
        const color = new Float32Array(12).fill(77);
        unit.extreme(value, AT, color);
        expectLane(color, expected, widths);
        unit.finish(value, register(), AT, 1, 0, color);
        expectLane(color, expected, widths);
      });
    }
  });

  it('has the fraction bits of both lerps in a bilinear value', () => {
    forEachDesign(0xf8, 2, (unit, { weightBits, guardBits }) => {
      const value = register();
      const ones = SCALES.map(({ one }) => one);
      unit.bilinear(Float32Array.from([...ones, ...ones, ...ones, ...ones]), 0, 1, 1, value, AT);
      const fraction = Math.min(guardBits, 2 * weightBits);
      expectLane(
        value,
        ones.map((one) => one * 2 ** fraction),
        [weightBits, guardBits],
      );
    });
  });
});

describe('the corner that a cube lacks', () => {
  it.each([
    [8, 16, 15],
    [16, 16, 7],
    [16, 4, 4],
    [24, 16, 0],
  ])('is a third of three codes of %i bits: with %i guard bits to %i bits', (bits, guardBits, kept) => {
    // A texel register has 24 bits, one of them for the sign.
    const dice = new Dice(bits);
    for (let n = 0; n < 200; n++) {
      const rounding = dice.pick(ROUNDING_MODES);
      const unit = new FixedArithmetic(designOf({ guardBits, rounding }), [unorm(2), unorm(bits), unorm(1)], 2);
      const three = [0, 1, 2].map(() => dice.integer(0, 2 ** bits - 1));
      const third = rational(three[0] + three[1] + three[2], 3n);
      const expected = Number(narrow(third, kept, { rounding })) / 2 ** kept;
      expect([three, rounding, unit.corner(three[0], three[1], three[2])]).toEqual([three, rounding, expected]);
    }
  });
});

/** True if a design is refused for its guard bits. */
function isRefused(make: () => FixedArithmetic): boolean {
  try {
    make();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(DesignError);
    expect(error).toHaveProperty('field', 'filter.guardBits');
    return true;
  }
}

describe('the widest product of a lerp', () => {
  /** The bits of the widest component that a design takes. */
  function widest(widths: Partial<Widths>, dimensions: 2 | 3): number {
    const unit = (bits: number) => new FixedArithmetic(designOf(widths), [unorm(1), unorm(bits), unorm(1)], dimensions);
    let bits = 1;
    while (bits < 60 && !isRefused(() => unit(bits + 1))) bits++;
    return bits;
  }

  it('has at most 51 bits: code, sign, and fraction before it is narrowed', () => {
    // After u and v 16 bits of fraction, and 8 of the level's weight.
    expect(widest({ weightBits: 8, levelBits: 8, guardBits: 32 }, 2)).toBe(51 - 1 - 24);
    expect(widest({ weightBits: 8, levelBits: 8, guardBits: 32 }, 3)).toBe(51 - 1 - 32);
    expect(widest({ weightBits: 8, levelBits: 2, guardBits: 10 }, 3)).toBe(51 - 1 - 18);
    expect(widest({ weightBits: 2, levelBits: 8, guardBits: 3 }, 3)).toBe(51 - 1 - 11);
  });
});

describe('a table of reciprocals', () => {
  it('is 1/n to the nearest', () => {
    expect([...reciprocalTable(8, 6)].slice(1)).toEqual([256, 128, 85, 64, 51, 43]);
  });

  it('is empty for a divider', () => {
    expect(reciprocalTable('exact', 16)).toHaveLength(0);
  });
});
