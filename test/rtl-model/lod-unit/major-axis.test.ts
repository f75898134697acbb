import { expect, it } from 'vitest';
import { majorAxis } from '../../../rtl-model/lod-unit/ellipse.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { Dice } from '../../oracle/dice.ts';

function length(xu: number, xv: number, yu: number, yv: number): number {
  return Math.fround(majorAxis(PLAIN, { xu, xv, yu, yv }));
}

it('is the larger singular value of the pair, to a unit in the last place of a float32', () => {
  const dice = new Dice(0xe13);
  const wrong: string[] = [];
  for (let n = 0; n < 5000; n++) {
    const [xu, xv, yu, yv] = Array.from({ length: 4 }, () => Math.fround(dice.real(-1, 1) * 2 ** dice.integer(0, 12)));
    const major = (Math.hypot(xu + yv, xv - yu) + Math.hypot(xu - yv, xv + yu)) / 2;
    const got = length(xu, xv, yu, yv);
    if (!(Math.abs(got - major) <= 2 ** -23 * major)) wrong.push(`${[xu, xv, yu, yv].join()}: ${got}, not ${major}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

it.each([
  [2, 1, 1, 2],
  [4, -1, 2, 2],
  [-1, 4, 2, 2],
])('is longer than both vectors where they are neither parallel nor perpendicular: %d, %d and %d, %d', (...pair) => {
  const [xu, xv, yu, yv] = pair;
  const major = (Math.hypot(xu + yv, xv - yu) + Math.hypot(xu - yv, xv + yu)) / 2;
  expect(major).toBeGreaterThan(Math.max(Math.hypot(xu, xv), Math.hypot(yu, yv)));
  expect(length(xu, xv, yu, yv)).toBe(Math.fround(major));
});

it.each([
  ['zero', [0, 0, 3, 4], 5],
  ['parallel', [6, 8, 3, 4], 10],
  ['perpendicular', [0, 2, 3, 0], 3],
  ['infinite', [Infinity, 1, 2, 3], Infinity],
  ['not a number', [NaN, 1, 2, 3], NaN],
  ['infinite along one axis', [1, Infinity, 2, 3], Infinity],
  ['infinite beside a zero', [0, Infinity, 2, 3], Infinity],
] as const)('is the longer vector where the transformation is skipped: %s', (_, pair, expected) => {
  const [xu, xv, yu, yv] = pair;
  expect(length(xu, xv, yu, yv)).toBe(expected);
});
