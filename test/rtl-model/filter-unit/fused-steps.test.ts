import { describe, expect, it } from 'vitest';
import { valueArray } from '../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';
import { AlignedFloats } from '../../../rtl-model/filter-unit/arithmetic/aligned-arithmetic.ts';
import type { AlignedComponent } from '../../../rtl-model/filter-unit/arithmetic/aligned-texels.ts';
import { FusedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fused-arithmetic.ts';
import { REST_TERMS, restOf } from '../../../rtl-model/fixed-point/expansion.ts';
import { nearestFloat32 } from '../../../src/specification/exact/dyadic.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import {
  absolute,
  add,
  compare,
  divide,
  exactly,
  multiply,
  type Rational,
  rational,
  subtract,
} from '../../oracle/rational.ts';
import { addDifferences } from './add-differences.ts';

/** The arithmetic with weights of so many bits, and levels of 8. */
function unitOf(weightBits: number): FusedArithmetic {
  return new FusedArithmetic({ ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, weightBits } });
}

/** The steps work on the second of three lanes. */
const [AT, COMPONENTS] = [4, 12];
const ZERO = rational(0n);

/** A register whose lane holds numbers, and behind them terms of the exact values. */
function register(values: readonly number[] = [0, 0, 0, 0], rests: readonly number[] = []): Float64Array {
  const all = valueArray(COMPONENTS).fill(7, 0, COMPONENTS);
  all.set(values, AT);
  rests.forEach((term, c) => (all[restOf(all, AT + c)] = term));
  return all;
}

/** The exact value of one of the lane's components; those of the other lanes are as they were. */
function valueOf(value: Float64Array, c: number): Rational {
  for (const lane of [0, 8]) {
    const rests = value.subarray(restOf(value, lane), restOf(value, lane + 4));
    if (value.subarray(lane, lane + 4).some((x) => x !== 7) || rests.some((x) => x !== 0)) {
      throw new Error(`a lane beside it: ${value.join(' ')}`);
    }
  }
  const rest = restOf(value, AT + c);
  return [value[AT + c], ...value.subarray(rest, rest + REST_TERMS)].map(exactly).reduce(add, ZERO);
}

/** Expects the exact values, as fractions of the same worth. */
function expectValues(value: Float64Array, expected: readonly Rational[], input: unknown): void {
  const wrong = expected.flatMap((x, c) => (compare(valueOf(value, c), x) === 0 ? [] : [[input, c, value[AT + c], x]]));
  expect(wrong).toEqual([]);
}

function flushed(x: number): Rational {
  return Math.abs(x) < 2 ** -126 ? ZERO : exactly(x);
}

/** x as float32, denormals as 0. */
function rounded({ numerator, denominator }: Rational): number {
  const near = nearestFloat32(numerator, denominator);
  return Math.abs(near) < 2 ** -126 ? 0 : near;
}

/** A finite texel of any size, now and then near another or a denormal. */
function any(dice: Dice): number {
  return dice.pick([
    () => 0,
    () => dice.integer(-3, 3) * 2 ** -149,
    () => Math.fround(dice.real(-1, 1)),
    () => Math.fround(1 + dice.integer(-2, 2) * 2 ** -23),
    () => Math.fround(dice.real(-1, 1) * 2 ** dice.integer(-100, 100)),
  ])();
}
const four = (dice: Dice): number[] => [any(dice), any(dice), any(dice), any(dice)];
const weightOf = (dice: Dice, bits: number): number => dice.pick([0, 1, 2 ** bits, dice.integer(0, 2 ** bits)]);
const part = (weight: number, bits: number): Rational => rational(weight, 2 ** bits);

function mix(a: Rational, b: Rational, w: Rational): Rational {
  return add(multiply(a, subtract(rational(1n), w)), multiply(b, w));
}

