import { describe, expect, it } from 'vitest';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { TexelFormat } from '../../../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../../../rtl-model/formats/uncompressed-formats.ts';
import { buildMipChain } from '../../../../src/pictures/downsampler/mip-chain.ts';
import type { Picture } from '../../../../src/pictures/textures/picture.ts';
import { randomBits } from '../../../oracle/random.ts';
import { rational, round } from '../../../oracle/rational.ts';

const BYTE_FORMATS = [...MIP_CHAIN_FORMATS.values()].filter((format) => format.componentBits === 8);

function format(name: string): TexelFormat {
  return MIP_CHAIN_FORMATS.get(name)!;
}

function noise(width: number, height: number, seed: number): Picture {
  const bits = randomBits(seed);
  return { width, height, texels: Uint8Array.from({ length: 4 * width * height }, () => bits() & 0xff) };
}

/**
 * Level l of an image by its definition, directly from level 0: the mean of 2^l by 2^l texels. An odd size drops its
 * last column or row, a size of one repeats the only one.
 */
function naiveLevel(base: Uint8Array, width: number, height: number, l: number, form: TexelFormat): Uint8Array {
  const components = form.order.length;
  const [w, h] = [Math.max(1, width >> l), Math.max(1, height >> l)];
  const below = new Uint8Array(w * h * components);
  for (let to = 0; to < below.length; to++) {
    const c = to % components;
    const i = Math.floor(to / components) % w;
    const j = Math.floor(to / components / w);
    const texels = positions(j, l, height).flatMap((y) =>
      positions(i, l, width).map((x) => base[(y * width + x) * components + c]),
    );
    below[to] = naiveMean(texels, form.componentType === 'srgb' && form.order[c] !== 3, form);
  }
  return below;
}

/** The texels of level 0 in one dimension whose mean is texel i of level l, with clamped ones repeated. */
function positions(i: number, l: number, size: number): number[] {
  if (l === 0) return [i];
  const last = Math.max(1, size >> (l - 1)) - 1;
  return [2 * i, Math.min(2 * i + 1, last)].flatMap((above) => positions(above, l - 1, size));
}

function naiveMean(codes: readonly number[], srgb: boolean, form: TexelFormat): number {
  if (srgb) return Math.round(255 * encoded(codes.reduce((sum, code) => sum + linear(code / 255), 0) / codes.length));
  const signed = (code: number) => (form.componentType === 'snorm' ? Math.max(-127, (code << 24) >> 24) : code);
  const sum = codes.reduce((total, code) => total + signed(code), 0);
  return Number(round(rational(sum, codes.length), 'nearest-even')) & 0xff;
}

function linear(c: number): number {
  return c > 0.04045 ? Math.pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
}

function encoded(l: number): number {
  return l > 0.0031308 ? 1.055 * Math.pow(l, 1 / 2.4) - 0.055 : l * 12.92;
}

/**
 * True if the code is nearest to the mean of two. Linear light is float32: if the mean is half-way between two codes up
 * to the roundings (of each code, 2^-24, and of three sums), both are right. The encoded mean errs by them times the
 * slope, at most 12.92 codes of 1/255.
 */
function isNearestSrgb(code: number, a: number, b: number): boolean {
  const mean = (linear(a / 255) + linear(b / 255)) / 2;
  return Math.abs(255 * encoded(mean) - code) <= 0.5 + 255 * 12.92 * mean * 4 * 2 ** -24;
}

