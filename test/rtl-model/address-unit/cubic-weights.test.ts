import { describe, expect, it } from 'vitest';
import { cubicWeightTable } from '../../../rtl-model/address-unit/cubic-weights.ts';
import type { SpecificationText } from '../../../rtl-model/design/design.ts';
import { SPECIFICATION_TEXTS } from '../../../rtl-model/design/design-fields.ts';
import { CUBIC_WEIGHTS, type CubicWeights } from '../../../rtl-model/state/sampler.ts';

/** B and C of the filter family of Mitchell and Netravali (1988), in sixths. */
const FAMILY: Readonly<Record<CubicWeights, readonly [bigint, bigint]>> = {
  catmull_rom: [0n, 3n],
  zero_tangent_cardinal: [0n, 6n],
  b_spline: [6n, 0n],
  mitchell_netravali: [2n, 2n],
};

/** 36 one^3 times the kernel of the family at distance p / one. */
function kernel(p: bigint, one: bigint, [b, c]: readonly [bigint, bigint]): bigint {
  if (p < one) {
    return (72n - 9n * b - 6n * c) * p ** 3n + (-108n + 12n * b + 6n * c) * p ** 2n * one + (36n - 2n * b) * one ** 3n;
  }
  return (
    (-b - 6n * c) * p ** 3n +
    (6n * b + 30n * c) * p ** 2n * one -
    (12n * b + 48n * c) * p * one ** 2n +
    (8n * b + 24n * c) * one ** 3n
  );
}

/** The four weights of fraction a / one, times 36 one^3. */
function exactWeights(kind: CubicWeights, a: bigint, one: bigint, text: SpecificationText): bigint[] {
  const weights = [one + a, a, one - a, 2n * one - a].map((p) => kernel(p, one, FAMILY[kind]));
  // Vulkan prints 1 for the last entry of the matrix, the family has 2.
  if (kind === 'zero_tangent_cardinal') weights[3] -= 18n * a ** 3n;
  // Vulkan 1.1 prints 1 in the third row of the Catmull-Rom matrix, the family has -1.
  if (kind === 'catmull_rom' && text === 'vulkan-1.1') weights[3] += 36n * a ** 2n * one;
  return weights;
}

function nearestEven(numerator: bigint, denominator: bigint): bigint {
  const floor = (numerator - (((numerator % denominator) + denominator) % denominator)) / denominator;
  const twice = 2n * (numerator - floor * denominator);
  return twice > denominator || (twice === denominator && floor % 2n !== 0n) ? floor + 1n : floor;
}

const sum = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);
const magnitude = (x: bigint) => (x < 0n ? -x : x);

interface Row {
  readonly a: number;
  readonly got: readonly bigint[];
  /** Times `denominator` they would be the exact weights in units of the weight's last bit. */
  readonly exact: readonly bigint[];
  readonly denominator: bigint;
}

function rows(kind: CubicWeights, text: SpecificationText, fractionBits: number, weightBits: number, step = 1): Row[] {
  const table = cubicWeightTable(kind, fractionBits, weightBits, text);
  const one = 2n ** BigInt(fractionBits);
  const all: Row[] = [];
  for (let a = 0; a < 2 ** fractionBits; a += step) {
    all.push({
      a,
      got: [...table.subarray(4 * a, 4 * a + 4)].map(BigInt),
      exact: exactWeights(kind, BigInt(a), one, text).map((w) => w * 2n ** BigInt(weightBits)),
      denominator: 36n * one ** 3n,
    });
  }
  return all;
}

const WIDTHS = [
  [8, 6],
  [8, 8],
  [8, 9],
  [8, 12],
  [6, 16],
  [10, 7],
  [0, 8],
] as const;
const CASES = SPECIFICATION_TEXTS.flatMap((text) =>
  CUBIC_WEIGHTS.flatMap((kind) => WIDTHS.map((widths) => [kind, text, ...widths] as const)),
);

/** True for the printed matrices whose weights sum to 1. */
function isNormalized(kind: CubicWeights, text: SpecificationText): boolean {
  return kind !== 'zero_tangent_cardinal' && (kind !== 'catmull_rom' || text === 'current');
}

