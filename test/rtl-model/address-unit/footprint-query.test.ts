import { describe, expect, it } from 'vitest';
import { FOOTPRINT_WORDS, GROUP_SIZES, queryFootprint } from '../../../rtl-model/address-unit/footprint-query.ts';
import { Dice } from '../../oracle/dice.ts';

type Dimensions = 2 | 3;
type Triple = readonly number[];

function query(
  texels: readonly Triple[],
  dimensions: Dimensions,
  granularity: number,
  anisotropic = false,
): Int32Array {
  const result = new Int32Array(FOOTPRINT_WORDS).fill(-1);
  queryFootprint(Int32Array.from(texels.flat()), texels.length, dimensions, granularity, anisotropic, result);
  return result;
}

/** Vulkan: Texel Footprint Evaluation, read backwards: the groups that a result says are covered. */
function coveredGroups(result: Int32Array, dimensions: Dimensions): string[] {
  const side = dimensions === 2 ? 8 : 4;
  const mask = BigInt(result[6] >>> 0) + (BigInt(result[7] >>> 0) << 32n);
  const groups: string[] = [];
  for (let lgz = 0; lgz < (dimensions === 2 ? 1 : side); lgz++) {
    for (let lgy = 0; lgy < side; lgy++) {
      for (let lgx = 0; lgx < side; lgx++) {
        const bit = dimensions === 2 ? lgy * 8 + lgx : lgz * 16 + lgy * 4 + lgx;
        if ((mask & (1n << BigInt(bit))) === 0n) continue;
        const group = [lgx, lgy, lgz].map((lg, axis) =>
          axis >= dimensions
            ? 0
            : lg + result[3 + axis] < side
              ? side * result[axis] + lg
              : side * (result[axis] - 1) + lg,
        );
        groups.push(group.join(' '));
      }
    }
  }
  return groups.sort();
}

function groupsOf(texels: readonly Triple[], dimensions: Dimensions, granularity: number): string[] {
  const size = GROUP_SIZES[dimensions][granularity] ?? [];
  return [...new Set(texels.map((texel) => texel.map((c, axis) => Math.trunc(c / size[axis])).join(' ')))].sort();
}

function supported(dimensions: Dimensions): number[] {
  return GROUP_SIZES[dimensions].flatMap((size, granularity) => (size === null ? [] : [granularity]));
}

describe('queryFootprint', () => {
  it('covers exactly the groups of a row, for every start and every length that fits', () => {
    for (const [dimensions, side] of [
      [2, 8],
      [3, 4],
    ] as const) {
      for (let axis = 0; axis < dimensions; axis++) {
        for (let start = 0; start <= 2 * side; start++) {
          for (let length = 1; length <= side; length++) {
            const texels = Array.from({ length }, (_, n) => [0, 1, 2].map((k) => (k === axis ? 2 * (start + n) : 0)));
            const result = query(texels, dimensions, 1);
            expect([start, length, coveredGroups(result, dimensions)]).toEqual([
              start,
              length,
              groupsOf(texels, dimensions, 1),
            ]);
            const crosses = Math.trunc(start / side) !== Math.trunc((start + length - 1) / side);
            expect([start, length, result[3 + axis] > 0]).toEqual([start, length, crosses]);
            expect(Math.max(...result.subarray(3, 6))).toBeLessThan(side);
            expect(result[8]).toBe(0);
          }
        }
      }
    }
  });

  it.each([2, 3] as const)('covers random footprints at every granularity, in %i dimensions', (dimensions) => {
    const dice = new Dice(31);
    const side = dimensions === 2 ? 8 : 4;
    for (const granularity of supported(dimensions)) {
      const size = GROUP_SIZES[dimensions][granularity] ?? [];
      for (let n = 0; n < 100; n++) {
        const first = size.map((length) => dice.integer(0, 40 * length));
        const texels = Array.from({ length: dice.integer(1, 64) }, () =>
          first.map((c, axis) =>
            axis < dimensions ? c - (c % size[axis]) + dice.integer(0, side * size[axis] - 1) : 0,
          ),
        );
        const result = query(texels, dimensions, granularity, dice.chance(0.5));
        expect([granularity, texels, coveredGroups(result, dimensions)]).toEqual([
          granularity,
          texels,
          groupsOf(texels, dimensions, granularity),
        ]);
        expect(result[8]).toBe(0);
      }
    }
  });

  it.each([2, 3] as const)('grows to the finest granularity that shows every group, in %i dimensions', (dimensions) => {
    const side = dimensions === 2 ? 8 : 4;
    const all = supported(dimensions);
    for (let axis = 0; axis < dimensions; axis++) {
      for (const start of [0, 5, 100]) {
        for (let length = 2; length <= 1000; length += 13) {
          const texels = [0, length - 1].map((n) => [0, 1, 2].map((k) => (k === axis ? start + n : 0)));
          const spans = (granularity: number) => {
            const size = GROUP_SIZES[dimensions][granularity]?.[axis] ?? NaN;
            return Math.trunc((start + length - 1) / size) - Math.trunc(start / size) + 1;
          };
          const finest = all.find((granularity) => spans(granularity) <= side) ?? all[all.length - 1];
          const result = query(texels, dimensions, 1, true);
          expect([start, length, result[8]]).toEqual([start, length, finest === 1 ? 0 : finest]);
          if (spans(finest) <= side) {
            expect(coveredGroups(result, dimensions)).toEqual(groupsOf(texels, dimensions, finest));
          }
        }
      }
    }
  });

  it('keeps the granularity without anisotropy, however far apart the texels are', () => {
    const result = query(
      [
        [0, 0, 0],
        [1023, 0, 0],
      ],
      2,
      1,
    );
    expect([result[6], result[7], result[8]]).toEqual([0b1000_0001, 0, 0]);
  });

  it('fills the whole mask, the sign bits too', () => {
    const texels = Array.from({ length: 64 }, (_, n) => [2 * (n % 8), 2 * Math.trunc(n / 8), 0]);
    expect([...query(texels, 2, 1)]).toEqual([0, 0, 0, 0, 0, 0, -1, -1, 0]);
  });

  it('is empty without texels', () => {
    expect([...query([], 3, 1, true)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('has groups of the printed sizes', () => {
    const printed = {
      2: '1:2x2 2:4x2 3:4x4 4:8x4 5:8x8 6:16x8 7:16x16 11:64x64 12:128x64 13:128x128 14:256x128 15:256x256',
      3: '1:2x2x2 3:4x4x2 10:16x16x16 11:32x16x16 12:32x32x16 13:32x32x32 14:64x32x32',
    };
    for (const dimensions of [2, 3] as const) {
      const sizes = supported(dimensions).map(
        (n) => `${n}:${GROUP_SIZES[dimensions][n]?.slice(0, dimensions).join('x')}`,
      );
      expect([GROUP_SIZES[dimensions].length, sizes.join(' ')]).toEqual([16, printed[dimensions]]);
    }
  });
});

it('leaves no bits, and an anchor of 0, to a query of no texels', () => {
  const result = new Int32Array(9).fill(7);
  queryFootprint(Int32Array.of(40, 40, 0), 0, 2, 1, false, result);
  expect([...result]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it('refuses a granularity that Vulkan does not have in these dimensions', () => {
  const query = () => queryFootprint(Int32Array.of(0, 0, 0), 1, 3, 2, false, new Int32Array(9));
  expect(query).toThrow(new RangeError('granularity 2 is not supported in 3 dimensions'));
});
