import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/texel-decoder/texel-format.ts';
import { BILINEAR, EXPLICIT, flatImage, lanesOf, POINT, sample } from '../../oracle/sampling.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

type Color = readonly [number, number, number, number];

/** What lies wholly in the border of an image whose own texels are something else. */
function border(name: string, borderColor: Color, sampler = POINT): number[] {
  const format = TEXEL_FORMATS.get(name)!;
  const image = flatImage(format, 4, 4, () => new Uint8Array(format.texelBytes).fill(0x35));
  const batch = lanesOf(1, ({ s, t }) => {
    s[0] = 2;
    t[0] = 0.5;
  });
  const clamped = { ...sampler, addressModeU: 'clamp_to_border', borderColor } as const;
  return [...sample(FULL_QUALITY, image, clamped, EXPLICIT, batch).subarray(0, 4)];
}

describe('the border colour', () => {
  it('is clamped to [0, 1] for UNORM and sRGB, to [-1, 1] for SNORM', () => {
    for (const name of ['r8g8b8a8_unorm', 'r8g8b8a8_srgb', 'b8g8r8a8_unorm', 'r16g16b16a16_unorm']) {
      expect([name, ...border(name, [-2, 3, Infinity, -Infinity])]).toEqual([name, 0, 1, 1, 0]);
    }
    for (const name of ['r8g8b8a8_snorm', 'b8g8r8a8_snorm']) {
      expect([name, ...border(name, [-2, 3, Infinity, -Infinity])]).toEqual([name, -1, 1, 1, -1]);
    }
  });

  it('is snapped to the nearest code of the format', () => {
    expect(border('r8g8b8a8_unorm', [0.5, 0.25, 0.1, 1])).toEqual([128, 64, 26, 255].map((n) => Math.fround(n / 255)));
    expect(border('r8g8b8a8_snorm', [0.5, -0.25, 0.1, -1])).toEqual(
      [64, -32, 13, -127].map((n) => Math.fround(n / 127)),
    );
    expect(border('r16_unorm', [0.3, 0, 0, 0])[0]).toBe(Math.fround(19_661 / 65_535));
  });

  it('is in linear space for sRGB, at the bits of linear light, and alpha at its own', () => {
    const linear = Math.round(0.3 * 65_535);
    expect(border('r8g8b8a8_srgb', [0.3, 0.3, 0.3, 0.3])).toEqual(
      [linear / 65_535, linear / 65_535, linear / 65_535, 77 / 255].map(Math.fround),
    );
  });

  it('uses only the components of the format', () => {
    const color: Color = [0.2, 0.4, 0.6, 0.8];
    expect(border('r8_unorm', color)).toEqual([Math.fround(51 / 255), 0, 0, 1]);
    expect(border('r8g8_snorm', color)).toEqual([Math.fround(25 / 127), Math.fround(51 / 127), 0, 1]);
    expect(border('r32_sfloat', color)).toEqual([Math.fround(0.2), 0, 0, 1]);
  });

  it('goes to the component it names, whatever the order in memory', () => {
    const color: Color = [0.2, 0.4, 0.6, 0.8];
    expect(border('b8g8r8a8_unorm', color)).toEqual([51, 102, 153, 204].map((n) => Math.fround(n / 255)));
  });

  it('stays itself for 32-bit floats, and within the finite halves for 16-bit ones', () => {
    expect(border('r32g32b32a32_sfloat', [1e30, -1e30, Infinity, -0.1])).toEqual(
      [1e30, -1e30, Infinity, -0.1].map(Math.fround),
    );
    expect(border('r16g16b16a16_sfloat', [1e30, -1e30, Infinity, -0.5])).toEqual([65_504, -65_504, 65_504, -0.5]);
  });

  it('counts as 0 where it is NaN and the format is normalized', () => {
    expect(border('r8g8b8a8_unorm', [NaN, NaN, NaN, NaN])).toEqual([0, 0, 0, 0]);
    expect(border('r32_sfloat', [NaN, 0, 0, 0])[0]).toBeNaN();
  });

  it('mixes with the edge of the image in half-and-half at the edge itself', () => {
    const format = TEXEL_FORMATS.get('r8_unorm')!;
    const image = flatImage(format, 4, 4, () => Uint8Array.of(100));
    const sampler = { ...BILINEAR, addressModeU: 'clamp_to_border', borderColor: [1, 0, 0, 0] } as const;
    const batch = lanesOf(1, ({ s, t }) => {
      s[0] = 1;
      t[0] = 0.5;
    });
    const [red] = sample(FULL_QUALITY, image, sampler, EXPLICIT, batch);
    expect(red).toBe(Math.fround((100 + 255) / 2 / 255));
  });
});
