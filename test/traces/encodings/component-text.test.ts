import { expect, it } from 'vitest';
import { componentText, componentValue } from '../../../traces/encodings/component-text.ts';
import { Dice } from '../../oracle/dice.ts';

it('a component has the text of a float32, or all digits of an integer', () => {
  const texts = [0, -0, 1, -1, 16777217, 2 ** 32 - 1, -(2 ** 31), 2 ** 32, 0.1, NaN, -Infinity].map(componentText);
  expect(texts).toEqual([
    '0',
    '-0',
    '1',
    '-1',
    '16777217',
    '4294967295',
    '-2147483648',
    '4294967300',
    '0.1',
    '"NaN"',
    '"-Infinity"',
  ]);
});

it('a component is read back without change, as a float32 or a 32-bit integer', () => {
  const dice = new Dice(5);
  for (let n = 0; n < 20_000; n++) {
    const value = dice.pick([dice.float32(), dice.bits(), dice.bits() | 0]);
    expect(componentValue(JSON.parse(componentText(value)))).toBe(value);
  }
});

it('a component is rounded to float32 unless it is a 32-bit integer', () => {
  expect(componentValue(0.1)).toBe(Math.fround(0.1));
  expect(componentValue(2 ** 32 + 1)).toBe(2 ** 32);
  expect([true, null, 'x', 1e39, [1]].map(componentValue)).toEqual(Array(5).fill(undefined));
});