describe('the chain of levels', () => {
  it.each(BYTE_FORMATS.map((form) => [form.name]))('of %s is the mean of level 0, rounded once', (name) => {
    const sizes = [1, 2, 3, 4, 5, 7, 8, 11];
    const failures: string[] = [];
    for (const width of sizes) {
      for (const height of sizes) {
        const { levels } = buildMipChain(noise(width, height, 100 * width + height), format(name));
        for (let l = 1; l < levels.length; l++) {
          const expected = naiveLevel(levels[0], width, height, l, format(name));
          if (Buffer.compare(levels[l], expected) !== 0) {
            failures.push(`${width}x${height} level ${l}: ${levels[l].join()} expected ${expected.join()}`);
          }
        }
      }
    }
    expect(failures.length, failures[0]).toBe(0);
  });

  it.each(['r8g8b8a8_srgb', 'r8g8b8a8_unorm'])('of %s averages every pair of codes to the nearest code', (name) => {
    // Block (a, b) of the picture holds a, b, b, a, so level 1 holds the mean of every two codes.
    const texels = new Uint8Array(4 * 512 * 512);
    for (let n = 0; n < 512 * 512; n++) {
      const [x, y] = [n % 512, n >> 9];
      texels.fill((x + y) % 2 === 0 ? x >> 1 : y >> 1, 4 * n, 4 * n + 4);
    }
    const below = buildMipChain({ width: 512, height: 512, texels }, format(name)).levels[1];
    const failures: string[] = [];
    for (let n = 0; n < 65536; n++) {
      const [a, b] = [n % 256, n >> 8];
      const even = Number(round(rational(a + b, 2), 'nearest-even'));
      const [red, alpha] = [below[4 * n], below[4 * n + 3]];
      const right = name.endsWith('srgb') ? isNearestSrgb(red, a, b) : red === even;
      if (!right || alpha !== even) failures.push(`${a}, ${b}: ${red} ${alpha} expected ${even}`);
    }
    expect(failures.length, failures[0]).toBe(0);
  });

  it('runs down to 1x1 with the level sizes that the texel memory needs', () => {
    for (const [width, height, levels] of [
      [1, 1, 1],
      [2, 1, 2],
      [5, 3, 3],
      [1, 16, 5],
      [100, 7, 7],
    ]) {
      const chain = buildMipChain(noise(width, height, 9), format('b8g8r8a8_unorm'));
      const image = layOutImages([chain], 'linear').images[0];
      expect(image.levels.length).toBe(levels);
      expect([image.levels.at(-1)!.width, image.levels.at(-1)!.height]).toEqual([1, 1]);
    }
  });

  it('leaves a flat colour flat, for every code and format', () => {
    const failures: string[] = [];
    for (const form of BYTE_FORMATS) {
      for (let code = 0; code < 256; code++) {
        const { levels } = buildMipChain({ width: 6, height: 5, texels: new Uint8Array(120).fill(code) }, form);
        if (levels.some((level) => level.some((byte) => byte !== levels[0][0]))) failures.push(`${form.name} ${code}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it('stores the components of the format, in its order', () => {
    const picture = { width: 1, height: 1, texels: Uint8Array.of(10, 20, 30, 40) };
    expect([...buildMipChain(picture, format('r8g8b8a8_srgb')).levels[0]]).toEqual([10, 20, 30, 40]);
    expect([...buildMipChain(picture, format('b8g8r8a8_srgb')).levels[0]]).toEqual([30, 20, 10, 40]);
    expect([...buildMipChain(picture, format('r8g8_unorm')).levels[0]]).toEqual([10, 20]);
    expect([...buildMipChain(picture, format('r8_unorm')).levels[0]]).toEqual([10]);
  });

  it('keeps the colour in the upper half of a signed format', () => {
    const picture = { width: 1, height: 1, texels: Uint8Array.of(0, 255, 128, 1) };
    // 128 * 127 / 255 = 63.7, 127 / 255 = 0.498.
    expect([...buildMipChain(picture, format('r8g8b8a8_snorm')).levels[0]]).toEqual([0, 127, 64, 0]);
  });

  it('does not share its texels with the picture', () => {
    const picture = noise(4, 4, 3);
    buildMipChain(picture, format('r8g8b8a8_unorm')).levels[0][0] ^= 0xff;
    expect(picture).toEqual(noise(4, 4, 3));
  });

  it('refuses formats of wider components', () => {
    expect(() => buildMipChain(noise(2, 2, 1), format('r16_unorm'))).toThrow(/r16_unorm: .* not of 16 bits/);
  });
});
