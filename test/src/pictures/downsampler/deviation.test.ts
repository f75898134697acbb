import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { downsample } from '../../../../src/pictures/downsampler/downsample.ts';
import { alphaWeight, cornerWeights, type Reduction } from '../../../../src/pictures/downsampler/reduction.ts';
import { randomBits } from '../../../oracle/random.ts';
import { exactMeans, levelByLevel, values } from './exact-chain.ts';
import { linearOf, toFloat32, toHalf } from './own-arithmetic.ts';
import { ownAverage, ownMax, ownMin, ownWeighted } from './own-reductions.ts';
import { DOWNSAMPLED, firstDifference, format, noise } from './random-image.ts';

/** A size with nine levels of every shape below it: 520x70 down to 2x1 and 1x1. */
const SIZE = [520, 70] as const;
const LEVELS = 10;
/** The number of roundings to the stored format down to level k in the single pass; the chain has one in each level. */
const rounded = (k: number) => Math.ceil(k / 6);

const FLOAT32 = 2 ** -24;
const HALF = 2 ** -11;
const SMALLEST_HALF = 2 ** -24;
/**
 * The error of a mean in units of 9 m u / 4: sums of 2, 3 and 4 values of magnitude m, left to right, err by u each.
 */
const SUMS = 9 / 4;
/** A factor for terms of second order, because every error is relative to a value that is slightly off. */
const SECOND_ORDER = 1 + 2 ** -6;

/** The largest difference of each level, from level 1 on. */
function largest(a: readonly Float64Array[], b: readonly Float64Array[]): number[] {
  return a.slice(1).map((level, l) => level.reduce((most, x, n) => Math.max(most, Math.abs(x - b[l + 1][n])), 0));
}

function stored(image: ImageSource, levels: readonly Uint8Array[]): readonly Float64Array[] {
  return levels.map((texels) => values(image, texels));
}

/** The levels whose difference exceeds its bound, as text. */
function beyond(differences: readonly number[], bound: (k: number) => number): string[] {
  return differences.flatMap((difference, n) =>
    difference <= bound(n + 1) ? [] : [`level ${n + 1}: ${difference} > ${bound(n + 1)}`],
  );
}

