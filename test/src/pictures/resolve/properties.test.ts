import { describe, expect, it } from 'vitest';
import { equalWeights, SAMPLE_COUNTS } from '../../../../src/pictures/resolve/kernel.ts';
import { type Color, expectedColor, type Factors, isWithin, resolveFactors, U } from './expected-color.ts';
import { randomColors, randomWeights, resolvePixel } from './one-pixel.ts';
import { draws } from '../../../oracle/draws.ts';

const RUNS = draws(3000);
const ALL_CHANNELS = [0, 1, 2] as const;

/**
 * The error bounds of the ratio of two channels, for samples of equal brightness. Every channel of the tone-mapped sum
 * is k * sum(w * c) with the same reciprocal k. The errors that channels do not share are those of the product with the
 * weight, the product with the component, the additions, and the last product.
 */
function hueFactors(samples: number): Factors {
  const steps = samples + 2;
  return [((1 - U) / (1 + U)) ** steps, ((1 + U) / (1 - U)) ** steps];
}

/** Colours of equal brightness: the largest component of each is `brightness`, in the channel that `peak` chooses. */
function alike(colors: readonly Color[], brightness: number, peak: (n: number) => number): Color[] {
  return colors.map((color, n) => {
    const [r, g, b] = color.map((value, c) => (c === peak(n) ? brightness : Math.min(value, brightness)));
    return [r, g, b];
  });
}

describe('tone mapping and its inverse', () => {
  it.each(['tonemapped', 'luma'] as const)('give a colour back that all samples share (%s)', (method) => {
    const wrong: string[] = [];
    for (const samples of SAMPLE_COUNTS) {
      for (const color of randomColors(samples, -20, 14)(RUNS)) {
        const [r, g, b] = color;
        const brightness = method === 'luma' ? 0.2126 * r + 0.7152 * g + 0.0722 * b : Math.max(r, g, b);
        const factors = resolveFactors(method, samples, U, brightness)!;
        const back = resolvePixel(
          Array.from({ length: samples }, () => color),
          method,
        );
        if (!back.every((value, c) => isWithin(value, color[c], factors)))
          wrong.push(JSON.stringify({ samples, color, back }));
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('keep a colour within 0.2 % up to a brightness of 1000, within 10 % up to the largest half, for any taps', () => {
    const [low, high] = [1000, 65504].map((brightness) => resolveFactors('tonemapped', 16, U, brightness)!);
    expect(Math.max(...low.map((factor) => Math.abs(factor - 1)))).toBeLessThan(0.002);
    expect(Math.max(...high.map((factor) => Math.abs(factor - 1)))).toBeLessThan(0.1);
  });

  it('keep a colour positive with a reciprocal of b bits up to a brightness of 2^(b - 2)', () => {
    const wrong: string[] = [];
    for (let bits = 6; bits <= 22; bits++) {
      for (const [r, g, b] of randomColors(bits, 0, bits - 2)(500)) {
        const back = resolvePixel([[r, g, b]], 'tonemapped', [1], bits);
        const factors = resolveFactors('tonemapped', 1, 2 ** -bits, Math.max(r, g, b));
        if (factors === null || !back.every((value) => value > 0 && value < Infinity))
          wrong.push(`${bits}: ${r},${g},${b}`);
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

describe('samples of equal brightness', () => {
  it('keep the hue of the plain average, for any place of their largest components', () => {
    const wrong: string[] = [];
    for (const samples of [2, 4, 8, 16]) {
      const colors = randomColors(samples, -6, 6);
      const weights = randomWeights(samples);
      for (let n = 0; n < RUNS; n++) {
        const brightness = colors(1)[0][0];
        const mixed = alike(colors(samples), brightness, (k) => (k + n) % 3);
        const w = weights(samples);
        const got = resolvePixel(mixed, 'tonemapped', w);
        const plain = expectedColor(mixed, w, 'box').color;
        const same = ALL_CHANNELS.every((c) => {
          const other = (c + 1) % 3;
          return isWithin(got[c] / got[other], plain[c] / plain[other], hueFactors(samples));
        });
        if (!same) wrong.push(JSON.stringify({ mixed, w, got, plain }));
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('resolve to the plain average when their largest component is the same', () => {
    const wrong: string[] = [];
    for (const samples of SAMPLE_COUNTS) {
      const colors = randomColors(50 + samples, -6, 6);
      for (let n = 0; n < RUNS; n++) {
        const brightness = colors(1)[0][0];
        const mixed = alike(colors(samples), brightness, () => n % 3);
        const got = resolvePixel(mixed, 'tonemapped');
        const plain = expectedColor(mixed, equalWeights(samples), 'box').color;
        const factors = resolveFactors('tonemapped', samples, U, brightness)!;
        if (!got.every((value, c) => isWithin(value, plain[c], factors)))
          wrong.push(JSON.stringify({ mixed, got, plain }));
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('resolve to the plain average over 1 + m - m of the average when their largest components differ', () => {
    const wrong: string[] = [];
    for (const samples of [2, 4, 8, 16]) {
      const colors = randomColors(70 + samples, -6, 6);
      for (let n = 0; n < RUNS; n++) {
        const brightness = colors(1)[0][0];
        const mixed = alike(colors(samples), brightness, (k) => (k + n) % 3);
        const plain = expectedColor(mixed, equalWeights(samples), 'box').color;
        const divisor = 1 + brightness - Math.max(...plain);
        const factors = resolveFactors('tonemapped', samples, U, brightness)!;
        const got = resolvePixel(mixed, 'tonemapped');
        if (!got.every((value, c) => isWithin(value, plain[c] / divisor, factors)))
          wrong.push(JSON.stringify({ mixed, got }));
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('shift their hue in the luma-based resolve: red beside green becomes redder by the ratio of their weights', () => {
    const edge: Color[] = [
      [1, 0, 0],
      [0, 1, 0],
    ];
    const [red, green] = resolvePixel(edge, 'tonemapped');
    expect(red / green).toBe(1);
    const [lumaRed, lumaGreen] = resolvePixel(edge, 'luma');
    // Each channel has one sample, with weight 1 / (1 + luma). The ratio is within the errors of the two channels.
    const [low, high] = resolveFactors('luma', 2, U, 0)!;
    expect(isWithin(lumaRed / lumaGreen, 1.7152 / 1.2126, [low / high, high / low])).toBe(true);
  });
});

describe('a bright sample among dark ones', () => {
  it('dominates the pixel in a box resolve and has little more than its share in a tone-mapped one', () => {
    const edge: Color[] = [[1000, 1000, 1000], ...Array.from({ length: 3 }, (): Color => [0, 0, 0])];
    expect(resolvePixel(edge, 'box')).toEqual([250, 250, 250]);
    // 1000 / 1001 / 4, after the inverse 1000 / 3004.
    const [r] = resolvePixel(edge, 'tonemapped');
    expect(isWithin(r, 1000 / 3004, resolveFactors('tonemapped', 4, U, 1000 / 3004)!)).toBe(true);
  });

  it('grows brighter with every further sample that it covers, in every method', () => {
    for (const method of ['box', 'tonemapped', 'luma'] as const) {
      const covered = Array.from({ length: 17 }, (_, n) =>
        Array.from({ length: 16 }, (_, k): Color => (k < n ? [30, 20, 10] : [0.05, 0.05, 0.05])),
      ).map((colors) => resolvePixel(colors, method)[0]);
      expect(covered.every((value, n) => n === 0 || value > covered[n - 1])).toBe(true);
    }
  });
});
