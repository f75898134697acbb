import { describe, expect, it } from 'vitest';
import { FLOAT16 } from '../../../rtl-model/fixed-point/float16.ts';
import { decodeFloat, encodeFloat, type FloatRounding } from '../../../rtl-model/fixed-point/float-format.ts';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { FLOAT10, FLOAT11 } from '../../../rtl-model/fixed-point/small-float.ts';
import { randomBits } from '../../oracle/random.ts';

/** D3D11.3 3.1.5 and 3.1.6 (a) to (e), literally: 5 exponent bits, f fraction bits, the sign above them. */
function specifiedValue(bits: number, f: number): number {
  const s = Math.floor(bits / 2 ** (5 + f));
  const e = Math.floor(bits / 2 ** f) % 32;
  const fraction = (bits % 2 ** f) / 2 ** f;
  if (e === 31) return fraction === 0 ? (s === 1 ? -Infinity : Infinity) : NaN;
  const magnitude = e === 0 ? 2 ** -14 * fraction : 2 ** (e - 15) * (1 + fraction);
  return s === 1 ? -magnitude : magnitude;
}

describe.each([
  { format: FLOAT16, f: 10, codes: 2 ** 16 },
  { format: FLOAT11, f: 6, codes: 2 ** 11 },
  { format: FLOAT10, f: 5, codes: 2 ** 10 },
])('$format.name', ({ format, f, codes }) => {
  const infinity = 31 * 2 ** f;
  /** The values of the patterns from 0 to the largest finite one, rising, then the next power of two. */
  const ladder = [...Array.from({ length: infinity }, (_, bits) => specifiedValue(bits, f)), 2 ** 16];

  /** The narrowing by its definition: a search for the two neighbours and, for `nearest-even`, the nearer one. */
  function specifiedBits(x: number, rounding: FloatRounding): number {
    const sign = format.signed && (x < 0 || Object.is(x, -0)) ? 2 ** 15 : 0;
    if (!format.signed && x < 0) return 0;
    const magnitude = Math.abs(x);
    if (magnitude === Infinity) return sign + infinity;
    let low = 0;
    let high = infinity;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (ladder[middle] <= magnitude) low = middle;
      else high = middle;
    }
    if (rounding === 'toward-zero') return sign + low;
    if (magnitude >= 2 ** 16) return sign + infinity;
    // Twice a float32 and the sum of two neighbours are exact.
    const side = 2 * magnitude - (ladder[low] + ladder[high]);
    return sign + (side > 0 || (side === 0 && low % 2 === 1) ? high : low);
  }

  function mismatches(values: Iterable<number>, rounding: FloatRounding): string[] {
    const wrong: string[] = [];
    for (const x of values) {
      const got = encodeFloat(x, format, rounding);
      const expected = specifiedBits(x, rounding);
      if (got !== expected) wrong.push(`${x}: got 0x${got.toString(16)}, expected 0x${expected.toString(16)}`);
    }
    return wrong;
  }

  it('decodes every pattern to the value that the specification gives it', () => {
    const wrong: string[] = [];
    for (let bits = 0; bits < codes; bits++) {
      const got = decodeFloat(bits, format);
      if (!Object.is(got, specifiedValue(bits, f))) wrong.push(`0x${bits.toString(16)}: got ${got}`);
    }
    expect(wrong).toEqual([]);
  });

  it('decodes to float32 values only', () => {
    const wrong = ladder.filter((_, bits) => decodeFloat(bits, format) !== Math.fround(decodeFloat(bits, format)));
    expect(wrong).toEqual([]);
  });

  it.each(['toward-zero', 'nearest-even'] as const)('leads every pattern back to itself, %s, NaN to a NaN', (mode) => {
    const wrong: string[] = [];
    for (let bits = 0; bits < codes; bits++) {
      const value = decodeFloat(bits, format);
      const back = encodeFloat(value, format, mode);
      const same = Number.isNaN(value) ? Number.isNaN(decodeFloat(back, format)) && back < codes : back === bits;
      if (!same) wrong.push(`0x${bits.toString(16)}: ${value} became 0x${back.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['toward-zero', 'nearest-even'] as const)(
    'encodes %s at every value and every midpoint, and one float32 to either side of them',
    (mode) => {
      const values = ladder.flatMap((value, bits) => {
        const midpoint = bits < infinity ? (value + ladder[bits + 1]) / 2 : 2 ** 17;
        return [value, midpoint]
          .flatMap((x) => (x === 0 ? [0, 2 ** -149] : [-1, 0, 1].map((step) => bitsToFloat(floatBits(x) + step))))
          .flatMap((x) => [x, -x]);
      });
      expect(mismatches(values, mode)).toEqual([]);
    },
  );

  it.each(['toward-zero', 'nearest-even'] as const)('encodes %s random float32 values', (mode) => {
    const next = randomBits(0xf10a7);
    const values = Array.from({ length: 200_000 }, (_, i) => {
      const bits = next();
      // Every second value is from 2^-27 to 2^18, the range in which the formats end.
      return bitsToFloat(i % 2 === 0 ? bits : ((bits & 0x807fffff) | ((100 + (next() % 46)) << 23)) >>> 0);
    });
    expect(
      mismatches(
        values.filter((x) => !Number.isNaN(x)),
        mode,
      ),
    ).toEqual([]);
  });

  it.each(['toward-zero', 'nearest-even'] as const)(
    'encodes %s a float64 that lies less than a float32 step from a power of two',
    (mode) => {
      const values = Array.from({ length: 60 }, (_, i) => 2 ** (i - 40)).flatMap((x) => [
        x * (1 - 2 ** -40),
        x * (1 + 2 ** -40),
      ]);
      expect(mismatches(values, mode)).toEqual([]);
    },
  );

  it('keeps infinities, or clamps -infinity to 0 without a sign', () => {
    for (const mode of ['toward-zero', 'nearest-even'] as const) {
      expect(encodeFloat(Infinity, format, mode)).toBe(infinity);
      expect(encodeFloat(-Infinity, format, mode)).toBe(format.signed ? 0xfc00 : 0);
    }
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(format)).toBe(true);
  });
});