describe('the exact sums of floats', () => {
  it.each([2, 8, 14, 15, 20])('keep every bit of a bilinear filter and of slices with weights of %i bits', (bits) => {
    const [dice, unit] = [new Dice(bits), unitOf(bits)];
    for (let n = 0; n < draws(100); n++) {
      const taps = [four(dice), four(dice), four(dice), four(dice)];
      const [alpha, beta, gamma] = [weightOf(dice, bits), weightOf(dice, bits), weightOf(dice, bits)];
      // A texel of weight zero counts for nothing, whatever it is.
      if (alpha === 0) taps[1][2] = Infinity;
      if (beta === 0) taps[2][1] = taps[3][1] = NaN;
      if (alpha === 0 || beta === 0) taps[3][3] = -Infinity;
      if (alpha === 2 ** bits) [taps[0][0], taps[2][0]] = [Infinity, NaN];
      if (beta === 2 ** bits) [taps[0][1], taps[1][1]] = [NaN, -Infinity];
      const value = register();
      unit.bilinear(Float32Array.from([9, 9, 9, 9, ...taps.flat()]), 4, alpha, beta, value, AT);
      const finite = (x: number) => (Number.isFinite(x) ? flushed(x) : ZERO);
      const [a, b] = [part(alpha, bits), part(beta, bits)];
      const sums = [0, 1, 2, 3].map((c) => {
        const [t00, t10, t01, t11] = taps.map((texel) => finite(texel[c]));
        return mix(mix(t00, t10, a), mix(t01, t11, a), b);
      });
      expectValues(value, sums, [taps, alpha, beta]);
      const far = [any(dice), any(dice), any(dice), any(dice)].map((x) => (Math.abs(x) < 2 ** -126 ? 0 : x));
      const other = valueArray(4);
      other.set(far);
      if (gamma === 0) other[0] = Infinity;
      unit.slices(value, AT, other, gamma);
      const expected = sums.map((x, c) => mix(x, c === 0 && gamma === 0 ? ZERO : exactly(far[c]), part(gamma, bits)));
      expectValues(value, expected, [taps, alpha, beta, gamma]);
    }
  });

  it('keep every bit of products and of differences, and scale them', () => {
    const [dice, unit] = [new Dice(5), unitOf(8)];
    for (let n = 0; n < draws(150); n++) {
      const [a, b, c] = [four(dice), four(dice), four(dice)];
      const weight = dice.pick([0, 1, dice.integer(-255, 255), dice.integer(0, 2 ** 24)]);
      const squared = dice.chance(0.5);
      const sum = register();
      unit.addProduct(Float32Array.from([9, ...a]), 1, dice.integer(1, 1), sum, AT);
      unit.addProduct(Float32Array.from(weight === 0 ? [9, Infinity, ...b.slice(1)] : [9, ...b]), 1, weight, sum, AT);
      addDifferences(unit, Float32Array.from([9, ...b]), 1, Float32Array.from([9, 9, ...c]), 2, squared, sum, AT);
      const exact = a.map((x, k) => {
        const apart = absolute(subtract(flushed(b[k]), flushed(c[k])));
        const products = add(flushed(x), multiply(flushed(b[k]), rational(weight)));
        return add(products, squared ? multiply(apart, apart) : apart);
      });
      // Squares of the least floats are below the least float64.
      if (squared && [...b, ...c].some((x) => x !== 0 && Math.abs(x) < 2 ** -60)) continue;
      expectValues(sum, exact, [a, b, c, weight, squared]);
      expect(unit.quotient(sum, AT + 1, 3)).toBe(rounded(divide(exact[1], rational(3n))));
      unit.weighted(sum, AT, 6);
      const scaled = exact.map((x) => divide(x, rational(64n)));
      if ([...a, ...b].every((x) => x === 0 || Math.abs(x) > 2 ** -90)) expectValues(sum, scaled, [a, b, c, weight]);
    }
  });

  it('pass infinities and NaN of differences on', () => {
    const unit = unitOf(8);
    for (const squared of [false, true]) {
      const sum = register([1, 2, 3, 4], [2 ** -80, 0, 0, 0]);
      const a = Float32Array.of(Infinity, -Infinity, NaN, 1);
      addDifferences(unit, a, 0, Float32Array.of(0, 1, 2, 2), 0, squared, sum, AT);
      expect([...sum.subarray(AT, AT + 4)]).toEqual([Infinity, Infinity, NaN, 5]);
      expect(sum[restOf(sum, AT)]).toBe(0);
      addDifferences(unit, Float32Array.of(1, 1, 1, 1), 0, Float32Array.of(0, 0, 0, 0), 0, squared, sum, AT);
      expect([...sum.subarray(AT, AT + 4)]).toEqual([Infinity, Infinity, NaN, 6]);
      const third = register([1, 2, Infinity, 4]);
      addDifferences(unit, Float32Array.of(1, 1, 1, 1), 0, Float32Array.of(0, 0, 0, 0), 0, squared, third, AT);
      expect([...third.subarray(AT, AT + 4), third[restOf(third, AT + 2)]]).toEqual([2, 3, Infinity, 5, 0]);
    }
  });

  it('pass infinities and NaN of texels with a weight on, and no other', () => {
    const unit = unitOf(8);
    const texel = Float32Array.of(Infinity, NaN, -Infinity, 3);
    const finite = Float32Array.of(1, 1, 1, 1);
    const lane = (value: Float64Array) => [...value.subarray(AT, AT + 4), value[restOf(value, AT)]];
    const sum = register([1, 2, 3, 4], [2 ** -80, 0, 0, 0]);
    unit.addProduct(texel, 0, 2, sum, AT);
    expect(lane(sum)).toEqual([Infinity, NaN, -Infinity, 10, 0]);
    unit.addProduct(finite, 0, 2, sum, AT);
    addDifferences(unit, finite, 0, texel, 0, false, sum, AT);
    expect(lane(sum)).toEqual([Infinity, NaN, NaN, 14, 0]);
    const value = register([5, 5, 5, 5], [2 ** -80, 0, 0, 0]);
    unit.slices(value, AT, Float64Array.from([...texel, ...new Array<number>(24).fill(0)]), 64);
    expect(lane(value)).toEqual([Infinity, NaN, -Infinity, 4.5, 0]);
    const other = valueArray(4);
    other.set([1, 2, 3, 4]);
    unit.slices(value, AT, other, 256);
    expect(lane(value)).toEqual([1, 2, 3, 4, 0]);
    const color = new Float32Array(COMPONENTS);
    unit.finish(register([Infinity, NaN, -Infinity, 8]), register([1, 1, Infinity, 4]), AT, 2, 128, color);
    expect([...color.subarray(AT, AT + 4)]).toEqual([Infinity, NaN, NaN, 3]);
    unit.finish(register([Infinity, NaN, -Infinity, 8]), register(), AT, 2, 0, color);
    expect([...color.subarray(AT, AT + 4)]).toEqual([Infinity, NaN, -Infinity, 4]);
  });

  it('are exact where the leading terms cancel, and round where they are a tie', () => {
    const unit = unitOf(8);
    const tiny = 2 ** -80;
    const sum = register([1, 1, 1, 1], [tiny, 0, 0, 0]);
    unit.addProduct(Float32Array.of(1, 1, 1, 1), 0, 1, sum, AT);
    expectValues(sum, [add(exactly(2), exactly(tiny)), ...[2, 2, 2].map(exactly)], 'a product');
    const color = new Float32Array(COMPONENTS);
    unit.finish(register([1, 1, 1, 1], [tiny, -tiny, 0, tiny]), register([-1, -1, -1, 1]), AT, 1, 128, color);
    expect([...color.subarray(AT, AT + 4)]).toEqual([tiny / 2, -tiny / 2, 0, 1]);
    // Between 1 and the next float32.
    const tie = 1 + 2 ** -24;
    for (const n of [1, 3]) {
      const hi = register([n * tie, n * tie, n * tie, -n * tie], [tiny, -tiny, 0, -tiny]);
      unit.finish(hi, register(), AT, n, 0, color);
      expect([...color.subarray(AT, AT + 4)]).toEqual([1 + 2 ** -23, 1, 1, -1 - 2 ** -23]);
    }
    const lifted = register();
    unit.lift(Float32Array.of(2 ** -140, -(2 ** -127), 1, 1), 0, lifted, AT);
    unit.finish(lifted, register(), AT, 1, 0, color);
    expect(color[AT]).toBe(2 ** -140);
    unit.finish(lifted, register(), AT, 2, 0, color);
    expect([...color.subarray(AT, AT + 2)]).toEqual([0, -0]);
  });

  it('are held between their least and greatest texel, by what no float64 holds too', () => {
    const unit = unitOf(8);
    const tiny = 2 ** -80;
    const value = register([1, 2, 1.5, 1.5], [-tiny, tiny, tiny, -tiny]);
    unit.clamp(value, AT, register([1, 1, 1, 1]), register([2, 2, 2, 2]));
    const held = [1, 2].map(exactly);
    expectValues(value, [...held, add(exactly(1.5), exactly(tiny)), subtract(exactly(1.5), exactly(tiny))], 'clamped');
    const beyond = register([0.5, 3, 1, 2], [tiny, -tiny, 0, 0]);
    unit.clamp(beyond, AT, register([1, 1, 1, 1]), register([2, 2, 2, 2]));
    expectValues(beyond, [1, 2, 1, 2].map(exactly), 'beyond');
    const inside = register([1, 2, 1, 2], [tiny, -tiny, 0, 0]);
    unit.clamp(inside, AT, register([1, 1, 1, 1]), register([2, 2, 2, 2]));
    const within = [add(exactly(1), exactly(tiny)), subtract(exactly(2), exactly(tiny)), exactly(1), exactly(2)];
    expectValues(inside, within, 'inside');
  });

  it('are added, copied and cleared with every term', () => {
    const [dice, unit] = [new Dice(6), unitOf(8)];
    for (let n = 0; n < draws(100); n++) {
      const [a, b, restA, restB] = [four(dice), four(dice), four(dice), four(dice)].map((values) =>
        values.map((x) => x * 2 ** 20),
      );
      const small = (values: readonly number[], of: readonly number[]) =>
        values.map((x, c) =>
          dice.chance(0.5) || of[c] === 0 || Math.abs(x) < 2 ** -60 ? 0 : Math.sign(x) * Math.abs(of[c]) * 2 ** -60,
        );
      const [value, other] = [register(a, small(restA, a)), register(b, small(restB, b))];
      const [before, added] = [[0, 1, 2, 3].map((c) => valueOf(value, c)), [0, 1, 2, 3].map((c) => valueOf(other, c))];
      const copy = register([1, 2, 3, 4]);
      unit.copy(value, copy, AT, [0, 2]);
      expectValues(copy, [before[0], rational(2n), before[2], rational(4n)], a);
      unit.add(value, AT, other, AT);
      if ([...a, ...b].every((x) => x === 0 || Math.abs(x) > 2 ** -90)) {
        expectValues(
          value,
          before.map((x, c) => add(x, added[c])),
          [a, b],
        );
      }
      unit.clear(value, AT);
      expectValues(value, [ZERO, ZERO, ZERO, ZERO], 'cleared');
    }
    // The leading terms cancel and the values do not, and the other way round.
    const [apart, opposed] = [
      register([1, 1, 1, 1], [2 ** -80, 2 ** -53]),
      register([-1, -1 - 2 ** -52, -1, 1], [0, 2 ** -53]),
    ];
    unit.add(apart, AT, opposed, AT);
    expectValues(apart, [2 ** -80, 0, 0, 2].map(exactly), 'cancelled');
    const infinite = register([Infinity, 1, -Infinity, NaN]);
    unit.add(infinite, AT, register([1, Infinity, Infinity, 1], [0, 0, 0, 0]), AT);
    expect([...infinite.subarray(AT, AT + 4)]).toEqual([Infinity, Infinity, NaN, NaN]);
    const behind = register([1, 1, 1, 1], [2 ** -80, 0, 0, 0]);
    unit.add(behind, AT, register([Infinity, 1, 1, 1]), AT);
    expect([behind[AT], behind[restOf(behind, AT)]]).toEqual([Infinity, 0]);
    const third = register([1, 1, 1, 1], [0, 0, 2 ** -80, 0]);
    unit.add(third, AT, register([1, 1, Infinity, 1]), AT);
    expect([...third.subarray(AT, AT + 4), third[restOf(third, AT + 2)]]).toEqual([2, 2, Infinity, 2, 0]);
  });

  it('become float32 by one rounding, averaged and mixed', () => {
    const [dice, unit] = [new Dice(7), unitOf(8)];
    for (let n = 0; n < draws(200); n++) {
      const [fine, coarse] = [four(dice), four(dice)].map((values) =>
        values.map((x) => (Math.abs(x) < 2 ** -126 ? 0 : x)),
      );
      const tiny = fine.map((x) => dice.pick([0, 0, x * 2 ** -60, -x * 2 ** -60]));
      const [samples, weight] = [dice.pick([1, 3, 16, 300]), weightOf(dice, 8)];
      const color = new Float32Array(COMPONENTS).fill(7);
      const hi = register(fine, tiny);
      // At weight 0 the coarser level's sum is that of another quad.
      const lo = register(weight === 0 ? [NaN, Infinity, 1, 2] : coarse);
      unit.finish(hi, lo, AT, samples, weight, color);
      const expected = fine.map((x, c) => {
        const value = add(exactly(x), exactly(tiny[c]));
        const mixed = weight === 0 ? value : mix(value, exactly(coarse[c]), part(weight, 8));
        return rounded(divide(mixed, rational(samples))) + 0;
      });
      const found = Array.from(color, (x) => x + 0);
      expect([fine, coarse, samples, weight, found]).toEqual([
        fine,
        coarse,
        samples,
        weight,
        [7, 7, 7, 7, ...expected, 7, 7, 7, 7],
      ]);
    }
  });

  it('become float32 by one rounding where two levels nearly cancel', () => {
    const [dice, unit] = [new Dice(9), unitOf(8)];
    for (let n = 0; n < draws(200); n++) {
      const weight = dice.integer(1, 255);
      const fine = [0, 1, 2, 3].map(() => dice.real(1, 2));
      // The difference is some 27 bits of the 53, with an error in the last: float32 keeps 24 of them.
      const coarse = fine.map((x) => (-x * (256 - weight)) / weight + dice.integer(1, 15) * 2 ** -27 + 2 ** -52);
      const [hi, lo] = [fine, coarse].map((values) =>
        register(
          values,
          values.map((x) => x * dice.real(-1, 1) * 2 ** -54),
        ),
      );
      const color = new Float32Array(COMPONENTS);
      unit.finish(hi, lo, AT, 1, weight, color);
      const expected = fine.map((_, c) => rounded(mix(valueOf(hi, c), valueOf(lo, c), part(weight, 8))));
      expect([fine, coarse, ...color.subarray(AT, AT + 4)]).toEqual([fine, coarse, ...expected]);
    }
  });

  it('leave a texel alone as it is, but take a denormal for 0 in sums', () => {
    const unit = unitOf(8);
    const texel = [2 ** -130, -(2 ** -149), 2 ** -126, NaN];
    const value = register();
    unit.lift(Float32Array.from([9, ...texel]), 1, value, AT);
    expect([...value.subarray(AT, AT + 4)]).toEqual(texel);
    const color = new Float32Array(COMPONENTS).fill(8);
    unit.extreme(value, AT, color);
    expect([...color]).toEqual([8, 8, 8, 8, ...texel, 8, 8, 8, 8]);
    expect(texel.map((x) => unit.texelColor(x))).toEqual(texel);
    expect([0, 1, 2].map((c) => compare(valueOf(value, c), [ZERO, ZERO, exactly(2 ** -126)][c]))).toEqual([0, 0, 0]);
    expect(value[restOf(value, AT + 3)]).toBe(0);
  });

  it('take a denormal that is alone in its level for a zero of its sign, over samples and between levels', () => {
    const [dice, unit] = [new Dice(10), unitOf(8)];
    // Beside the least normal floats, a denormal that counts shows.
    const texelOf = () =>
      dice.pick([
        () => dice.pick([0, -0]),
        () => dice.pick([-1, 1]) * dice.integer(1, 2 ** 23 - 1) * 2 ** -149,
        () => dice.pick([-1, 1]) * Math.fround(dice.real(1, 2)) * 2 ** dice.integer(-126, -118),
      ])();
    const wrong: unknown[] = [];
    for (let n = 0; n < draws(400); n++) {
      const [samples, weight] = [dice.integer(1, 3), dice.pick([0, dice.integer(1, 255)])];
      const negative = dice.chance(0.3);
      const sumOf = (): readonly [sum: Float64Array, texels: readonly (readonly number[])[]] => {
        const [sum, next] = [register(), register()];
        const texels = Array.from({ length: samples }, () =>
          [0, 1, 2, 3].map(() => (negative ? -Math.abs(texelOf()) : texelOf())),
        );
        texels.forEach((texel, k) => {
          unit.lift(Float32Array.from(texel), 0, k === 0 ? sum : next, AT);
          if (k > 0) unit.add(sum, AT, next, AT);
        });
        return [sum, texels];
      };
      const [[hi, finer], [lo, coarser]] = [sumOf(), sumOf()];
      const color = new Float32Array(COMPONENTS);
      unit.finish(hi, lo, AT, samples, weight, color);
      for (let c = 0; c < 4; c++) {
        const levels = [finer, coarser].map((texels) => texels.map((texel) => texel[c]));
        const [fine, coarse] = levels.map((texels) => texels.map(flushed).reduce(add));
        const exact = divide(mix(fine, coarse, part(weight, 8)), rational(samples));
        const counted = weight === 0 ? levels[0] : levels.flat();
        // Zeros of one sign sum to it (IEEE 754 6.3).
        const below = counted.every((x) => Math.abs(x) < 2 ** -126 && (x < 0 || Object.is(x, -0)));
        const isBelow = exact.numerator < 0n || below;
        const alone = weight === 0 && samples === 1;
        const expected = alone ? finer[0][c] : (isBelow ? -1 : 1) * Math.abs(rounded(exact));
        if (!Object.is(color[AT + c], expected)) wrong.push([levels, samples, weight, color[AT + c], expected]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([8, 14, 15, 20])('of zeros below 0, denormals among them, are -0 with weights of %i bits', (bits) => {
    const [dice, unit] = [new Dice(bits), unitOf(bits)];
    for (let n = 0; n < draws(30); n++) {
      const zero = () => dice.pick([-0, -dice.integer(1, 2 ** 23 - 1) * 2 ** -149]);
      const texel = Float32Array.from({ length: 16 }, zero);
      // A zero above 0 among them makes the sum +0.
      const plus = dice.pick([0, 4, 8, 12]);
      texel[plus] = 2 ** -140;
      const [alpha, beta, gamma] = [0, 0, 0].map(() => dice.integer(1, 2 ** bits - 1));
      const [value, other] = [register(), valueArray(4)];
      unit.bilinear(texel, 0, alpha, beta, value, AT);
      expect([...value.subarray(AT, AT + 4)]).toEqual([0, -0, -0, -0]);
      unit.bilinear(
        Float32Array.from(texel, (x, k) => (k === plus + 1 ? 0 : x)),
        0,
        alpha,
        beta,
        other,
        0,
      );
      unit.slices(value, AT, other, gamma);
      expect([...value.subarray(AT, AT + 4)]).toEqual([0, 0, -0, -0]);
    }
  });

  it('leave a denormal that is alone as it is where sums are aligned, too, and make it 0 in those', () => {
    const alignedSum = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' } as const;
    const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, alignedSum } };
    const component = { float: { bits: 24, leastExponent: -126 } } as AlignedComponent;
    const unit = new AlignedFloats(design, [component, component, component, component]);
    const [value, color] = [register(), new Float32Array(COMPONENTS)];
    unit.lift(Float32Array.of(2 ** -130, -(2 ** -127), -0, 1), 0, value, AT);
    unit.finish(value, value, AT, 1, 0, color);
    expect([...color.subarray(AT, AT + 4)]).toEqual([2 ** -130, -(2 ** -127), 0, 1]);
    unit.finish(value, value, AT, 1, 128, color);
    expect([...color.subarray(AT, AT + 4)]).toEqual([0, 0, 0, 1]);
  });

  it('are a third of three texels at the corner of a cube', () => {
    const [dice, unit] = [new Dice(8), unitOf(8)];
    for (let n = 0; n < draws(150); n++) {
      const [a, b, c] = four(dice);
      const exact = [a, b, c].map(flushed).reduce(add);
      expect([a, b, c, unit.corner(a, b, c) + 0]).toEqual([a, b, c, rounded(divide(exact, rational(3n))) + 0]);
    }
    expect([unit.corner(1, Infinity, 2), unit.corner(NaN, 1, 1), unit.corner(1, Infinity, -Infinity)]).toEqual([
      Infinity,
      NaN,
      NaN,
    ]);
  });
});