function magnitude(image: ImageSource): number {
  return values(image, image.levels[0]).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

describe('the single pass equals the level-by-level chain', () => {
  const equal = (image: ImageSource, reduction: Reduction, arithmetic: 'float32' | 'float16') => {
    const count = 1 + Math.floor(Math.log2(Math.max(image.width, image.height)));
    const round = arithmetic === 'float16' ? toHalf : toFloat32;
    const reduce =
      reduction === 'average'
        ? ownAverage(round)
        : reduction === 'min'
          ? ownMin
          : reduction === 'max'
            ? ownMax
            : ownWeighted(image.format, reduction, round);
    const chain = levelByLevel(image, count, reduce, round);
    const { levels } = downsample(image, { reduction, arithmetic });
    return chain.map((texels, l) => firstDifference(levels[l], texels)).filter((difference) => difference !== '');
  };

  it.each(DOWNSAMPLED.map(({ name }) => [name]))('in min and max, of %s', (name) => {
    const image = noise(format(name), 130, 70, 1, 11);
    for (const reduction of ['min', 'max'] as const) expect(equal(image, reduction, 'float32')).toEqual([]);
  });

  it('in every reduction with registers as precise as memory: float32, and halves in packed arithmetic', () => {
    for (const reduction of ['average', alphaWeight, cornerWeights([1, 2, 3, 4])] as const) {
      expect(equal(noise(format('r32_sfloat'), ...SIZE, 1, 12), reduction, 'float32')).toEqual([]);
      expect(equal(noise(format('r16_sfloat'), ...SIZE, 1, 13), reduction, 'float16')).toEqual([]);
    }
  });

  it.each(['r8_unorm', 'r8_snorm', 'r16_sfloat'])('in the average of %s where no mean has a fraction', (name) => {
    // The values are made from the last level up: four texels around each, whose differences from it sum to 0.
    const bits = randomBits(5);
    let level = [0];
    for (let size = 2; size <= 256; size *= 2) {
      const above = new Array<number>(size * size);
      for (let n = 0; n < level.length; n++) {
        const at = 2 * Math.floor(n / (size / 2)) * size + 2 * (n % (size / 2));
        const [d, e] = [(bits() % 7) - 3, (bits() % 7) - 3];
        for (const [to, off] of [
          [at, d],
          [at + 1, e],
          [at + size, -e],
          [at + size + 1, -d],
        ])
          above[to] = level[n] + off;
      }
      level = above;
    }
    const codes = level.map((x) => (name === 'r8_unorm' ? x + 100 : x));
    const texels = name === 'r16_sfloat' ? Uint16Array.from(codes, halfOfInteger) : Int8Array.from(codes);
    const image = { format: format(name), width: 256, height: 256, layers: 1, levels: [new Uint8Array(texels.buffer)] };
    expect(equal(image, 'average', 'float32')).toEqual([]);
    expect(new Set(downsample(image).levels[3]).size).toBeGreaterThan(5);
  });

  it('in level 1 of every format, which has no level between', () => {
    for (const form of DOWNSAMPLED) {
      const image = noise(form, 70, 66, 1, 14);
      const chain = levelByLevel(image, 2, ownAverage(toFloat32), toFloat32);
      expect(firstDifference(downsample(image, { levels: 2 }).levels[1], chain[1])).toBe('');
    }
  });
});

describe('elsewhere the single pass stays within its bounds', () => {
  const run = (image: ImageSource, arithmetic: 'float32' | 'float16' = 'float32') => {
    const round = arithmetic === 'float16' ? toHalf : toFloat32;
    const single = stored(image, downsample(image, { arithmetic, levels: LEVELS }).levels);
    const exact = exactMeans(image, LEVELS);
    const chain = stored(image, levelByLevel(image, LEVELS, ownAverage(round), round));
    return { single, fromExact: largest(single, exact), fromChain: largest(single, chain) };
  };

  it.each(['r8_unorm', 'r8_snorm', 'r8g8_unorm'])('%s: half a code a rounding', (name) => {
    const { fromExact, fromChain } = run(noise(format(name), ...SIZE, 1, 21));
    expect(beyond(fromExact, (k) => rounded(k) / 2)).toEqual([]);
    expect(beyond(fromChain, (k) => (k === 1 ? 0 : Math.floor((k + rounded(k)) / 2)))).toEqual([]);
    // The results do differ, from the second level on.
    expect(Math.min(...fromChain.slice(1, 6))).toBeGreaterThanOrEqual(1);
  });

  it('8-bit sRGB: half a code at the steepest point for each rounding, in linear light', () => {
    const halfCode = 1 - linearOf(254.5);
    const image = noise(format('r8_srgb'), ...SIZE, 1, 22);
    const { fromExact, fromChain } = run(image);
    // Values are rounded to float32 once when they are decoded. The registers of six levels then err at most by this.
    const registers = (k: number) => (rounded(k) + SUMS * k) * FLOAT32 * SECOND_ORDER;
    expect(beyond(fromExact, (k) => rounded(k) * halfCode + registers(k))).toEqual([]);
    const chain = (k: number) => k * halfCode + (k + SUMS * k) * FLOAT32 * SECOND_ORDER;
    expect(beyond(fromChain, (k) => rounded(k) * halfCode + registers(k) + chain(k))).toEqual([]);
    expect(Math.max(...fromChain)).toBeGreaterThan(0);
  });

  it('halves in float32: half a unit in the last place for each rounding', () => {
    const image = noise(format('r16_sfloat'), ...SIZE, 1, 23);
    const { fromExact, fromChain } = run(image);
    const m = magnitude(image);
    const half = Math.max(HALF * m, SMALLEST_HALF / 2) * SECOND_ORDER;
    const registers = (k: number) => SUMS * k * FLOAT32 * m * SECOND_ORDER;
    expect(beyond(fromExact, (k) => rounded(k) * half + registers(k))).toEqual([]);
    expect(beyond(fromChain, (k) => (rounded(k) + k) * half + 2 * registers(k))).toEqual([]);
    expect(Math.max(...fromChain)).toBeGreaterThan(0);
  });

  it('halves in packed arithmetic: nine quarters of half a unit in the last place for each level', () => {
    const image = noise(format('r16_sfloat'), ...SIZE, 1, 24);
    const { fromExact } = run(image, 'float16');
    const bound = (k: number) => k * (SUMS * HALF * magnitude(image) + SMALLEST_HALF / 2) * SECOND_ORDER;
    expect(beyond(fromExact, bound)).toEqual([]);
  });

  it('float32: nine quarters of half a unit in the last place for each level', () => {
    const image = noise(format('r32g32b32a32_sfloat'), ...SIZE, 1, 25);
    const { fromExact } = run(image);
    expect(beyond(fromExact, (k) => SUMS * k * FLOAT32 * magnitude(image) * SECOND_ORDER)).toEqual([]);
  });

  it('a float32 sum of code / 255, as in shaders, changes only means that are ties', () => {
    // The relative error is 2^-24 for the quotient, three sums a level and the product with 255; the value is at most
    // 255.
    const bound = 255 * (1 + 3 * 6 + 1) * FLOAT32 * SECOND_ORDER;
    const image = noise(format('r8_unorm'), 64, 64, 1, 26);
    const scaled = { ...image, format: format('r32_sfloat'), levels: [new Uint8Array(normalized(image.levels[0]))] };
    const shader = downsample(scaled, { levels: 7 }).levels.map((texels) => values(scaled, texels));
    const exact = exactMeans(image, 7);
    const errors = exact.map((level, l) =>
      level.reduce((most, x, n) => Math.max(most, Math.abs(255 * shader[l][n] - x)), 0),
    );
    expect(Math.max(...errors)).toBeLessThanOrEqual(bound);
    expect(bound).toBeLessThan(1 / 3000);
  });
});

function normalized(codes: Uint8Array): ArrayBuffer {
  return Float32Array.from(codes, (code) => code / 255).buffer;
}

/** The pattern of the half of an integer from -2048 to 2048. */
function halfOfInteger(x: number): number {
  if (x === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(x)));
  return (x < 0 ? 0x8000 : 0) + (exponent + 15) * 1024 + (Math.abs(x) / 2 ** exponent - 1) * 1024;
}
