import { describe, expect, it } from 'vitest';
import {
  INTEGER_RANGES,
  type IntegerRange,
  readSequence,
  sequenceBits,
} from '../../../../../rtl-model/formats/blocks/astc/integer-sequence.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { textSequenceBits } from './text-block-mode.ts';

/** T[hi:lo] of a string of bits, the highest first. */
const slice = (bits: string, hi: number, lo: number) => bits.slice(bits.length - 1 - hi, bits.length - lo);
const at = (bits: string, k: number) => slice(bits, k, k);
const number = (bits: string) => parseInt(bits, 2);
const andNot = (a: string, b: string) => (a === '1' && b === '0' ? '1' : '0');
const not = (bits: string) => Array.from(bits, (bit) => (bit === '0' ? '1' : '0')).join('');

/** The text's procedure, line by line. */
function textTrits(packed: number): number[] {
  const T = packed.toString(2).padStart(8, '0');
  let C: string;
  let t4: number;
  let t3: number;
  if (slice(T, 4, 2) === '111') {
    C = slice(T, 7, 5) + slice(T, 1, 0);
    t4 = t3 = 2;
  } else {
    C = slice(T, 4, 0);
    [t4, t3] = slice(T, 6, 5) === '11' ? [2, number(at(T, 7))] : [number(at(T, 7)), number(slice(T, 6, 5))];
  }
  if (slice(C, 1, 0) === '11') return [number(at(C, 3) + andNot(at(C, 2), at(C, 3))), number(at(C, 4)), 2, t3, t4];
  if (slice(C, 3, 2) === '11') return [number(slice(C, 1, 0)), 2, 2, t3, t4];
  return [number(at(C, 1) + andNot(at(C, 0), at(C, 1))), number(slice(C, 3, 2)), number(at(C, 4)), t3, t4];
}

function textQuints(packed: number): number[] {
  const Q = packed.toString(2).padStart(7, '0');
  if (slice(Q, 2, 1) === '11' && slice(Q, 6, 5) === '00') {
    return [4, 4, number(at(Q, 0) + andNot(at(Q, 4), at(Q, 0)) + andNot(at(Q, 3), at(Q, 0)))];
  }
  const inverted = slice(Q, 2, 1) === '11';
  const q2 = inverted ? 4 : number(slice(Q, 6, 5));
  const C = inverted ? slice(Q, 4, 3) + not(slice(Q, 6, 5)) + at(Q, 0) : slice(Q, 4, 0);
  return slice(C, 2, 0) === '101'
    ? [number(slice(C, 4, 3)), 4, q2]
    : [number(slice(C, 2, 0)), number(slice(C, 4, 3)), q2];
}

/** The positions of a packed group's bits in the text's tables: 'm0.k' is a bit of an integer, 'T.k' a digit bit. */
function groupLayout({ base, bits }: IntegerRange): [letter: string, k: number][] {
  const low = (k: number): [string, number][] => Array.from({ length: bits }, (_, n) => [`m${k}`, n]);
  const digit = (...ks: number[]): [string, number][] => ks.map((k) => ['T', k]);
  if (base === 1) return low(0);
  if (base === 5) return [...low(0), ...digit(0, 1, 2), ...low(1), ...digit(3, 4), ...low(2), ...digit(5, 6)];
  return [low(0), digit(0, 1), low(1), digit(2, 3), low(2), digit(4), low(3), digit(5, 6), low(4), digit(7)].flat();
}

/** Reads a stream of bits, lowest first, group by group; missing bits are 0. */
function textSequence(stream: readonly number[], range: IntegerRange, count: number): number[] {
  const layout = groupLayout(range);
  const size = range.base === 3 ? 5 : range.base === 5 ? 3 : 1;
  const values: number[] = [];
  for (let group = 0; values.length < count; group++) {
    const fields = new Map<string, number>([['T', 0]]);
    layout.forEach(([letter, k], n) => {
      const bit = stream[group * layout.length + n] ?? 0;
      fields.set(letter, (fields.get(letter) ?? 0) + bit * 2 ** k);
    });
    const packed = fields.get('T')!;
    const digits = range.base === 3 ? textTrits(packed) : range.base === 5 ? textQuints(packed) : [0];
    for (let k = 0; k < size; k++) values.push(digits[k] * 2 ** range.bits + (fields.get(`m${k}`) ?? 0));
  }
  return values.slice(0, count);
}

function bytesOf(stream: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(40);
  stream.forEach((bit, k) => (bytes[k >> 3] |= bit << (k & 7)));
  return bytes;
}

describe('ASTC integer sequences', () => {
  it('have the 21 ranges of the text', () => {
    const largest = INTEGER_RANGES.map((range) => range.largest);
    expect(largest).toEqual([1, 2, 3, 4, 5, 7, 9, 11, 15, 19, 23, 31, 39, 47, 63, 79, 95, 127, 159, 191, 255]);
  });

  it('have the length that the text gives', () => {
    for (const range of INTEGER_RANGES) {
      for (let count = 1; count <= 64; count++) {
        expect(sequenceBits(range, count)).toBe(textSequenceBits(range.largest + 1, count));
      }
    }
  });

  it.each([
    [INTEGER_RANGES[1], 5, 8],
    [INTEGER_RANGES[3], 3, 7],
  ] as const)(
    'decode every packing of the digits of %j as the text does, and reach every combination',
    (range, n, bits) => {
      const values = new Uint8Array(n);
      const found = new Set<string>();
      for (let packed = 0; packed < 2 ** bits; packed++) {
        readSequence(Uint8Array.of(packed), 0, 0, range, n, values);
        expect([...values]).toEqual(n === 5 ? textTrits(packed) : textQuints(packed));
        expect(Math.max(...values)).toBeLessThanOrEqual(range.largest);
        found.add(values.join());
      }
      expect(found.size).toBe(range.base ** n);
    },
  );

  it('can begin at any bit, and missing bits at the end count as 0', () => {
    const dice = new Dice(11);
    const values = new Uint8Array(64);
    for (const range of INTEGER_RANGES) {
      for (let count = 1; count <= 24; count++) {
        const first = dice.integer(0, 40);
        const stream = Array.from({ length: 320 }, () => dice.integer(0, 1));
        readSequence(bytesOf(stream), 0, first, range, count, values);
        const end = first + sequenceBits(range, count);
        expect([...values.subarray(0, count)]).toEqual(textSequence(stream.slice(first, end), range, count));
      }
    }
  });
});
