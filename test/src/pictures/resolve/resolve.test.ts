import { describe, expect, it } from 'vitest';
import { equalWeights, FIVE_TAPS, SAMPLE_COUNTS, type Tap, tapsOf } from '../../../../src/pictures/resolve/kernel.ts';
import { resolve, RESOLVE_METHODS, type ResolveMethod } from '../../../../src/pictures/resolve/resolve.ts';
import {
  add,
  compare,
  divide,
  exactly,
  multiply,
  type Rational,
  rational,
  round,
  subtract,
} from '../../../oracle/rational.ts';
import { type Color, expectedColor, isWithin, resolveFactors, U } from './expected-color.ts';
import { randomColors, randomWeights, resolvePixel } from './one-pixel.ts';
import { draws } from '../../../oracle/draws.ts';

function powerOfTwo(e: number): Rational {
  return e >= 0 ? rational(2n ** BigInt(e)) : rational(1, 2n ** BigInt(-e));
}

/** The float32 nearest to an exact value, which is normal and positive, or 0. */
function toFloat32(exact: Rational): Rational {
  if (exact.numerator === 0n) return exact;
  const bits = exact.numerator.toString(2).length - exact.denominator.toString(2).length;
  const exponent = compare(exact, powerOfTwo(bits)) < 0 ? bits - 1 : bits;
  const ulp = powerOfTwo(exponent - 23);
  return multiply(rational(round(divide(exact, ulp), 'nearest-even')), ulp);
}

const ONE = rational(1);
const LUMA = [0.2126, 0.7152, 0.0722].map((weight) => toFloat32(exactly(weight)));

/** The resolve by its definition, each step exact and then rounded once; for positive colours. */
function stepByStep(
  colors: readonly Color[],
  weights: readonly number[],
  method: ResolveMethod,
  inverts = true,
): number[] {
  const mul = (a: Rational, b: Rational) => toFloat32(multiply(a, b));
  const brightness = (c: readonly Rational[]) =>
    method === 'luma'
      ? toFloat32(add(toFloat32(add(mul(c[0], LUMA[0]), mul(c[1], LUMA[1]))), mul(c[2], LUMA[2])))
      : c.reduce((a, b) => (compare(a, b) > 0 ? a : b));
  let sum = [rational(0), rational(0), rational(0)];
  colors.forEach((color, n) => {
    const c = color.map(exactly);
    const w = exactly(weights[n]);
    const k = method === 'box' ? w : mul(w, toFloat32(divide(ONE, toFloat32(add(brightness(c), ONE)))));
    sum = sum.map((s, i) => toFloat32(add(s, mul(c[i], k))));
  });
  const inverse =
    method === 'box' || !inverts ? ONE : toFloat32(divide(ONE, toFloat32(subtract(ONE, brightness(sum)))));
  return sum.map((s) => mul(s, inverse)).map((r) => Number(r.numerator) / Number(r.denominator));
}

