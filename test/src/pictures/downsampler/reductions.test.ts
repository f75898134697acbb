import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { floatToHalf, halfToFloat } from '../../../../rtl-model/fixed-point/float16.ts';
import { downsample, type DownsampleOptions } from '../../../../src/pictures/downsampler/downsample.ts';
import { roundToHalf } from '../../../../src/pictures/downsampler/row-reductions.ts';
import { alphaWeight, cornerWeights, type TexelWeight } from '../../../../src/pictures/downsampler/reduction.ts';
import { randomBits } from '../../../oracle/random.ts';
import { nearest, toHalf } from './own-arithmetic.ts';
import { format, noise } from './random-image.ts';

/** 2x2 texels of one or four floats. */
function floats(...components: number[]): ImageSource {
  const form = format(components.length === 4 ? 'r32_sfloat' : 'r32g32b32a32_sfloat');
  const levels = [new Uint8Array(Float32Array.from(components).buffer)];
  return { format: form, width: 2, height: 2, layers: 1, levels };
}

function halves(...components: number[]): ImageSource {
  const levels = [new Uint8Array(Uint16Array.from(components, (x) => floatToHalf(x, 'nearest-even')).buffer)];
  return { format: format('r16_sfloat'), width: 2, height: 2, layers: 1, levels };
}

function bytes(name: string, width: number, height: number, ...texels: number[]): ImageSource {
  return { format: format(name), width, height, layers: 1, levels: [Uint8Array.from(texels)] };
}

/** The one texel of level 1. */
function reduced(image: ImageSource, options: DownsampleOptions = {}): number[] {
  const [, texels] = downsample(image, options).levels;
  if (image.format.componentBits === 32) return [...new Float32Array(texels.buffer)];
  if (image.format.componentBits === 16) return Array.from(new Uint16Array(texels.buffer), halfToFloat);
  return [...texels];
}

