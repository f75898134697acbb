import { describe, expect, it } from 'vitest';
import { filterRules } from '../../../rtl-model/design/filter-rules.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { type FilterArithmetic, valueArray } from '../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';
import { Float32Arithmetic } from '../../../rtl-model/filter-unit/arithmetic/float32-arithmetic.ts';
import { FusedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fused-arithmetic.ts';
import { halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { flushDenorm } from '../../../rtl-model/fixed-point/float32.ts';
import type { StepNode } from '../../../rtl-model/steps/step.ts';
import type { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import type { TexelCodes } from '../../../rtl-model/steps/texel-codes.ts';
import { nearestFloat32 } from '../../../src/specification/exact/dyadic.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { squareAt, StepRun } from './step-run.ts';

const { weightBits, levelWeightBits } = filterWidths(FULL_QUALITY);
const MOST = 16;
const LANES = draws(4096, 16);
/** Bits of a float64, and fraction bits of a half. */
const DOUBLE_BITS = 53;
const HALF_FRACTION_BITS = 24;

/** @param components those of the texel, -1 for none */
const codes = (form: TexelCodes['form'], components = [0, 1, 2, 3]): TexelCodes => {
  const bytes = form === 'halves' ? 2 : 4;
  return {
    form,
    places: components.map((component) => (component < 0 ? -1 : bytes * component)),
    planar: false,
    stride: 4 * bytes,
    taps: 4,
    signed: true,
    low: -1,
    high: 1,
  };
};

/** How a lane's samples are filtered. */
interface Filter {
  readonly most: number;
  readonly levels: 1 | 2;
}

/** Lanes with their texels, those of a square one after the other: 4 of each sample, then those of the coarser level. */
interface Drawn {
  readonly texels: Float32Array;
  readonly alpha: Int32Array;
  readonly beta: Int32Array;
  readonly n: Int32Array;
  readonly w: Int32Array;
}

/** Components of a lane's texels of one level. */
const LEVEL = MOST * 16;

function drawn(seed: number, { most, levels }: Filter, square: (dice: Dice) => readonly number[]): Drawn {
  const dice = new Dice(seed);
  const texels = new Float32Array(LANES * 2 * LEVEL);
  const weight = (bits: number, ends: number) =>
    Int32Array.from({ length: LANES }, () =>
      dice.pick([0, 2 ** (bits - 1), ends, dice.integer(0, ends), dice.integer(0, ends)]),
    );
  const [alpha, beta] = [weight(weightBits, 2 ** weightBits), weight(weightBits, 2 ** weightBits)];
  const n = Int32Array.from({ length: LANES }, () => dice.integer(1, most));
  const w = weight(levelWeightBits, 2 ** levelWeightBits - 1);
  if (levels === 1) w.fill(0);
  for (let lane = 0; lane < LANES; lane++) {
    for (let level = 0; level < levels; level++) {
      for (let k = 0; k < n[lane]; k++) {
        for (let c = 0; c < 4; c++) {
          const at = (2 * lane + level) * LEVEL + 16 * k + c;
          square(dice).forEach((x, tap) => (texels[at + 4 * tap] = x));
        }
      }
    }
  }
  // Lanes without a coarser level take the finer one twice.
  w.forEach((weight, lane) => {
    const at = 2 * lane * LEVEL;
    if (weight === 0) texels.copyWithin(at + LEVEL, at, at + LEVEL);
  });
  return { texels, alpha, beta, n, w };
}

/** The steps of a filter from texels in memory on. @param sampled makes a sample's value  @param ended makes the colour */
function graph(
  s: StepGraph,
  filter: Filter,
  of: TexelCodes,
  sampled: (square: StepNode, alpha: StepNode, beta: StepNode) => StepNode,
  ended: (hi: StepNode, lo: StepNode | null, weight: StepNode, samples: StepNode) => StepNode,
): StepNode {
  const weight = (name: string) => s.register(name, 'integer', 0, 2 ** weightBits);
  const samples = filter.most === 1 ? s.constant(1) : s.register('n', 'integer', 1, filter.most);
  const { stride } = of;
  const level = (l: number): StepNode => {
    const one = (index: StepNode): StepNode => {
      const left = s.add(
        s.add(s.register('base', 'integer', 0, 2 ** 30), s.constant((l * LEVEL * stride) / 4)),
        s.multiply(index, s.constant(4 * stride)),
      );
      const columns = [left, s.add(left, s.constant(stride))] as const;
      const square = squareAt(s, columns, [s.constant(0), s.constant(2 * stride)], of);
      return sampled(square, weight('alpha'), weight('beta'));
    };
    return filter.most === 1 ? one(s.constant(0)) : s.sum(samples, filter.most, one);
  };
  const w = s.register('w', 'integer', 0, 2 ** levelWeightBits - 1);
  return ended(level(0), filter.levels === 1 ? null : level(1), w, samples);
}

/** The exact sum, rounded once. */
function exact(s: StepGraph, filter: Filter, of: TexelCodes): StepNode {
  return graph(
    s,
    filter,
    of,
    (square, alpha, beta) => s.weighted(square, alpha, beta, s.always(true), weightBits),
    (hi, lo, w, samples) =>
      s.bounded(s.rounded(lo === null ? hi : s.mixed(hi, lo, w, levelWeightBits, true), samples), Infinity),
  );
}

/** The colour of the model's arithmetic. */
function modelled(arithmetic: FilterArithmetic, { texels, alpha, beta, n, w }: Drawn, lane: number): Float32Array {
  const [hi, lo] = [0, 1].map((level) => {
    const [sum, one] = [valueArray(4), valueArray(4)];
    for (let k = 0; k < n[lane]; k++) {
      const at = (2 * lane + level) * LEVEL + 16 * k;
      arithmetic.bilinear(texels, at, alpha[lane], beta[lane], k === 0 ? sum : one, 0);
      if (k > 0) arithmetic.add(sum, 0, one, 0);
    }
    return sum;
  });
  const color = new Float32Array(4);
  arithmetic.finish(hi, lo, 0, n[lane], w[lane], color);
  return color;
}

/** A float32 in units of 2^-149. */
const units = (x: number) => BigInt(x * 2 ** 149);

/** Component c of the exactly rounded colour, null for a sum that is 0 or has texels that are no numbers. */
function exactly({ texels, alpha, beta, n, w }: Drawn, lane: number, c: number): number | null {
  const [one, levelOne] = [2 ** weightBits, 2 ** levelWeightBits];
  const weights = [
    (one - alpha[lane]) * (one - beta[lane]),
    alpha[lane] * (one - beta[lane]),
    (one - alpha[lane]) * beta[lane],
    alpha[lane] * beta[lane],
  ];
  let total = 0n;
  for (let level = 0; level < 2; level++) {
    let sum = 0n;
    for (let k = 0; k < n[lane]; k++) {
      for (let tap = 0; tap < 4; tap++) {
        const texel = flushDenorm(texels[(2 * lane + level) * LEVEL + 16 * k + 4 * tap + c]);
        if (!Number.isFinite(texel)) return null;
        sum += units(texel) * BigInt(weights[tap]);
      }
    }
    total += sum * BigInt(level === 0 ? levelOne - w[lane] : w[lane]);
  }
  if (total === 0n) return null;
  const unit = BigInt(n[lane]) << BigInt(149 + 2 * weightBits + levelWeightBits);
  return flushDenorm(nearestFloat32(total, unit));
}

const FUSED = new FusedArithmetic(FULL_QUALITY);

/** Component c of a lane's exact colour. */
function fused(of: Drawn): (lane: number, c: number) => number {
  return (lane, c) => exactly(of, lane, c) ?? modelled(FUSED, of, lane)[c];
}

/** Lanes that are left, and the wrong ones of the others. */
function compare(
  build: (s: StepGraph) => StepNode,
  { alpha, beta, n, w, texels }: Drawn,
  expected: (lane: number, c: number) => number,
  memory: Float32Array | Uint16Array = texels,
) {
  const stride = 4 * memory.BYTES_PER_ELEMENT;
  const base = Int32Array.from({ length: LANES }, (_, lane) => (2 * lane * LEVEL * stride) / 4);
  const { values, left } = new StepRun(build).of({ base, alpha, beta, n, w }, memory);
  const wrong: string[] = [];
  for (let at = 0; at < 4 * LANES && wrong.length < 3; at++) {
    const lane = at >> 2;
    if (left[lane] !== 0) continue;
    const color = expected(lane, at & 3);
    if (!Object.is(values[at], color)) wrong.push(`lane ${lane} ${at & 3}: ${values[at]}, not ${color}`);
  }
  return { wrong, left: left.filter((mask) => mask !== 0).length };
}

const random = (dice: Dice, least: number, most: number) =>
  dice.pick([1, -1]) * Math.fround(1 + dice.integer(0, 2 ** 23 - 1) / 2 ** 23) * 2 ** dice.integer(least, most);

/** The bits of halves without a sign, those of a NaN among them, by their value. */
const HALVES = new Map(Array.from({ length: 0x7c02 }, (_, bits) => [halfToFloat(bits), bits]));

const toHalf = (x: number) => HALVES.get(Math.abs(x))! + (x < 0 || Object.is(x, -0) ? 0x8000 : 0);

const halvesOf = ({ texels }: Drawn) => Uint16Array.from(texels, toHalf);

/** Texels as they lie in memory in a form. */
const memoryOf = (form: TexelCodes['form'], of: Drawn) => (form === 'halves' ? halvesOf(of) : of.texels);

function drawnHalves(most: number, filter: Filter): Drawn {
  const half = (dice: Dice) => {
    const bits = dice.chance(0.1) ? dice.pick([0, 1, 0x3ff, 0x400, most]) : dice.integer(0, most);
    return halfToFloat(bits + dice.pick([0, 0x8000]));
  };
  return drawn(most, filter, (dice) => [0, 1, 2, 3].map(() => half(dice)));
}

/** The share of lanes that are left where the greatest texel's products end near a tie, and others are far below. */
const FEW = 0.05;

/** Squares by what they have to show, and the share of lanes that may be left to the units. */
const SQUARES: readonly (readonly [string, (dice: Dice) => readonly number[], number])[] = [
  ['of one magnitude', (dice) => [0, 1, 2, 3].map(() => random(dice, -2, 2)), FEW],
  ['of magnitudes 2^40 apart', (dice) => [0, 1, 2, 3].map(() => random(dice, -20, 20)), FEW],
  ['of all magnitudes', (dice) => [0, 1, 2, 3].map(() => random(dice, -90, 100)), FEW],
  [
    'that cancel',
    (dice) => {
      const [x, y] = [random(dice, -2, 2), random(dice, -40, 2)];
      return dice.pick([
        [x, -x, y, -y],
        [x, -x, -x, x],
        [x, y, -x, -y],
        [x, -x, y, 2 ** -30],
      ]);
    },
    1,
  ],
  [
    'on ties, and beside them by little',
    (dice) => {
      // Means of two neighbours of 24 bits, and texels that are less than half an ulp of any float64.
      const x = dice.pick([1, -1]) * (2 ** 23 + dice.integer(0, 2 ** 22));
      const tiny = dice.pick([0, -0, 1, -1]) * 2 ** dice.integer(-60, -20);
      return dice.pick([
        [x, x + 1, x, x + 1],
        [x, x + 1, tiny, tiny],
        [x, x + 1, tiny, -tiny],
        [x, x + 3, x, x + 1],
      ]);
    },
    1,
  ],
  [
    'of zeros with signs',
    (dice) => [0, 1, 2, 3].map(() => dice.pick([-0, -0, -0, 0, dice.chance(0.1) ? random(dice, -2, 2) : -0])),
    0.1,
  ],
  [
    'of the smallest magnitudes and denormals',
    (dice) => [0, 1, 2, 3].map(() => (dice.chance(0.4) ? random(dice, -148, -127) : random(dice, -126, -122))),
    1,
  ],
  [
    'whose difference is a denormal',
    (dice) => {
      const [x, y] = [random(dice, -110, -85), random(dice, -110, -85)];
      return [x, y, -x * (1 + 2 ** -23), -y];
    },
    1,
  ],
  ['of the greatest magnitudes', (dice) => [0, 1, 2, 3].map(() => random(dice, 126, 127)), 0.5],
  [
    'of infinities and NaN among numbers',
    (dice) => [0, 1, 2, 3].map(() => (dice.chance(0.03) ? dice.pick([Infinity, -Infinity, NaN]) : random(dice, -2, 2))),
    1,
  ],
];

const FILTERS: readonly (readonly [string, Filter])[] = [
  ['of one square', { most: 1, levels: 1 }],
  ['between two levels', { most: 1, levels: 2 }],
  ['of up to 16 squares', { most: MOST, levels: 1 }],
  ['of up to 16 squares in each of two levels', { most: MOST, levels: 2 }],
];

describe.each(FILTERS)('an exact sum of float32 %s', (_, filter) => {
  it.each(SQUARES)('with texels %s is rounded once, or left to the units', (_, square, share) => {
    const of = drawn(filter.most + filter.levels, filter, square);
    const { wrong, left } = compare((s) => exact(s, filter, codes('floats')), of, fused(of));
    expect(wrong).toEqual([]);
    expect(left / LANES).toBeLessThanOrEqual(share);
    expect(left).toBeLessThan(LANES);
  });
});

describe.each(FILTERS.slice(0, 2))('a sum of one component, of four lanes at once, %s', (_, filter) => {
  const planar = (form: TexelCodes['form']) => ({ ...codes(form, [-1, 2, -1, 2]), planar: true });
  const ofThird = (of: Drawn) => (lane: number, c: number) => ((c & 1) === 0 ? 0 : fused(of)(lane, 2));

  it.each(SQUARES)('with texels %s is rounded once, or left to the units', (_, square, share) => {
    const of = drawn(filter.levels, filter, square);
    const { wrong, left } = compare((s) => exact(s, filter, planar('floats')), of, ofThird(of));
    expect(wrong).toEqual([]);
    expect(left / LANES).toBeLessThanOrEqual(share);
    expect(left).toBeLessThan(LANES);
  });

  it('with texels that are halves is rounded once, and none is left', () => {
    const of = drawnHalves(0x7bff, filter);
    const build = (s: StepGraph) => exact(s, filter, planar('halves'));
    expect(compare(build, of, ofThird(of), halvesOf(of))).toEqual({ wrong: [], left: 0 });
  });

  it('leaves only the lanes with infinities and NaN', () => {
    const of = drawn(7, filter, (dice) => [0, 1, 2, 3].map(() => (dice.chance(0.01) ? dice.pick([Infinity, NaN]) : 1)));
    const { wrong, left } = compare((s) => exact(s, filter, planar('halves')), of, ofThird(of), halvesOf(of));
    const some = (lane: number) =>
      Array.from({ length: 4 * filter.levels }, (_, n) => 2 * lane * LEVEL + LEVEL * (n >> 2) + 4 * (n & 3) + 2);
    const affected = (lane: number) => some(lane).some((at) => !Number.isFinite(of.texels[at]));
    expect(wrong).toEqual([]);
    expect(left).toBe(Array.from({ length: LANES }, (_, lane) => affected(lane)).filter((is) => is).length);
  });
});

describe('a loss', () => {
  // Half of a tie of two float32, and what decides it: less than half an ulp of the float64.
  const tie = (dice: Dice) => {
    const x = 2 ** 23 + 2 * dice.integer(0, 2 ** 20);
    const tiny = dice.pick([1, -1]) * 2 ** -50;
    return [x, x + 1, tiny, tiny];
  };
  const half = 2 ** (weightBits - 1);

  it.each([
    ['the coarser of two levels', { most: 1, levels: 2 }, LEVEL],
    ['the second of two samples', { most: 2, levels: 1 }, 16],
  ] as const)('of %s alone counts', (_, filter, second) => {
    const of = drawn(13, filter, tie);
    of.alpha.fill(half);
    of.beta.fill(half);
    of.n.fill(filter.most);
    if (filter.levels === 2) of.w.fill(2 ** (levelWeightBits - 1));
    const dice = new Dice(14);
    for (let lane = 0; lane < LANES; lane++) {
      const at = 2 * lane * LEVEL;
      of.texels.fill(0, at, at + 2 * LEVEL);
      for (let c = 0; c < 4; c++) tie(dice).forEach((x, tap) => (of.texels[at + second + 4 * tap + c] = x));
    }
    const { wrong } = compare((s) => exact(s, filter, codes('floats')), of, fused(of));
    expect(wrong).toEqual([]);
  });
});

describe('a sum of any number of texels', () => {
  const filter = { most: 1, levels: 1 } as const;

  it.each<readonly [string, (dice: Dice) => readonly number[]]>([
    [
      'beside a tie by less than a float64 holds',
      (dice) => {
        const x = 2 ** 23 + 2 * dice.integer(0, 2 ** 20);
        return [x, x + 1, 2 ** -50, dice.pick([1, -3]) * 2 ** -50];
      },
    ],
    ['of a small one among great ones that cancel', (dice) => [2 ** 40, random(dice, 0, 2), -(2 ** 46), -(2 ** 46)]],
    [
      'with denormals, which count as zeros,',
      (dice) => [random(dice, -125, -124), random(dice, -135, -127), random(dice, -135, -127), 0],
    ],
  ])('%s is rounded as the exact one, or left to the units', (_, square) => {
    const half = 2 ** (weightBits - 1);
    expect(compared(drawn(17, filter, square), 'floats', weightBits, [half, half, 1, 1]).wrong).toEqual([]);
  });

  it.each([0, 1])('of halves that float64 holds, or by %d bits not, is rounded once, or left to the units', (more) => {
    // The first two make a tie of two float32, and the least half decides it.
    const x = 2 ** more;
    const of = drawn(18, filter, (dice) => [x, x, dice.pick([0, 1, -1]) * 2 ** -HALF_FRACTION_BITS, 0]);
    const bits = DOUBLE_BITS - HALF_FRACTION_BITS - 2;
    const { wrong, left } = compared(of, 'halves', bits, [2 ** (bits - 1), 2 ** (bits - 25), 1, 0]);
    expect(wrong).toEqual([]);
    expect(left).toBe(more * LANES);
  });

  it('of halves that float64 holds, but not their lerp between levels, is rounded once, or left to the units', () => {
    // The lerp is a tie of two float32 but for the least half.
    const of = drawn(20, { most: 1, levels: 2 }, () => [1, 0, 0, 0]);
    of.w.fill(2 ** levelWeightBits - 1);
    const dice = new Dice(21);
    for (let lane = 0; lane < LANES; lane++) {
      for (let c = 0; c < 4; c++) {
        of.texels[2 * lane * LEVEL + 4 + c] = 1;
        of.texels[2 * lane * LEVEL + 8 + c] = dice.pick([0, 1, -1]) * 2 ** -HALF_FRACTION_BITS;
      }
    }
    const bits = DOUBLE_BITS - HALF_FRACTION_BITS - 2;
    const weights = [2 ** (bits - 1), 2 ** (bits - 1) + 2 ** (bits - 25 + levelWeightBits), 1, 0];
    const { wrong, left } = compared(of, 'halves', bits, weights);
    expect(wrong).toEqual([]);
    expect(left).toBeGreaterThan(0);
  });

  it.each([
    ['alone takes', false],
    ['and their range take', true],
  ])('of halves that it %s leaves exactly the lanes with an infinity or a NaN', (_, clamped) => {
    const some = [Infinity, -Infinity, NaN];
    const of = drawn(22, filter, (dice) =>
      [0, 1, 2, 3].map(() => (dice.chance(0.01) ? dice.pick(some) : dice.integer(1, 100))),
    );
    const weights = [1, 2, 3, 4].map((tenths) => tenths * 2 ** 13);
    const build = (s: StepGraph) => {
      const weighted = (from: StepNode) => {
        const texels = {
          texels: weights.map((_, tap) => s.tap(from, tap)),
          weights: weights.map((w) => s.constant(w)),
        };
        const sum = s.weightedTexels(texels, weightBits + 8, true, 2);
        return clamped ? s.amongTexels(sum, texels, 0) : sum;
      };
      return graph(s, filter, codes('halves'), weighted, (hi, _, __, samples) =>
        s.bounded(s.rounded(hi, samples), Infinity),
      );
    };
    const { left } = compare(build, of, () => 0, halvesOf(of));
    const isLeft = (lane: number) =>
      Array.from({ length: 16 }, (_, n) => of.texels[2 * lane * LEVEL + n]).some((x) => !Number.isFinite(x));
    expect(left).toBe(Array.from({ length: LANES }, (_, lane) => isLeft(lane)).filter((is) => is).length);
  });

  /** @param weights over 2^bits */
  function compared(of: Drawn, form: TexelCodes['form'], bits: number, weights: readonly number[]) {
    const levels = of.w.some((w) => w > 0) ? 2 : 1;
    const build = (s: StepGraph) => {
      const weighted = (from: StepNode) => {
        const texels = weights.map((_, tap) => s.tap(from, tap));
        const all = weights.map((weight) => s.constant(weight));
        return s.weightedTexels({ texels, weights: all }, bits, true, 2);
      };
      return graph(s, { most: 1, levels }, codes(form), weighted, (hi, lo, w, samples) =>
        s.bounded(s.rounded(lo === null ? hi : s.mixed(hi, lo, w, levelWeightBits, true), samples), Infinity),
      );
    };
    const exactly = (lane: number, c: number) => {
      const texel = (level: number, tap: number) =>
        units(flushDenorm(of.texels[(2 * lane + level) * LEVEL + 4 * tap + c]));
      const [finer, coarser] = [0, 1].map((level) =>
        weights.reduce((sum, weight, tap) => sum + texel(level, tap) * BigInt(weight), 0n),
      );
      const total = finer * BigInt(2 ** levelWeightBits - of.w[lane]) + coarser * BigInt(of.w[lane]);
      return flushDenorm(nearestFloat32(total, 1n << BigInt(149 + bits + levelWeightBits)));
    };
    return compare(build, of, exactly, memoryOf(form, of));
  }
});

describe('a sum that float64 just holds, or just not,', () => {
  const [one, levelOne] = [2 ** weightBits, 2 ** levelWeightBits];

  /** The odd number whose product with an odd number ends in 1, modulo 2^bits. */
  function inverse(odd: bigint, bits: bigint): bigint {
    let x = 1n;
    for (let n = 0; n < 6; n++) x = BigInt.asUintN(Number(bits), x * (2n - odd * x));
    return x;
  }

  /**
   * Two texels of the finer level and the least, whose weight is 1: the sum of their products is a tie of two float32 but for
   * the last bit of the least, which is `exponents` below the first.
   */
  function beside(dice: Dice, levels: 1 | 2, exponents: number, sign: 1 | -1): readonly [number, number, number] {
    const ofLevel = levels === 1 ? 1 : levelOne - 1;
    const bits = BigInt(levels === 1 ? 2 * weightBits : 2 * weightBits + levelWeightBits);
    const [first, second] = [(one - 1) ** 2 * ofLevel, (one - 1) * ofLevel].map(BigInt);
    const great = dice.integer(8_600_000, 16_500_000);
    const least = 2 ** (23 - exponents);
    const rest = (1n << (bits - 1n)) - BigInt(great) * first - BigInt(2 * sign * least);
    const other = BigInt.asUintN(Number(bits), rest * inverse(second, bits));
    return [great, Number(other), sign * least * (2 - 2 ** -23)];
  }

  it.each([
    ['of one square', { most: 1, levels: 1 }, 13],
    ['between two levels', { most: 1, levels: 2 }, 5],
  ] as const)('%s, is rounded once', (_, filter, exponents) => {
    const dice = new Dice(filter.levels);
    const of = drawn(1, filter, () => [0, 0, 0, 0]);
    of.alpha.fill(1);
    of.beta.fill(1);
    of.w.fill(filter.levels - 1);
    for (let lane = 0; lane < LANES; lane++) {
      const spread = exponents + ((lane >> 2) & 1);
      for (let c = 0; c < 4; c++) {
        const [great, other, small] = beside(dice, filter.levels, spread, dice.pick([1, -1]));
        of.texels[2 * lane * LEVEL + c] = great;
        of.texels[2 * lane * LEVEL + 4 + c] = other;
        of.texels[(2 * lane + filter.levels - 1) * LEVEL + 12 + c] = small;
      }
    }
    const { wrong, left } = compare((s) => exact(s, filter, codes('floats')), of, fused(of));
    expect(wrong).toEqual([]);
    expect(left).toBeLessThanOrEqual(LANES / 2);
  });
});

it.each([
  ['holds is rounded once', 2, 0],
  ['just does not hold is left beside a tie', 3, LANES],
])('a sum of halves that float64 %s', (_, exponent, left) => {
  // Less the last texel, which is the least half with a weight of 1, the sum is a tie of two float32.
  const filter = { most: 1, levels: 1 } as const;
  const greatest = (dice: Dice) => (1036 + 8 * dice.integer(0, 120)) * 2 ** exponent;
  const of = drawn(19, filter, (dice) => [greatest(dice), 0, 0, dice.pick([1, -1]) * 2 ** -HALF_FRACTION_BITS]);
  of.alpha.fill(1);
  of.beta.fill(1);
  const build = (s: StepGraph) => exact(s, filter, codes('halves'));
  expect(compare(build, of, fused(of), halvesOf(of))).toEqual({ wrong: [], left });
});

describe.each(FILTERS)('an exact sum of halves %s', (_, filter) => {
  it.each([
    ['of every magnitude', 0x7bff],
    ['below 2^13', 0x6fff],
  ])('with texels %s is rounded once, and none is left', (_, most) => {
    const of = drawnHalves(most, filter);
    const build = (s: StepGraph) => exact(s, filter, codes('halves'));
    expect(compare(build, of, fused(of), halvesOf(of))).toEqual({ wrong: [], left: 0 });
  });

  it('is left with infinities and NaN', () => {
    const of = drawn(7, filter, (dice) => [0, 1, 2, 3].map(() => (dice.chance(0.01) ? dice.pick([Infinity, NaN]) : 1)));
    const { wrong, left } = compare((s) => exact(s, filter, codes('halves')), of, fused(of), halvesOf(of));
    expect(wrong).toEqual([]);
    expect(left).toBeGreaterThan(0);
  });
});

describe('a square', () => {
  const filter = { most: 1, levels: 1 } as const;
  const floats = drawn(11, filter, (dice) => [0, 1, 2, 3].map(() => random(dice, -20, 20)));

  it.each([
    ['small ones', 0x6fff],
    ['any', 0x7bff],
  ])('of halves, %s is rounded at once', (_, most) => {
    const of = drawnHalves(most, filter);
    const build = (s: StepGraph) =>
      graph(
        s,
        filter,
        codes('halves'),
        (square, alpha, beta) => s.filtered(square, alpha, beta, s.always(true), weightBits),
        (hi) => hi,
      );
    expect(compare(build, of, fused(of), halvesOf(of))).toEqual({ wrong: [], left: 0 });
  });

  it.each(['floats', 'halves'] as const)('of two components has zeros for the others: %s', (form) => {
    const of = form === 'floats' ? floats : drawnHalves(0x7bff, filter);
    const build = (s: StepGraph) => exact(s, filter, codes(form, [2, 0, -1, -1]));
    const expected = fused(of);
    const { wrong, left } = compare(
      build,
      of,
      (lane, c) => (c > 1 ? 0 : expected(lane, c === 0 ? 2 : 0)),
      memoryOf(form, of),
    );
    expect(wrong).toEqual([]);
    expect(left / LANES).toBeLessThan(FEW);
  });

  it.each(['floats', 'halves'] as const)('of lanes that are not linear is its first texel: %s', (form) => {
    const of = form === 'floats' ? floats : drawnHalves(0x7bff, filter);
    const linear = (lane: number) => of.alpha[lane] > 2 ** (weightBits - 1);
    const build = (s: StepGraph) =>
      graph(
        s,
        filter,
        codes(form),
        (square, alpha, beta) => {
          const some = s.less(s.constant(2 ** (weightBits - 1)), alpha);
          return s.weighted(square, alpha, beta, some, weightBits);
        },
        (hi, _lo, _w, samples) => s.rounded(hi, samples),
      );
    const expected = fused(of);
    const first = (lane: number, c: number) => of.texels[2 * lane * LEVEL + c];
    const { wrong, left } = compare(
      build,
      of,
      (lane, c) => (linear(lane) ? expected : first)(lane, c),
      memoryOf(form, of),
    );
    expect(wrong).toEqual([]);
    expect(left / LANES).toBeLessThan(FEW);
  });

  it.each(['floats', 'halves'] as const)('of which a texel is taken alone is that texel: %s', (form) => {
    const of = form === 'floats' ? floats : drawnHalves(0x7bff, filter);
    const build = (s: StepGraph) =>
      graph(
        s,
        filter,
        codes(form),
        (square) => s.alone(square),
        (hi, _lo, _w, samples) => s.rounded(hi, samples),
      );
    const first = (lane: number, c: number) => of.texels[2 * lane * LEVEL + c];
    expect(compare(build, of, first, memoryOf(form, of))).toEqual({ wrong: [], left: 0 });
  });

  it('of which a texel alone is a denormal, that a sum would flush, is left', () => {
    const of = drawn(12, filter, (dice) => [random(dice, -140, -120), 1, 1, 1]);
    const build = (s: StepGraph) =>
      graph(
        s,
        filter,
        codes('floats'),
        (square) => s.alone(square),
        (hi, _lo, _w, samples) => s.rounded(hi, samples),
      );
    const first = (lane: number, c: number) => of.texels[2 * lane * LEVEL + c];
    const { wrong, left } = compare(build, of, first);
    expect(wrong).toEqual([]);
    const denormals = Array.from({ length: LANES }, (_, lane) =>
      [0, 1, 2, 3].some((c) => Math.abs(first(lane, c)) < 2 ** -126),
    );
    expect(left).toBe(denormals.filter((is) => is).length);
  });
});

describe.each(FILTERS)('float32 steps %s', (_, filter) => {
  const arithmetic = new Float32Arithmetic(FULL_QUALITY);
  const { u, v, level, average: rule } = filterRules(FULL_QUALITY, filterWidths(FULL_QUALITY));

  it.each(SQUARES)('with texels %s round every product and every sum', (_, square) => {
    const of = drawn(filter.most + filter.levels, filter, square);
    const build = (s: StepGraph) => {
      const average = (sum: StepNode, samples: StepNode) =>
        filter.most === 1 ? sum : s.float32.average(sum, samples, rule, sum);
      return graph(
        s,
        filter,
        codes('floats'),
        (texels, alpha, beta) => {
          const row = (first: number) => s.float32.lerp(s.tap(texels, first), s.tap(texels, first + 1), alpha, u);
          return s.float32.lerp(row(0), row(2), beta, v);
        },
        (hi, lo, w, samples) => {
          const finer = average(hi, samples);
          if (lo === null) return finer;
          const both = s.float32.lerp(finer, average(lo, samples), w, level);
          return s.select(s.less(s.constant(0), w), both, finer);
        },
      );
    };
    const colors = Array.from({ length: LANES }, (_, lane) => modelled(arithmetic, of, lane));
    expect(compare(build, of, (lane, c) => colors[lane][c])).toEqual({ wrong: [], left: 0 });
  });
});

describe.each([
  ['in the order of the taps', [0, 1, 2, 3]],
  ['in the order of a gather', [2, 3, 1, 0]],
] as const)('the texel that a corner of a cube lacks, of the others %s', (_, order) => {
  const alone: Filter = { most: 1, levels: 1 };
  /** Lane l lacks tap l mod 4. */
  const lacking = (square: (dice: Dice) => readonly number[]): Drawn => {
    const of = drawn(15, alone, square);
    return { ...of, alpha: of.alpha.map((_, lane) => lane & 3) };
  };
  const build = (fused: boolean) => (s: StepGraph) =>
    graph(
      s,
      alone,
      codes('floats'),
      (square, tap) => {
        const missing = [0, 1, 2, 3].map((n) => s.equal(tap, s.constant(n)));
        const rule = { ...codes('floats'), bits: 0, mode: 'nearest-even', fused, order } as const;
        const whole = s.cornered(square, missing, rule);
        return missing.reduce((other, mask, n) => s.select(mask, s.tap(whole, n), other), s.tap(square, 0));
      },
      (texel) => s.bounded(texel, Infinity),
    );
  const others = ({ texels }: Drawn, lane: number, c: number) =>
    order.filter((tap) => tap !== (lane & 3)).map((tap) => flushDenorm(texels[2 * lane * LEVEL + 4 * tap + c]));

  it.each(SQUARES)('with texels %s is their exact average, or left to the units', (_, square, share) => {
    const of = lacking(square);
    const average = (lane: number, c: number) => {
      const three = others(of, lane, c);
      if (!three.every(Number.isFinite)) return NaN;
      return flushDenorm(nearestFloat32(three.map(units).reduce((a, b) => a + b), 3n << 149n)); // prettier-ignore
    };
    const { wrong, left } = compare(build(true), of, average);
    expect(wrong).toEqual([]);
    expect(left / LANES).toBeLessThanOrEqual(share);
    expect(left).toBeLessThan(LANES);
  });

  it.each(SQUARES)(
    'with texels %s is their average in float64, and only one that is no number is left',
    (_, square) => {
      const of = lacking(square);
      const average = (lane: number, c: number) => {
        const [x, y, z] = others(of, lane, c);
        return flushDenorm(Math.fround((x + y + z) / 3));
      };
      const { wrong, left } = compare(build(false), of, average);
      const isLeft = (lane: number) => [0, 1, 2, 3].some((c) => !Number.isFinite(average(lane, c)));
      expect(wrong).toEqual([]);
      expect(left).toBe(Array.from({ length: LANES }, (_, lane) => isLeft(lane)).filter((is) => is).length);
    },
  );

  it('is left where only a lost part decides a tie', () => {
    const [a, b, c] = [3, 3 * 2 ** -24, 2 ** -60];
    const of = lacking(() => [a, b, c, 0]);
    const average = (lane: number) => [Math.fround((b + c) / 3), Math.fround((a + c) / 3), 1][lane & 3];
    const { wrong, left } = compare(build(true), of, average);
    expect(wrong).toEqual([]);
    expect(left).toBe(LANES / 4);
  });
});