describe.each(RESOLVE_METHODS)('the %s resolve', (method) => {
  it.each(SAMPLE_COUNTS)('of %i samples equals its steps rounded one by one, bit for bit', (samples) => {
    const colors = randomColors(samples, -6, 8);
    const weights = randomWeights(samples);
    const wrong: string[] = [];
    for (let n = 0; n < draws(120); n++) {
      const [c, w] = [colors(samples), n % 2 === 0 ? weights(samples) : equalWeights(samples)];
      const [got, expected] = [resolvePixel(c, method, w), stepByStep(c, w, method)];
      if (got.join() !== expected.join()) wrong.push(JSON.stringify({ c, w, got, expected }));
    }
    expect(wrong).toEqual([]);
  });

  it.each(SAMPLE_COUNTS)('of %i samples stays within its error bound around the float64 formula', (samples) => {
    const wrong: string[] = [];
    for (const [reciprocal, error, brightest] of [
      ['exact', U, 14],
      [22, 2 ** -22, 12],
      [12, 2 ** -12, 6],
      [8, 2 ** -8, 2],
    ] as const) {
      const colors = randomColors(100 + samples, -12, brightest);
      const weights = randomWeights(100 + samples);
      for (let n = 0; n < draws(600); n++) {
        const [c, w] = [colors(samples), weights(samples)];
        const expected = expectedColor(c, w, method);
        const factors = resolveFactors(method, samples, error, expected.brightness);
        const got = resolvePixel(c, method, w, reciprocal);
        if (factors === null || !got.every((value, i) => isWithin(value, expected.color[i], factors))) {
          wrong.push(JSON.stringify({ reciprocal, c, w, got, expected, factors }));
        }
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('of five taps in a row ends with the tone-mapped sums if there is no inverse', () => {
    const colors = randomColors(77, -6, 8);
    for (let n = 0; n < draws(60); n++) {
      const row = colors(FIVE_TAPS.length);
      const values = Float32Array.from(row.flatMap((color) => [...color, 1]));
      const picture = { width: 5, height: 1, samples: 1, values } as const;
      const settings = { method, taps: tapsOf([1], FIVE_TAPS), reciprocal: 'exact', inverse: false } as const;
      const middle = [...resolve(picture, settings).values.subarray(8, 11)];
      expect(middle).toEqual(stepByStep(row, FIVE_TAPS.map(Math.fround), method, false));
      if (method === 'tonemapped') expect(Math.max(...middle)).toBeLessThan(1);
    }
  });

  it('sums alpha plainly', () => {
    const values = Float32Array.of(9, 1, 4, 1, 0.5, 2, 0, 0.25);
    const picture = { width: 1, height: 1, samples: 2, values };
    const settings = { method, taps: tapsOf([0.25, 0.75]), reciprocal: 'exact' } as const;
    expect(resolve(picture, settings).values[3]).toBe(0.25 + 0.75 * 0.25);
  });

  it('treats every pixel of a picture independently', () => {
    const colors = randomColors(3, -3, 5)(3 * 5 * 4);
    const values = Float32Array.from(colors.flatMap((color) => [...color, 1]));
    const picture = { width: 3, height: 5, samples: 4, values };
    const whole = resolve(picture, { method, taps: tapsOf(equalWeights(4)), reciprocal: 'exact' });
    const alone = Array.from({ length: 15 }, (_, n) => resolvePixel(colors.slice(4 * n, 4 * n + 4), method));
    expect([whole.width, whole.height, whole.samples]).toEqual([3, 5, 1]);
    expect([...whole.values]).toEqual(alone.flatMap((color) => [...color, 1]));
  });
});

describe('the taps', () => {
  it('of the five-tap filter are two pixels to each side, with the border pixel repeated beyond it', () => {
    const row = randomColors(8, -3, 5)(7);
    const values = Float32Array.from(row.flatMap((color) => [...color, 1]));
    const picture = { width: 7, height: 1, samples: 1, values };
    const filtered = resolve(picture, { method: 'tonemapped', taps: tapsOf([1], FIVE_TAPS), reciprocal: 'exact' });
    const weights = [0.1, 0.2, 0.4, 0.2, 0.1];
    const expected = row.map((_, x) => {
      const five = [x - 2, x - 1, x, x + 1, x + 2].map((i) => row[Math.min(6, Math.max(0, i))]);
      return resolvePixel(five, 'tonemapped', weights);
    });
    expect([...filtered.values].filter((_, n) => n % 4 !== 3)).toEqual(expected.flat());
  });

  it('can have any place and sample, and are added in their order', () => {
    const values = new Float32Array(4 * 3 * 2 * 2).map((_, n) => n);
    const picture = { width: 3, height: 2, samples: 2, values };
    const taps: Tap[] = [{ dx: -1, dy: 1, sample: 1, weight: 1 }];
    const moved = resolve(picture, { method: 'box', taps, reciprocal: 'exact' });
    // Red of sample 1 of the pixel to the left in the row below, clamped to the picture.
    const red = [3, 3, 4, 3, 3, 4].map((pixel) => 4 * (2 * pixel + 1));
    expect([...moved.values].filter((_, n) => n % 4 === 0)).toEqual(red);
  });

  it('over samples and pixels have the product of both weights', () => {
    expect(tapsOf([0.25, 0.75], [0.5, 1, 2])).toEqual([
      { dx: -1, dy: 0, sample: 0, weight: 0.125 },
      { dx: -1, dy: 0, sample: 1, weight: 0.375 },
      { dx: 0, dy: 0, sample: 0, weight: 0.25 },
      { dx: 0, dy: 0, sample: 1, weight: 0.75 },
      { dx: 1, dy: 0, sample: 0, weight: 0.5 },
      { dx: 1, dy: 0, sample: 1, weight: 1.5 },
    ]);
  });

  it('are refused if they are invalid', () => {
    const picture = { width: 1, height: 1, samples: 2, values: new Float32Array(8) };
    const attempt = (taps: Tap[]) => () => resolve(picture, { method: 'box', taps, reciprocal: 'exact' });
    const tap = { dx: 0, dy: 0, sample: 0, weight: 1 };
    expect(attempt([])).toThrow('a resolve without taps');
    expect(attempt([tap, { ...tap, sample: 2 }])).toThrow('tap 1 is of sample 2; the picture has samples 0 to 1');
    expect(attempt([{ ...tap, sample: 0.5 }])).toThrow('tap 0 is of sample 0.5');
    expect(attempt([{ ...tap, dx: 0.5 }])).toThrow('tap 0 is at 0.5, 0; expected whole pixels');
    expect(attempt([{ ...tap, weight: 1e39 }])).toThrow('tap 0 weighs 1e+39; expected a finite float32');
  });
});