describe('the average', () => {
  it('rounds every sum of four codes to the nearest mean, ties to even, in each component', () => {
    // Column n of the image sums to n: 1021 sums, shifted by 255 from one component to the next.
    const width = 2 * 1021;
    for (const name of ['r8_unorm', 'r8g8_unorm', 'r8g8b8a8_unorm', 'b8g8r8a8_srgb']) {
      const form = format(name);
      const count = form.order.length;
      const sumOf = (i: number, c: number) => (i + 255 * c) % 1021;
      const texels = new Uint8Array(2 * width * count);
      for (let i = 0; i < 1021; i++) {
        for (let c = 0; c < count; c++) {
          let rest = sumOf(i, c);
          for (const at of [2 * i, 2 * i + 1, width + 2 * i, width + 2 * i + 1]) {
            texels[at * count + c] = Math.min(255, rest);
            rest -= texels[at * count + c];
          }
        }
      }
      const level = downsample({ format: form, width, height: 2, layers: 1, levels: [texels] }, { levels: 2 })
        .levels[1];
      const wrong: string[] = [];
      level.forEach((code, n) => {
        const [i, c] = [Math.floor(n / count), n % count];
        if (name.endsWith('srgb') && c < 3) return;
        if (code !== nearest(sumOf(i, c) / 4)) wrong.push(`${name} sum ${sumOf(i, c)}: ${code}`);
      });
      expect(wrong.length, wrong[0]).toBe(0);
    }
  });

  it('adds from left to right, upper row first', () => {
    // A 1 added to 2^24 is lost; two of them together are not.
    expect(reduced(floats(2 ** 24, 1, 1, 0))).toEqual([2 ** 22]);
    expect(reduced(floats(1, 1, 2 ** 24, 0))).toEqual([(2 ** 24 + 2) / 4]);
    expect(reduced(floats(1, 2 ** 24, 1, 0))).toEqual([2 ** 22]);
    expect(reduced(floats(1, 0, 1, 2 ** 24))).toEqual([(2 ** 24 + 2) / 4]);
    expect(reduced(halves(2048, 1, 1, 0), { arithmetic: 'float16' })).toEqual([512]);
    expect(reduced(halves(1, 1, 2048, 0), { arithmetic: 'float16' })).toEqual([512.5]);
  });

  it('of halves overflows only in packed arithmetic, not in float32', () => {
    const image = halves(40000, 40000, 40000, 40000);
    expect(reduced(image)).toEqual([40000]);
    expect(reduced(image, { arithmetic: 'float16' })).toEqual([Infinity]);
  });

  it('is computed in linear light for sRGB colours, and in codes for alpha', () => {
    const black = [0, 0, 0, 0];
    const white = [255, 255, 255, 255];
    // Half the light of white is code 188 (187.5): 255 * (1.055 * 0.5^(1/2.4) - 0.055). 127.5 is a tie and gives 128.
    expect(reduced(bytes('r8g8b8a8_srgb', 2, 2, ...black, ...white, ...white, ...black))).toEqual([188, 188, 188, 128]);
    expect(reduced(bytes('r8g8b8a8_unorm', 2, 2, ...black, ...white, ...white, ...black))).toEqual([
      128, 128, 128, 128,
    ]);
  });

  it('treats -128 as -127 in signed codes', () => {
    expect(reduced(bytes('r8_snorm', 2, 2, 0x80, 0x80, 0x80, 0x80))).toEqual([0x81]);
    expect(reduced(bytes('r8_snorm', 2, 2, 0x80, 0x81, 0, 0))).toEqual([256 - 64]);
  });

  it('keeps denorms', () => {
    expect(reduced(floats(2 ** -147, 0, 0, 0))).toEqual([2 ** -149]);
    expect(reduced(halves(2 ** -22, 0, 0, 0), { arithmetic: 'float16' })).toEqual([2 ** -24]);
    // Level 1 in units of 2^-24: 2/4, 2/4, 3/4 and 3/4, rounded to 0, 0, 1 and 1. Half a unit is a tie and gives 0.
    const units = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0].map((unit) => unit * 2 ** -24);
    const packed = downsample({ ...halves(...units), width: 4, height: 4 }, { arithmetic: 'float16' });
    expect(packed.levels.slice(1)).toEqual([Uint8Array.of(0, 0, 0, 0, 1, 0, 1, 0), Uint8Array.of(0, 0)]);
    // A quarter of the smallest float32 is no float32 and gives 0; three quarters round up.
    expect(reduced(floats(2 ** -149, 0, 0, 0))).toEqual([0]);
    expect(reduced(floats(2 ** -149, 2 ** -149, 2 ** -149, 0))).toEqual([2 ** -149]);
  });
});

describe('minimum and maximum', () => {
  it('prefer numbers to NaN, keep infinities and distinguish the zeros', () => {
    expect(reduced(floats(NaN, 2, NaN, -3), { reduction: 'min' })).toEqual([-3]);
    expect(reduced(floats(NaN, 2, NaN, -3), { reduction: 'max' })).toEqual([2]);
    expect(reduced(floats(NaN, NaN, NaN, NaN), { reduction: 'max' })).toEqual([NaN]);
    expect(reduced(floats(0, -0, 0, 0), { reduction: 'min' })).toEqual([-0]);
    expect(reduced(floats(-0, -0, 0, -0), { reduction: 'max' })).toEqual([0]);
    expect(reduced(floats(-Infinity, 1, 2, Infinity), { reduction: 'min' })).toEqual([-Infinity]);
  });

  it('compare component by component, signed codes by their value', () => {
    const image = bytes('r8g8_snorm', 2, 2, 0x80, 1, 0x7f, 2, 0, 0xff, 3, 4);
    expect(reduced(image, { reduction: 'min' })).toEqual([0x81, 0xff]);
    expect(reduced(image, { reduction: 'max' })).toEqual([0x7f, 4]);
  });
});

