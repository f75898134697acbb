import { describe, expect, it } from 'vitest';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { linearCodes } from './linear-codes.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';
import { EXPLICIT, imageOf, lanesOf, POINT, sample } from '../../oracle/sampling.ts';

const FORMATS = [...MIP_CHAIN_FORMATS.values()];

/** Point samples of a 256-wide image, one for each texel: r, g, b, a. */
function pointSamples(format: TexelFormat, texels: Uint8Array, design = FULL_QUALITY): Float32Array {
  const count = texels.length / format.texelBytes;
  const [width, height] = [256, count / 256];
  const batch = lanesOf(count, ({ s, t }, lane) => {
    s[lane] = ((lane % width) + 0.5) / width;
    t[lane] = (Math.floor(lane / width) + 0.5) / height;
  });
  return sample(design, imageOf(format, width, height, [texels]), POINT, EXPLICIT, batch);
}

/** Texels with every code of each component: component k of texel n holds code n + 85 k. */
function everyCode(format: TexelFormat): { codes: Uint16Array; bytes: Uint8Array } {
  const { order, componentBits } = format;
  const codes = new Uint16Array(2 ** componentBits * order.length);
  codes.forEach(
    (_, n) => (codes[n] = (Math.floor(n / order.length) + 85 * (n % order.length)) & (2 ** componentBits - 1)),
  );
  return { codes, bytes: componentBits === 8 ? Uint8Array.from(codes) : new Uint8Array(codes.buffer) };
}

/** The float32 of a code by the definitions of D3D11.3 3.2.3 and 3.1.5. */
function valueOf(format: TexelFormat, component: number, code: number, linear: readonly number[]): number {
  switch (format.componentType) {
    case 'unorm':
      return Math.fround(code / (2 ** format.componentBits - 1));
    case 'snorm':
      return Math.fround(code === 128 ? -1 : (code < 128 ? code : code - 256) / 127);
    case 'srgb':
      return component === 3 ? Math.fround(code / 255) : Math.fround(linear[code] / 65_535);
    default: {
      const [exponent, fraction] = [(code >> 10) & 31, code & 1023];
      const sign = code >> 15 === 0 ? 1 : -1;
      if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
      return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
    }
  }
}

describe('the texel decoder', () => {
  it.each(FORMATS.filter(({ componentBits }) => componentBits < 32).map((format) => [format.name, format] as const))(
    'gives the float32 of the specification for every code of %s, and 0, 0, 1 for missing components',
    (_, format) => {
      const { codes, bytes } = everyCode(format);
      const linear = linearCodes(FULL_QUALITY.filter.srgbLinearBits);
      const result = pointSamples(format, bytes);
      const wrong: string[] = [];
      for (let n = 0; n < 2 ** format.componentBits; n++) {
        const expected = [0, 0, 0, 1];
        format.order.forEach((component, k) => {
          expected[component] = valueOf(format, component, codes[n * format.order.length + k], linear);
        });
        expected.forEach((value, c) => {
          // -0 of a half is a value different from 0.
          if (!Object.is(result[4 * n + c], value))
            wrong.push(`texel ${n}, component ${c}: ${result[4 * n + c]}, not ${value}`);
        });
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );

  it.each(['r32_sfloat', 'r32g32b32a32_sfloat'])('passes every kind of float32 of %s unchanged', (name) => {
    const format = MIP_CHAIN_FORMATS.get(name)!;
    const dice = new Dice(0xf32);
    const patterns = Uint32Array.from({ length: 4096 * format.order.length }, () => dice.bits());
    // Denormals, infinities, zeros of both signs.
    patterns.set([1, 0x7f_ffff, 0x8000_0001, 0x7f80_0000, 0xff80_0000, 0, 0x8000_0000, 0x7fc0_0000]);
    const values = new Float32Array(patterns.buffer);
    const result = pointSamples(format, new Uint8Array(patterns.buffer));
    const wrong: string[] = [];
    for (let n = 0; n < 4096; n++) {
      const expected = [0, 0, 0, 1];
      format.order.forEach((component, k) => (expected[component] = values[n * format.order.length + k]));
      expected.forEach((value, c) => {
        if (!Object.is(result[4 * n + c], value)) wrong.push(`texel ${n}, ${c}: ${result[4 * n + c]}, not ${value}`);
      });
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(PRESETS.map((design) => [design.name, design] as const))('linearises sRGB to the bits of %s', (_, design) => {
    const bits = design.filter.srgbLinearBits;
    const linear = linearCodes(bits);
    const result = pointSamples(
      MIP_CHAIN_FORMATS.get('r8_srgb')!,
      Uint8Array.from({ length: 256 }, (_, n) => n),
      design,
    );
    for (let n = 0; n < 256; n++) expect(result[4 * n]).toBe(Math.fround(linear[n] / (2 ** bits - 1)));
  });

  it.each(['linear', 'tiled-4x4', 'morton'] as const)('reads the same texels from a %s memory', (layout) => {
    const design = { ...FULL_QUALITY, cache: { ...FULL_QUALITY.cache, layout } };
    for (const format of FORMATS) {
      const dice = new Dice(0x1a);
      const bytes = Uint8Array.from({ length: 256 * 5 * format.texelBytes }, () => dice.bits() & 0x3f);
      expect(pointSamples(format, bytes, design)).toEqual(pointSamples(format, bytes));
    }
  });
});
