import { describe, expect, it } from 'vitest';
import { EXACT_SNAPS } from '../../../rtl-model/description/snap.ts';
import { flushDenorm, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { ROUNDING_MODES, roundShift, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { cutBelow, leadingBit } from '../../../rtl-model/fixed-point/truncation.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import type { NumberKind, StepNode } from '../../../rtl-model/steps/step.ts';
import type { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import { ConstantTable } from '../../../rtl-model/steps/steps.ts';
import { Dice } from '../../oracle/dice.ts';
import { add, exactly, multiply, round } from '../../oracle/rational.ts';
import { type Registers, StepRun } from './step-run.ts';

type Number = Exclude<NumberKind, 'mask'>;

const LEAST = -(2 ** 31);
const MOST = 2 ** 31 - 1;
const SMALLEST = 2 ** -126;
const FLOATS = [0, 0.25, 0.5, 1 - 2 ** -24, 1, 1.5, 2.5, 3, 2 ** 23 - 0.5, 2 ** 23 + 1, 2 ** 31, 3e38, Infinity];
const SMALL = [2 ** -149, SMALLEST - 2 ** -149, SMALLEST, 1e-20];
const CORNERS: Readonly<Record<Number, readonly number[]>> = {
  integer: [0, 1, -1, 2, 3, -3, 255, 32_767, -32_768, 65_536, MOST, MOST - 1, LEAST, LEAST + 1],
  float32: [...FLOATS, ...SMALL]
    .flatMap((x) => [x, -x])
    .concat(NaN)
    .map(Math.fround),
  float64: [...FLOATS, ...SMALL, 2 ** 51 - 0.5, 0.1, 1e300, 1e-300].flatMap((x) => [x, -x]).concat(NaN),
};

/** Any number of a kind. A float64 has an exponent below 500, and none of its denormals. */
function any(dice: Dice, kind: Number): number {
  if (kind === 'integer') return dice.bits() | 0;
  if (kind === 'float32') return dice.chance(0.5) ? dice.float32() : Math.fround(dice.real(-40, 40));
  return dice.pick([1, -1]) * (1 + dice.bits() / 2 ** 32 + dice.bits() / 2 ** 52) * 2 ** dice.integer(-500, 500);
}

/** Each corner with each, and random operands: entry n of operand k. */
function drawn(kinds: readonly Number[], count = 4000): readonly (readonly number[])[] {
  const dice = new Dice(kinds.length * 7919);
  const rows: number[][] = kinds.length > 2 ? [] : CORNERS[kinds[0]].map((x) => [x]);
  const crossed = kinds.length === 2 ? rows.flatMap((row) => CORNERS[kinds[1]].map((y) => [...row, y])) : rows;
  while (crossed.length % 4 !== 0 || crossed.length < count) {
    crossed.push(kinds.map((kind) => (dice.chance(0.2) ? dice.pick(CORNERS[kind]) : any(dice, kind))));
  }
  return kinds.map((_, k) => crossed.map((row) => row[k]));
}

/** Registers of operands a, b, c; those of 64 bits are values of levels, numbered as the lanes. */
function operands(s: StepGraph, kinds: readonly Number[], values: readonly (readonly number[])[]): readonly StepNode[] {
  return kinds.map((kind, k) => {
    const name = 'abc'[k];
    if (kind !== 'float64') return s.register(name, kind, ...(kind === 'integer' ? ([LEAST, MOST] as const) : []));
    return s.ofLevel(s.register('lane', 'integer', 0, MOST), { name, kind, values: values[k] });
  });
}

function registers(kinds: readonly Number[], values: readonly (readonly number[])[]): Registers {
  const all: Record<string, Int32Array | Float32Array> = {};
  kinds.forEach((kind, k) => {
    if (kind !== 'float64')
      all['abc'[k]] = kind === 'integer' ? Int32Array.from(values[k]) : Float32Array.from(values[k]);
  });
  all['lane'] = Int32Array.from(values[0], (_, n) => n);
  return all;
}

/** The lanes in which a step differs from what is expected of it, the first three. */
function differences(
  kinds: readonly Number[],
  build: (s: StepGraph, ...operands: readonly StepNode[]) => StepNode,
  expected: (...operands: readonly number[]) => number,
  values = drawn(kinds),
): readonly string[] {
  const run = new StepRun((s) => build(s, ...operands(s, kinds, values)));
  const { values: got } = run.of(registers(kinds, values));
  const wrong: string[] = [];
  for (let n = 0; n < values[0].length && wrong.length < 3; n++) {
    const of = values.map((all) => all[n]);
    const wanted = expected(...of);
    if (!Object.is(got[n], wanted)) wrong.push(`${of.join(', ')}: ${got[n]}, not ${wanted}`);
  }
  return wrong;
}

const sign = (x: number) => (Object.is(x, -0) || x < 0 ? -1 : 1);
const nearestEven = (x: number) => (Math.abs(x) < 2 ** 51 ? sign(x) * roundToInteger(Math.abs(x), 'nearest-even') : x);
const mask = (is: boolean) => (is ? -1 : 0);
const saturated = (x: number) => (Number.isNaN(x) ? 0 : Math.max(LEAST, Math.min(Math.trunc(x), MOST)) + 0);

describe('a step of integers', () => {
  const binary = (
    name: string,
    build: (s: StepGraph, a: StepNode, b: StepNode) => StepNode,
    of: (a: number, b: number) => number,
  ) => [name, build, of] as const;
  it.each([
    binary(
      'add',
      (s, a, b) => s.add(a, b),
      (a, b) => (a + b) | 0,
    ),
    binary(
      'subtract',
      (s, a, b) => s.subtract(a, b),
      (a, b) => (a - b) | 0,
    ),
    binary('multiply', (s, a, b) => s.multiply(a, b), Math.imul),
    binary(
      'multiply by 2^16',
      (s, a) => s.multiply(a, s.constant(2 ** 16)),
      (a) => a << 16,
    ),
    binary(
      'multiply by -3',
      (s, a) => s.multiply(a, s.constant(-3)),
      (a) => Math.imul(a, -3),
    ),
    binary('least', (s, a, b) => s.least(a, b), Math.min),
    binary('greatest', (s, a, b) => s.greatest(a, b), Math.max),
    binary(
      'less',
      (s, a, b) => s.less(a, b),
      (a, b) => mask(a < b),
    ),
    binary(
      'equal',
      (s, a, b) => s.equal(a, b),
      (a, b) => mask(a === b),
    ),
    binary(
      'shiftRight',
      (s, a) => s.shiftRight(a, 5),
      (a) => a >> 5,
    ),
    binary(
      'and',
      (s, a) => s.and(a, s.constant(0xff0)),
      (a) => a & 0xff0,
    ),
    binary(
      'lowBits',
      (s, a) => s.lowBits(a, 9),
      (a) => ((a % 512) + 512) % 512,
    ),
    binary(
      'double',
      (s, a) => s.double(a),
      (a) => a,
    ),
    binary(
      'and, or and not of masks',
      (s, a, b) => s.or(s.and(s.less(a, b), s.not(s.equal(b, s.constant(0)))), s.equal(a, s.constant(1))),
      (a, b) => mask((a < b && b !== 0) || a === 1),
    ),
  ])('%s is that of int32', (_, build, of) => {
    expect(differences(['integer', 'integer'], build, of)).toEqual([]);
  });
});

describe.each(['float32', 'float64'] as const)('a step of %s', (kind) => {
  const narrow = kind === 'float32' ? Math.fround : (x: number) => x;
  const step = (
    name: string,
    build: (s: StepGraph, a: StepNode, b: StepNode) => StepNode,
    of: (a: number, b: number) => number,
  ) => [name, build, of] as const;
  it.each([
    step(
      'add',
      (s, a, b) => s.add(a, b),
      (a, b) => narrow(a + b),
    ),
    step(
      'subtract',
      (s, a, b) => s.subtract(a, b),
      (a, b) => narrow(a - b),
    ),
    step(
      'multiply',
      (s, a, b) => s.multiply(a, b),
      (a, b) => narrow(a * b),
    ),
    step(
      'divide',
      (s, a, b) => s.divide(a, b),
      (a, b) => narrow(a / b),
    ),
    step(
      'squareRoot',
      (s, a) => s.squareRoot(a),
      (a) => narrow(Math.sqrt(a)),
    ),
    step('absolute', (s, a) => s.absolute(a), Math.abs),
    step(
      'negate',
      (s, a) => s.negate(a),
      (a) => -a,
    ),
    step(
      'negate where a mask is set',
      (s, a, b) => s.select(s.less(a, b), s.negate(a), a),
      (a, b) => (a < b ? -a : a),
    ),
    step(
      'add 0',
      (s, a) => s.add(a, s.constant(0, kind)),
      (a) => a + 0,
    ),
    step('floor', (s, a) => s.floor(a), Math.floor),
    step('ceil', (s, a) => s.ceil(a), Math.ceil),
    step('truncate', (s, a) => s.truncate(a, 1), Math.trunc),
    step(
      'truncate to a multiple of 4',
      (s, a) => s.truncate(a, 4),
      (a) => sign(a) * (Number.isFinite(a) ? Math.abs(a) - (Math.abs(a) % 4) : Math.abs(a)),
    ),
    step(
      'held, NaN stays,',
      (s, a) => s.held(a, -2, 3),
      (a) => Math.min(Math.max(a, -2), 3),
    ),
    step('nearestInteger', (s, a) => s.nearestInteger(a), nearestEven),
    step('flushed', (s, a) => s.flushed(a), flushDenorm),
    step('larger, NaN with any NaN,', (s, a, b) => s.larger(a, b), Math.max),
    step('smaller, NaN with any NaN,', (s, a, b) => s.smaller(a, b), Math.min),
    step(
      'least, the first unless the second is less,',
      (s, a, b) => s.least(a, b),
      (a, b) => (b < a ? b : a),
    ),
    step(
      'greatest, the first unless it is less,',
      (s, a, b) => s.greatest(a, b),
      (a, b) => (a < b ? b : a),
    ),
    step(
      'less, false with NaN,',
      (s, a, b) => s.less(a, b),
      (a, b) => mask(a < b),
    ),
    step(
      'equal, false with NaN,',
      (s, a, b) => s.equal(a, b),
      (a, b) => mask(a === b),
    ),
    step(
      'select',
      (s, a, b) => s.select(s.less(a, b), a, b),
      (a, b) => (a < b ? a : b),
    ),
    step('saturated, 0 for NaN,', (s, a) => s.saturated(a), saturated),
  ])('%s is that of numbers', (_, build, of) => {
    expect(differences([kind, kind], build, of)).toEqual([]);
  });
});

describe('a step between kinds', () => {
  it('double is exact, single rounds once', () => {
    expect(
      differences(
        ['float32'],
        (s, a) => s.double(a),
        (a) => a,
      ),
    ).toEqual([]);
    expect(differences(['float64'], (s, a) => s.single(a), Math.fround)).toEqual([]);
  });

  it('bits are those of the float32', () => {
    expect(
      differences(
        ['float32'],
        (s, a) => s.bits(a),
        (a) => floatBits(a) | 0,
      ),
    ).toEqual([]);
  });

  it.each([
    [-(2 ** 22), 2 ** 22],
    [-(2 ** 30), 2 ** 30],
  ])('toInteger is the integer of a whole float32 from %i to %i', (low, high) => {
    const dice = new Dice(high);
    const whole = Array.from({ length: 1000 }, () => Math.fround(dice.integer(low, high)) + 0);
    const values = [[low, high, -1, 0, -0, 1, 3, -3, ...whole]];
    expect(
      differences(
        ['float32'],
        (s, a) => s.toInteger(a, low, high),
        (a) => a + 0,
        values,
      ),
    ).toEqual([]);
  });

  describe.each(EXACT_SNAPS)('scaled by %s', (mode) => {
    const dice = new Dice(77);
    const us = Array.from({ length: 4000 }, (_, n) => {
      const u = n % 4 === 0 ? (dice.integer(-4000, 4000) + 0.5) / 2 ** dice.integer(0, 4) : dice.real(-1000, 1000);
      return Math.fround(u);
    });
    const added = us.map(() => 2 * dice.integer(-(2 ** 20), 2 ** 20));
    // Only nearest-even finds the low bits of products of more than 32.
    const large = mode === 'nearest-even' ? 2 ** 20 + 2 : 2 ** 18 + 2;

    it.each(['a constant', 'levels'])(
      'is the product with a scale of %s, rounded once, less the whole part times the scale, and an even integer',
      (sort) => {
        const scales = us.map(() => (sort === 'a constant' ? 514 : dice.pick([2, 6, 514, 640, large])));
        const got = differences(
          ['float32', 'float64', 'integer'],
          (s, u, scale, integer) => s.scaled(u, s.floor(u), scale, integer, mode, MOST),
          (u, scale, integer) => (roundToInteger(u * scale, mode) - Math.floor(u) * scale + integer) | 0,
          [us, scales, added],
        );
        expect(got).toEqual([]);
      },
    );

    it('is the product where nothing is taken off, whatever the scale', () => {
      const scales = us.map(() => dice.pick([1, 3, 513, 640.5]));
      const got = differences(
        ['float32', 'float64'],
        (s, u, scale) => s.scaled(u, s.float32.constant(0), scale, s.constant(0), mode, MOST),
        (u, scale) => roundToInteger(u * scale, mode),
        [us, scales],
      );
      expect(got).toEqual([]);
    });
  });

  it.each(ROUNDING_MODES)('scaled by %s is rounded once, after all integers, as a number', (mode) => {
    const dice = new Dice(78);
    const wrong: string[] = [];
    for (let n = 0; n < 4000; n++) {
      const u = Math.fround(dice.chance(0.5) ? dice.integer(-4000, 4000) / 16 : dice.real(-1000, 1000));
      const [whole, scale, added] = [dice.integer(-3, 3), dice.pick([1, 3, 513, 640]), dice.integer(-5000, 5000)];
      const wanted = Number(round(add(multiply(exactly(u - whole), exactly(scale)), exactly(added)), mode));
      const got = PLAIN.scaled(u, whole, scale, added, mode, 2 ** 50);
      if (!Object.is(got, wanted)) wrong.push(`(${u} - ${whole}) ${scale} + ${added}: ${got}, not ${wanted}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect([2 ** 30, -(2 ** 30)].map((u) => PLAIN.scaled(u, 0, 2 ** 10, 7, mode, 4096))).toEqual([4103, -4089]);
  });
});

describe('significant bits', () => {
  const dice = new Dice(99);
  const values = Array.from({ length: 4000 }, (_, n) =>
    n % 5 === 0 ? dice.pick([0, -0, 1, -1, 1.5, 3, 2 ** 300, 2 ** -300]) : any(dice, 'float64'),
  );

  it('begin with the leading bit', () => {
    expect(differences(['float64'], (s, a) => s.leadingBit(a), leadingBit, [values])).toEqual([]);
  });

  it('below a power of two are cut off', () => {
    const lasts = values.map((x) => (dice.chance(0.2) ? 0 : leadingBit(x === 0 ? 1 : x) * 2 ** dice.integer(-60, 4)));
    const got = differences(['float64', 'float64'], (s, a, last) => s.cutBelow(a, last), cutBelow, [values, lasts]);
    expect(got).toEqual([]);
  });
});

describe.each(ROUNDING_MODES)('round by %s', (mode) => {
  it('narrows integers as the model does, as far as the sum fits 32 bits', () => {
    const dice = new Dice(3);
    for (const bits of [0, 1, 2, 8, 17, 30]) {
      const low = LEAST;
      const high = 2 ** 31 - 2 ** bits;
      const near = Array.from({ length: 41 }, (_, n) => n - 20);
      const ties = Array.from({ length: 200 }, () => (dice.integer(-1000, 1000) + 0.5) * 2 ** bits);
      const any = Array.from({ length: 759 }, () => dice.integer(low, high));
      const values = [...near, ...ties, ...any].map((x) => Math.max(low, Math.min(Math.trunc(x), high)));
      const got = differences(
        ['integer'],
        (s, a) => s.round(a, bits, mode),
        (a) => roundShift(a, bits, mode),
        [values],
      );
      expect(got).toEqual([]);
    }
  });

  it('narrows float64 as the model does', () => {
    const dice = new Dice(4);
    for (const bits of [0, 1, 24]) {
      const values = Array.from({ length: 1000 }, (_, n) => {
        if (n < 50) return (n - 25) * 2 ** (bits - 1);
        return dice.chance(0.5)
          ? (dice.integer(-1000, 1000) + 0.5) * 2 ** bits
          : Math.trunc(dice.real(-(2 ** 50), 2 ** 50));
      });
      const got = differences(
        ['float64'],
        (s, a) => s.round(a, bits, mode),
        (a) => roundShift(a, bits, mode),
        [values],
      );
      expect(got).toEqual([]);
    }
  });

  it('takes the fraction of any float32 into account', () => {
    const dice = new Dice(5);
    const near = [0.5, 0.49999997, 0.50000006, 1e-40, 2 ** -149, 1.5, 2.5].flatMap((x) => [x, -x]).map(Math.fround);
    const values = [...near, 0, -0, ...Array.from({ length: 984 }, () => Math.fround(dice.real(-3, 3)))];
    const got = differences(
      ['float32'],
      (s, a) => s.round(s.double(a), 0, mode),
      (a) => roundToInteger(a, mode),
      [values],
    );
    expect(got).toEqual([]);
  });

  it.each([0, 8])('gives a float32 %i fraction bits, in one number and in lanes', (bits) => {
    const few = [...drawn(['float32'])[0], 0.49999997, -0.49999997, -0.50000006]
      .map((x) => Math.fround(x / 2 ** bits))
      .filter((x) => Math.abs(x) < 2 ** (30 - bits));
    // The last ones are there whatever the number of others.
    const values = [few.slice(few.length % 4)];
    const wanted = (a: number) => roundToInteger(a * 2 ** bits, mode);
    expect(differences(['float32'], (s, a) => s.fixed(a, bits, mode, LEAST, MOST), wanted, values)).toEqual([]);
    expect(values[0].filter((a) => !Object.is(PLAIN.fixed(a, bits, mode, LEAST, MOST), wanted(a)))).toEqual([]);
  });
});

describe('a lane', () => {
  const lanes = 64;
  const a = Int32Array.from({ length: lanes }, (_, n) => 100 + n);
  const x = Float32Array.from(a);

  it.each([[[0, 0, 2, 2]], [[1, 1, 3, 3]], [[0, 1, 0, 1]], [[2, 3, 2, 3]], [[3, 2, 1, 0]]] as const)(
    'has the number of its neighbours %o',
    (order) => {
      const { values } = new StepRun((s) => s.neighbor(s.register('x', 'float32'), order)).of({ x });
      expect([...values]).toEqual([...x.keys()].map((n) => 100 + 4 * (n >> 2) + order[n & 3]));
    },
  );

  it.each([0, 1, 2, 3] as const)('shares neighbour %i with its quad, four quads at once', (lane) => {
    const run = new StepRun((s) => s.neighbor(s.register('x', 'float32'), [lane, lane, lane, lane]), true);
    expect([...run.of({ x }).values]).toEqual([...x.keys()].map((n) => 100 + 4 * (n >> 2) + lane));
  });

  it('shares the number of lane 0 with its quad, four quads at once', () => {
    const run = new StepRun((s) => s.add(s.register('a', 'integer', 0, 1000), s.quadRegister('q', 0, 1000)), true);
    const q = Int32Array.from({ length: lanes / 4 }, (_, n) => 1000 * n);
    expect([...run.of({ a, q }).values]).toEqual([...a.keys()].map((n) => 100 + 4 * (n >> 2) + 1000 * (n >> 2)));
  });

  it('has the register of its quad', () => {
    const run = new StepRun((s) => s.add(s.register('a', 'integer', 0, 1000), s.quadRegister('q', 0, 1000)));
    const q = Int32Array.from({ length: lanes / 4 }, (_, n) => 1000 * n);
    expect([...run.of({ a, q }).values]).toEqual([...a.keys()].map((n) => 100 + n + 1000 * (n >> 2)));
  });

  it('is active where its quad says so', () => {
    const active = Int32Array.from({ length: lanes / 4 }, (_, n) => n);
    const { values } = new StepRun((s) => s.activeLanes()).of({ a, active });
    expect([...values]).toEqual([...a.keys()].map((n) => mask(((n >> 2) & (1 << (n & 3))) !== 0)));
  });

  it('looks up one entry of a table, or two', () => {
    const entries = Int32Array.from({ length: 101 }, (_, n) => n * n - 50);
    const reals = Float32Array.from(entries, (n) => n / 3);
    const index = Int32Array.from({ length: lanes }, (_, n) => (37 * n) % 100);
    const table = (s: StepGraph) => s.address('entries', () => entries);
    const at = (s: StepGraph) => s.register('index', 'integer', 0, 99);
    const one = new StepRun((s) => s.lookUp(table(s), at(s), -50, 10_000));
    expect([...one.of({ index }).values]).toEqual(Array.from(index, (n) => entries[n]));
    const real = new StepRun((s) =>
      s.lookUp(
        s.address('reals', () => reals),
        at(s),
        -20,
        4000,
        'float32',
      ),
    );
    expect([...real.of({ index }).values]).toEqual(Array.from(index, (n) => reals[n]));
    for (const k of [0, 1] as const) {
      const two = new StepRun((s) => s.entryOfTwo(new ConstantTable('two', () => entries), at(s), k, -50, 10_000));
      expect([...two.of({ index }).values]).toEqual(Array.from(index, (n) => entries[n + k]));
    }
  });

  it('has the values of its level, whether the lanes of its quad share it or not', () => {
    const level = Int32Array.from({ length: lanes }, (_, n) => (n < 32 ? n >> 2 : (7 * n) % 11));
    const of = (kind: Number) => ({ name: kind, kind, values: Array.from({ length: 11 }, (_, l) => 3 * l - 5) });
    for (const kind of ['integer', 'float32', 'float64'] as const) {
      const run = new StepRun((s) => s.ofLevel(s.register('level', 'integer', 0, 10), of(kind)));
      expect([...run.of({ level }).values]).toEqual(Array.from(level, (l) => 3 * l - 5));
    }
    // Fields of one level are loaded at once.
    const all = new StepRun((s) => {
      const l = s.register('level', 'integer', 0, 10);
      const sum = s.add(s.double(s.ofLevel(l, of('integer'))), s.double(s.ofLevel(l, of('float32'))));
      return s.add(sum, s.ofLevel(l, of('float64')));
    });
    expect([...all.of({ level }).values]).toEqual(Array.from(level, (l) => 3 * (3 * l - 5)));
  });

  it('skips the steps of a condition that no lane of its quad meets', () => {
    const run = new StepRun((s) => {
      const n = s.register('a', 'integer', 0, 1000);
      const some = s.less(s.constant(131), n);
      return s.when(some, () => s.select(some, s.multiply(n, n), n), n);
    });
    expect([...run.of({ a }).values]).toEqual(Array.from(a, (n) => (n > 131 ? n * n : n)));
  });

  it('skips the steps of several numbers at once', () => {
    const run = new StepRun((s) => {
      const n = s.register('a', 'integer', 0, 1000);
      const some = s.less(s.constant(131), n);
      const [square, half] = s.whenAll(
        some,
        () => [s.select(some, s.multiply(n, n), n), s.select(some, s.shiftRight(n, 1), n)],
        [n, n],
      );
      return s.subtract(square, half);
    });
    expect([...run.of({ a }).values]).toEqual(Array.from(a, (n) => (n > 131 ? n * n - (n >> 1) : 0)));
  });

  it('is left to the units where a mask says so', () => {
    const run = new StepRun((s) => {
      const result = s.register('a', 'integer', 0, 1000);
      return { result, roots: [s.leave(s.less(s.constant(140), result)), s.leave(s.equal(result, s.constant(101)))] };
    });
    expect([...run.of({ a }).left]).toEqual(Array.from(a, (n) => mask(n > 140 || n === 101)));
  });
});

describe('constants', () => {
  it('are those of their kind', () => {
    const a = Int32Array.of(5, 6, 7, 8);
    const of = (build: (s: StepGraph) => StepNode) => [...new StepRun(build).of({ a }).values];
    expect(of((s) => s.constant(-7))).toEqual([-7, -7, -7, -7]);
    expect(of((s) => s.constant(0.1, 'float32'))).toEqual(Array(4).fill(Math.fround(0.1)));
    // Of a float64 one vector of two stands for all lanes.
    expect(of((s) => s.constant(0.1, 'float64'))).toEqual([0.1, 0.1]);
    expect(of((s) => s.always(true))).toEqual([-1, -1, -1, -1]);
  });

  it('of floats are zeros of both signs', () => {
    const a = Int32Array.of(5, 6, 7, 8);
    for (const kind of ['float32', 'float64'] as const) {
      const run = new StepRun((s) => {
        const zero = s.constant(0, kind);
        return s.select(s.less(s.register('a', 'integer', 0, 9), s.constant(7)), zero, s.constant(-0, kind));
      });
      expect([...run.of({ a }).values]).toEqual([0, 0, -0, -0]);
    }
  });

  it('of float32 are folded step by step, each rounded', () => {
    const x = Float32Array.of(1, 1, 1, 1);
    for (let n = 1; n < 50; n++) {
      const [a, b] = [Math.fround(1 + n / 7), Math.fround(1 + n / 13)];
      const run = new StepRun((s) => {
        const [p, q] = [s.constant(a, 'float32'), s.constant(b, 'float32')];
        return s.multiply(s.register('x', 'float32'), s.multiply(s.multiply(p, q), q));
      });
      expect(run.of({ x }).values[0]).toBe(Math.fround(Math.fround(a * b) * b));
    }
  });
});