describe('a weighted mean', () => {
  it('weighs by alpha, and evenly if all alphas are 0', () => {
    const leaf = [40, 200, 60, 255];
    const gap = [255, 0, 255, 0];
    expect(reduced(bytes('r8g8b8a8_unorm', 2, 2, ...leaf, ...gap, ...gap, ...gap), { reduction: alphaWeight })).toEqual(
      leaf,
    );
    const clear = [8, 16, 24, 0];
    const other = [16, 16, 16, 0];
    expect(
      reduced(bytes('r8g8b8a8_unorm', 2, 2, ...clear, ...other, ...clear, ...other), { reduction: alphaWeight }),
    ).toEqual([12, 16, 20, 0]);
  });

  it('weighs by corner', () => {
    const image = floats(1, 10, 100, 1000);
    expect(reduced(image, { reduction: cornerWeights([1, 0, 0, 0]) })).toEqual([1]);
    expect(reduced(image, { reduction: cornerWeights([0, 2, 0, 0]) })).toEqual([10]);
    expect(reduced(image, { reduction: cornerWeights([0, 0, 0.5, 0]) })).toEqual([100]);
    expect(reduced(image, { reduction: cornerWeights([1, 1, 1, 1]) })).toEqual([277.75]);
    expect(reduced(image, { reduction: cornerWeights([1, 0, 0, 3]) })).toEqual([750.25]);
  });

  it('passes the values of the texel and the corner to the weight', () => {
    const seen: number[][] = [];
    const watch: TexelWeight = (...args) => seen.push(args);
    const black = Array.from({ length: 12 }, () => 0);
    downsample(bytes('b8g8r8a8_unorm', 2, 2, 255, 51, 0, 102, ...black), { reduction: watch });
    downsample(bytes('r8_snorm', 2, 2, 0x80, 127, 0, 0), { reduction: watch });
    downsample(bytes('r8g8_srgb', 2, 2, 255, 0, 0, 0, 0, 0, 0, 0), { reduction: watch });
    expect(seen.filter((_, n) => n % 4 < 2)).toEqual([
      [0, 0.2, 1, 0.4, 0],
      [0, 0, 0, 0, 1],
      [-1, 0, 0, 1, 0],
      [1, 0, 0, 1, 1],
      [1, 0, 0, 1, 0],
      [0, 0, 0, 1, 1],
    ]);
    expect(seen.map((args) => args[4])).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  });

  it('refuses invalid weights', () => {
    for (const weight of [-1, NaN, Infinity, 1e39]) {
      expect(() => downsample(floats(1, 2, 3, 4), { reduction: () => weight })).toThrow(/^weight .*not negative/);
    }
    for (const weights of [
      [1, 1, 1],
      [1, 1, 1, -1],
      [0, 0, 0, 0],
      [1, 1, 1, NaN],
      [1, 1, 1, 1, 1],
    ]) {
      expect(() => cornerWeights(weights)).toThrow(/^corner weights .*four numbers/);
    }
  });
});

describe('roundToHalf', () => {
  it('rounds like floatToHalf for every half, every midpoint, and their neighbours', () => {
    const wrong: string[] = [];
    const check = (x: number) => {
      for (const y of [x, -x]) {
        const [got, expected] = [roundToHalf(y), halfToFloat(floatToHalf(y, 'nearest-even'))];
        if (!Object.is(got, expected) || !Object.is(got, toHalf(y))) wrong.push(`${y}: ${got}, expected ${expected}`);
      }
    };
    for (let bits = 0; bits < 0x7c00; bits++) {
      const x = halfToFloat(bits);
      const middle = (x + (bits === 0x7bff ? 65536 : halfToFloat(bits + 1))) / 2;
      for (const y of [x, middle]) for (const scale of [1 - 2 ** -50, 1, 1 + 2 ** -50]) check(y * scale);
    }
    for (const x of [Infinity, 65520, 65519.9, 1e300, 1e-300, 2 ** -25, 2 ** -149]) check(x);
    expect(wrong.length, wrong[0]).toBe(0);
    expect(roundToHalf(NaN)).toBeNaN();
  });

  it('rounds noise like a bisection', () => {
    const bits = randomBits(9);
    for (let n = 0; n < 2000; n++) {
      const x = (bits() / 2 ** 31 - 1) * 2 ** ((bits() % 50) - 30);
      expect(roundToHalf(x)).toBe(toHalf(x));
    }
  });
});

