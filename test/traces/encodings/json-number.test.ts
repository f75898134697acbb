import { expect, it } from 'vitest';
import { JsonNumber } from '../../../traces/encodings/json-number.ts';
import { Dice } from '../../oracle/dice.ts';

/** The number at the beginning of a text and the index behind it; null where none stands. */
function read(text: string): readonly [number, number] | null {
  const number = new JsonNumber();
  const end = number.read(new TextEncoder().encode(`${text}\n`), 0);
  return end < 0 ? null : [number.value, end];
}

it('numbers are those of JSON.parse, bit for bit', () => {
  const dice = new Dice(8);
  const digits = (most: number) => Array.from({ length: dice.integer(1, most) }, () => dice.integer(0, 9)).join('');
  for (let n = 0; n < 50_000; n++) {
    const whole = dice.chance(0.3) ? '0' : String(dice.integer(1, 9)) + (dice.chance(0.5) ? digits(20) : '');
    const fraction = dice.chance(0.7) ? `.${digits(20)}` : '';
    const exponent = dice.chance(0.3) ? `${dice.pick(['e', 'E'])}${dice.pick(['', '+', '-'])}${digits(3)}` : '';
    const text = `${dice.pick(['', '-'])}${whole}${fraction}${exponent}`;
    expect(read(text), text).toEqual([JSON.parse(text), text.length]);
  }
});

it('texts that are no numbers of JSON are none', () => {
  for (const text of ['', '-', '.5', '+1', '1.', '1.e3', '1e', '1e+', '-a', 'NaN', '"1"', ' 1']) {
    expect(read(text), text).toBeNull();
  }
});

it('a number ends where JSON has it end', () => {
  expect(read('01')).toEqual([0, 1]);
  expect(read('-0,')).toEqual([-0, 2]);
  expect(read('12]')).toEqual([12, 2]);
  expect(read('1.5.5')).toEqual([1.5, 3]);
});

it('plain numbers are digits alone, which are the text of the value', () => {
  const number = new JsonNumber();
  const plain = (text: string) => number.read(new TextEncoder().encode(text), 0) > 0 && number.plain;
  expect(['0', '7', '9007199254740991'].map(plain)).toEqual([true, true, true]);
  expect(['-1', '-0', '1.0', '1e2', '9007199254740992'].map(plain)).toEqual([false, false, false, false, false]);
});