describe('cubicWeightTable', () => {
  it.each(CASES)(
    'sums as the exact weights do: %s, %s, %i fraction bits, %i weight bits',
    (kind, text, fraction, weight) => {
      const wrong = rows(kind, text, fraction, weight).filter(({ got, exact, denominator }) => {
        const wanted = nearestEven(sum(exact), denominator);
        if (isNormalized(kind, text) && wanted !== 2n ** BigInt(weight)) return true;
        return sum(got) !== wanted;
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(CASES)(
    'rounds each weight to nearest even, or takes the furthest back: %s, %s, %i, %i',
    (kind, text, fraction, weight) => {
      const wrong = rows(kind, text, fraction, weight).filter(({ got, exact, denominator }) => {
        const rounded = exact.map((w) => nearestEven(w, denominator));
        const excess = sum(rounded) - nearestEven(sum(exact), denominator);
        const moved = got.map((w, n) => rounded[n] - w);
        const errors = exact.map((w, n) => (rounded[n] * denominator - w) * (excess < 0n ? -1n : 1n));
        const kept = errors.filter((_, n) => moved[n] === 0n);
        const corrected = errors.filter((_, n) => moved[n] !== 0n);
        return (
          sum(moved) !== excess ||
          sum(moved.map(magnitude)) !== magnitude(excess) ||
          corrected.some((error) => kept.some((other) => other > error))
        );
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(CASES)(
    'errs by at most 3/4 ulp, 7/8 where the sum is rounded too: %s, %s, %i, %i',
    (kind, text, fraction, weight) => {
      const eighths = isNormalized(kind, text) ? 6n : 7n;
      const wrong = rows(kind, text, fraction, weight).filter(({ got, exact, denominator }) =>
        exact.some((w, n) => 8n * magnitude(got[n] * denominator - w) > eighths * denominator),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(CASES)('keeps weights that need no rounding: %s, %s, %i, %i', (kind, text, fraction, weight) => {
    const wrong = rows(kind, text, fraction, weight).filter(({ got, exact, denominator }) =>
      exact.some((w, n) => w % denominator === 0n && got[n] * denominator !== w),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['catmull_rom', 'b_spline', 'mitchell_netravali'] as const)('mirrors with the fraction: %s', (kind) => {
    for (const weightBits of [6, 7, 8, 9, 12]) {
      const table = cubicWeightTable(kind, 8, weightBits, 'current');
      const weights = (a: number) => [...table.subarray(4 * a, 4 * a + 4)];
      for (let a = 1; a < 256; a++) expect([a, weights(256 - a).toReversed()]).toEqual([a, weights(a)]);
    }
  });

  it('is exact up to 15 bits of fraction and 30 of weight', () => {
    for (const [kind, text] of SPECIFICATION_TEXTS.flatMap((t) => CUBIC_WEIGHTS.map((k) => [k, t] as const))) {
      for (const { a, got, exact, denominator } of rows(kind, text, 15, 30, 1021)) {
        const far = exact.filter((w, n) => magnitude(got[n] * denominator - w) >= denominator);
        expect([kind, a, sum(got), far]).toEqual([kind, a, nearestEven(sum(exact), denominator), []]);
      }
    }
  });

  it('interpolates at fraction 0 where the kernel does', () => {
    expect([...cubicWeightTable('catmull_rom', 8, 8, 'current').subarray(0, 4)]).toEqual([0, 256, 0, 0]);
    expect([...cubicWeightTable('zero_tangent_cardinal', 8, 8, 'current').subarray(0, 4)]).toEqual([0, 256, 0, 0]);
    // 256/6 = 42.67 and 4 * 42.67 = 170.67, three of them rounded up.
    expect([...cubicWeightTable('b_spline', 8, 8, 'current').subarray(0, 4)]).toEqual([43, 170, 43, 0]);
    // 256/18 = 14.22 and 16 * 14.22 = 227.56.
    expect([...cubicWeightTable('mitchell_netravali', 8, 8, 'current').subarray(0, 4)]).toEqual([14, 228, 14, 0]);
  });

  it('of Vulkan 1.1 adds the square of the fraction to the last weight', () => {
    // Half a texel on: -1/16, 9/16, 9/16, and 3/16 for -1/16.
    expect([...cubicWeightTable('catmull_rom', 8, 8, 'vulkan-1.1').subarray(512, 516)]).toEqual([-16, 144, 144, 48]);
    expect([...cubicWeightTable('catmull_rom', 8, 8, 'current').subarray(512, 516)]).toEqual([-16, 144, 144, -16]);
  });
});