describe('downsample', () => {
  it('gives the levels of floor(size / 2^l) down to 1x1, or as many as are asked for', () => {
    const image = noise(format('r8_unorm'), 100, 7, 2, 1);
    expect(downsample(image).levels.map(({ length }) => length)).toEqual([1400, 300, 50, 24, 12, 6, 2]);
    expect(downsample(image, { levels: 3 }).levels.length).toBe(3);
    expect(downsample(image, { levels: 1 }).levels).toEqual(image.levels);
    expect(downsample(noise(format('r8_unorm'), 1, 1, 1, 1)).levels.length).toBe(1);
  });

  it('drops the last column and row of odd sizes, and repeats a single one', () => {
    expect(downsample(bytes('r8_unorm', 3, 3, 1, 3, 99, 5, 7, 99, 99, 99, 99)).levels[1]).toEqual(Uint8Array.of(4));
    expect(
      downsample(bytes('r8_unorm', 1, 5, 10, 20, 30, 50, 99))
        .levels.slice(1)
        .map(([x]) => x),
    ).toEqual([15, 28]);
    // 3x1: level 1 is 1x1, and the third texel does not count.
    expect(downsample(bytes('r8_unorm', 3, 1, 10, 20, 99)).levels[1]).toEqual(Uint8Array.of(15));
    // 2x4: the columns are merged in level 1. Level 2 is made of that one column, not of the texels beside it.
    expect(downsample(bytes('r8_unorm', 3, 4, 0, 4, 99, 4, 8, 99, 8, 12, 99, 12, 16, 99)).levels[2]).toEqual(
      Uint8Array.of(8),
    );
  });

  it('does not change the source and reads it at any alignment', () => {
    for (const name of ['r8g8b8a8_unorm', 'r16_sfloat', 'r32_sfloat']) {
      const image = noise(format(name), 9, 6, 1, 4);
      const [texels] = image.levels;
      const file = new Uint8Array(texels.length + 1);
      file.set(texels, 1);
      const moved = { ...image, levels: [file.subarray(1)] };
      expect(downsample(moved).levels.slice(1)).toEqual(downsample(image).levels.slice(1));
      expect(image).toEqual(noise(format(name), 9, 6, 1, 4));
    }
  });

  it('continues in another dispatch if the sixth level does not fit a tile', () => {
    const image = noise(format('r8_unorm'), 8320, 2, 1, 3);
    const { levels } = downsample(image);
    const rest = downsample({ ...image, width: 130, height: 1, levels: [levels[6]] });
    expect(levels.slice(6)).toEqual(rest.levels);
    expect(levels.length).toBe(14);
  });

  it('refuses unsupported formats, levels and arithmetic', () => {
    const image = noise(format('r8_unorm'), 4, 4, 1, 1);
    const refused = (source: ImageSource, options: DownsampleOptions) => () => downsample(source, options);
    expect(refused(image, { levels: 0 })).toThrow('levels: 0, expected 1 to 3 for 4x4 texels');
    expect(refused(image, { levels: 4 })).toThrow('levels: 4, expected 1 to 3');
    expect(refused(image, { levels: 1.5 })).toThrow('levels: 1.5, expected');
    expect(refused(image, { arithmetic: 'float16' })).toThrow(/^r8_unorm: float16 arithmetic is for/);
    expect(refused({ ...image, width: 5 }, {})).toThrow('level 0 (5x4x1) needs 20 bytes, has 16');
    const wide = { ...image, format: format('r16_unorm'), levels: [new Uint8Array(32)] };
    expect(refused(wide, {})).toThrow('r16_unorm: 8-bit and float formats');
  });
});
