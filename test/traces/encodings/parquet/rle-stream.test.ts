import { describe, expect, it } from 'vitest';
import { RleStream } from '../../../../traces/encodings/parquet/rle-stream.ts';
import { Dice } from '../../../oracle/dice.ts';

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** Bit-packed values, bit by bit from the lowest of each byte on (parquet-format, Encodings). */
function packed(values: readonly number[], width: number): number[] {
  const bits = values.flatMap((value) => Array.from({ length: width }, (_, bit) => Math.floor(value / 2 ** bit) % 2));
  return Array.from({ length: bits.length / 8 }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, n) => sum + bit * 2 ** n, 0),
  );
}

/** Random runs and groups of packed values, and the values. */
function randomStream(dice: Dice, width: number) {
  const values: number[] = [];
  const bytes: number[] = [];
  const value = () => (width === 0 ? 0 : dice.integer(0, 2 ** width - 1));
  for (let n = 0; n < 12; n++) {
    if (dice.chance(0.5)) {
      const count = dice.pick([1, 3, 200]);
      const one = value();
      for (let k = 0; k < count; k++) values.push(one);
      bytes.push(...varint(2 * count));
      for (let byte = 0; 8 * byte < width; byte++) bytes.push(Math.floor(one / 256 ** byte) % 256);
    } else {
      const groups = dice.pick([1, 2, 9]);
      const some = Array.from({ length: 8 * groups }, value);
      values.push(...some);
      bytes.push(...varint(2 * groups + 1), ...packed(some, width));
    }
  }
  return { values, bytes: Uint8Array.from(bytes) };
}

describe('runs and packed bits', () => {
  it.each(Array.from({ length: 32 }, (_, width) => width))('give the values of %i bits, in any pieces', (width) => {
    const dice = new Dice(width + 1);
    for (let n = 0; n < 20; n++) {
      const { values, bytes } = randomStream(dice, width);
      // Bytes around the stream are none of it.
      const stream = new RleStream(Uint8Array.from([0xff, ...bytes, 0xff, 0xff]), 1, 1 + bytes.length, width);
      const got: number[] = [];
      while (got.length < values.length) {
        const piece = new Int32Array(Math.min(values.length - got.length, dice.integer(1, 40)));
        stream.read(piece, piece.length);
        got.push(...piece);
      }
      expect(got).toEqual(values);
    }
  });

  it('take no memory for a run of any length', () => {
    const stream = new RleStream(Uint8Array.from([...varint(2 * 2 ** 31), 5]), 0, 6, 3);
    const piece = new Int32Array(4);
    for (let n = 0; n < 100; n++) stream.read(piece, 4);
    expect([...piece]).toEqual([5, 5, 5, 5]);
  });

  it('that give out are an error', () => {
    for (const bytes of [[], [6], [3], [3, 0, 0], [0x80], [6, 1]]) {
      const stream = new RleStream(Uint8Array.from(bytes), 0, bytes.length, 3);
      expect(() => stream.read(new Int32Array(9), 9), bytes.join()).toThrow('gives out before its last value');
    }
    expect(() => new RleStream(new Uint8Array(9), 0, 9, 32)).toThrow('has indices of 32 bits, expected 31 at most');
  });
});
