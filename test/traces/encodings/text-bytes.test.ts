import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { componentText } from '../../../traces/encodings/component-text.ts';
import { TextBytes } from '../../../traces/encodings/text-bytes.ts';
import { Dice } from '../../oracle/dice.ts';

const decoder = new TextDecoder();

function written(write: (text: TextBytes) => void): string {
  const text = new TextBytes();
  write(text);
  return decoder.decode(text.take());
}

/** The values whose text is not that of `componentText`. */
function wrong(values: Iterable<number>): readonly string[] {
  const text = new TextBytes();
  const found: string[] = [];
  for (const value of values) {
    text.component(value);
    const got = decoder.decode(text.take());
    if (got !== componentText(value)) found.push(`${value}: ${got}, expected ${componentText(value)}`);
  }
  return found.slice(0, 5);
}

function* times(count: number, value: (n: number) => number): Generator<number> {
  for (let n = 0; n < count; n++) yield value(n);
}

describe('TextBytes', () => {
  it('writes components as componentText does: random float32 of every size', () => {
    const dice = new Dice(3);
    expect(wrong(times(100_000, () => bitsToFloat(dice.bits())))).toEqual([]);
    expect(wrong(times(200_000, () => Math.fround(dice.real(0, 1))))).toEqual([]);
    expect(wrong(times(100_000, () => Math.fround(dice.real(-1, 1) * 10 ** dice.integer(-7, 8))))).toEqual([]);
  });

  it('writes components as componentText does: every code of 8 and 16 bits, and halves of powers of ten', () => {
    expect(wrong(times(256, (code) => Math.fround(code / 255)))).toEqual([]);
    expect(wrong(times(65536, (code) => Math.fround(code / 65535)))).toEqual([]);
    expect(wrong(times(65536, (code) => code - 32768 + 0.5))).toEqual([]);
    expect(wrong(times(4096, (n) => Math.fround(n * 2 ** -(n % 24))))).toEqual([]);
  });

  it('writes components as componentText does: around every power of ten and of two', () => {
    const near = (value: number) => {
      const bits = new Int32Array(Float32Array.of(value).buffer);
      return [-2, -1, 0, 1, 2].map((step) => new Float32Array(Int32Array.of(bits[0] + step).buffer)[0]);
    };
    const powers = [...times(60, (n) => 10 ** (n - 30)), ...times(250, (n) => 2 ** (n - 125))].concat([
      99999.99, 0.09999999, 0.9999999, 0.99999994, 123456.5,
    ]);
    expect(wrong(powers.flatMap((power) => near(power).flatMap((value) => [value, -value])))).toEqual([]);
    const integers = [
      0,
      -0,
      1,
      9,
      10,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      -(2 ** 31),
      -(2 ** 31) - 256,
      NaN,
      Infinity,
      -Infinity,
    ];
    expect(wrong(integers)).toEqual([]);
  });

  it('joins texts, bytes of ASCII and integers, and begins anew where its text was taken', () => {
    const text = new TextBytes();
    text.text('\u00e4\u20ac');
    text.ascii(Uint8Array.of(0x2c));
    for (const value of [0, 7, 10, 99, 100, 2 ** 32, 2 ** 53 - 1]) text.integer(value);
    expect(decoder.decode(text.take())).toBe('\u00e4\u20ac,07109910042949672969007199254740991');
    expect(text.take()).toHaveLength(0);
  });

  it('grows', () => {
    const long = 'x'.repeat(100_000);
    expect(written((text) => [0, 1, 2].forEach(() => text.text(long)))).toBe(long.repeat(3));
  });
});
