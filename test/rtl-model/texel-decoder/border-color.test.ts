import { describe, expect, it } from 'vitest';
import { BORDER_ADDRESS, Footprints } from '../../../rtl-model/registers/footprints.ts';
import { TexelBytes } from '../../../rtl-model/memory/texel-bytes.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { blockFormat } from '../../../rtl-model/formats/block-format.ts';
import { borderTexel } from '../../../rtl-model/texel-decoder/border-color.ts';
import type { ComponentScale } from '../../../rtl-model/formats/blocks/component-scale.ts';
import { aspectFormat } from '../../../rtl-model/formats/depth-stencil-formats.ts';
import { texelDecoder } from '../../../rtl-model/texel-decoder/format-decoder.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { BILINEAR, EXPLICIT, flatImage, lanesOf, POINT, sample } from '../../oracle/sampling.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

type Color = readonly [number, number, number, number];

/** A sample wholly in the border of an image whose own texels differ from the border. */
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

  it('is independent of the order of the components in memory', () => {
    const color: Color = [0.2, 0.4, 0.6, 0.8];
    expect(border('b8g8r8a8_unorm', color)).toEqual([51, 102, 153, 204].map((n) => Math.fround(n / 255)));
  });

  it('is unchanged for 32-bit floats, and clamped to the finite halves for 16-bit floats', () => {
    expect(border('r32g32b32a32_sfloat', [1e30, -1e30, Infinity, -0.1])).toEqual(
      [1e30, -1e30, Infinity, -0.1].map(Math.fround),
    );
    expect(border('r16g16b16a16_sfloat', [1e30, -1e30, Infinity, -0.5])).toEqual([65_504, -65_504, 65_504, -0.5]);
  });

  it('counts as 0 where it is NaN and the format is normalized', () => {
    expect(border('r8g8b8a8_unorm', [NaN, NaN, NaN, NaN])).toEqual([0, 0, 0, 0]);
    expect(border('r32_sfloat', [NaN, 0, 0, 0])[0]).toBeNaN();
  });

  it('counts for half of a linear sample at the edge of the image', () => {
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

/** The decoder's result for a tap on the border: codes or floats, integers for integer formats. */
function borderCodes(name: string, borderColor: Color, aspect: 'color' | 'depth' | 'stencil' = 'color'): number[] {
  const format = aspectFormat(TEXEL_FORMATS.get(name)!, aspect);
  const foot = new Footprints(1);
  foot.address.fill(BORDER_ADDRESS);
  texelDecoder(FULL_QUALITY, format, { ...DEFAULT_SAMPLER, borderColor }).decode(foot, 0, 1, new TexelBytes(16));
  const integer = format.componentType === 'uint' || format.componentType === 'sint';
  return [...(integer ? foot.texelBits : foot.texel).subarray(12, 16)];
}

describe('the border colour of other formats', () => {
  it('is snapped to the width of each component of a packed format', () => {
    expect(borderCodes('r5g6b5_unorm_pack16', [1, 0.5, 0.1, 0.3])).toEqual([31, 32, 3, 1]);
    expect(borderCodes('a1r5g5b5_unorm_pack16', [2, -1, NaN, 0.4])).toEqual([31, 0, 0, 0]);
    expect(borderCodes('a2b10g10r10_snorm_pack32', [-7, 0.5, 1, -1])).toEqual([-511, 256, 511, -1]);
    expect(borderCodes('r10x6g10x6_unorm_2pack16', [1, 0.5, 1, 1])).toEqual([1023, 512, 0, 1]);
  });

  it('gives the alpha of a format with alpha alone', () => {
    expect(borderCodes('a8_unorm', [1, 1, 1, 0.5])).toEqual([0, 0, 0, 128]);
  });

  it('is clamped to the range of unsigned floats: no sign, no infinity', () => {
    expect(borderCodes('b10g11r11_ufloat_pack32', [Infinity, -1, 1e9, 0])).toEqual([65_024, 0, 64_512, 1]);
    expect(borderCodes('b10g11r11_ufloat_pack32', [0.1, -0, NaN, 0])).toEqual([Math.fround(0.1), 0, NaN, 1]);
    expect(borderCodes('e5b9g9r9_ufloat_pack32', [Infinity, -1, NaN, 0])).toEqual([65_408, 0, 0, 1]);
    expect(borderCodes('r16g16_sfloat', [-Infinity, -0, 0, 0])).toEqual([-65_504, -0, 0, 1]);
  });

  it('is the nearest integer of a scaled format', () => {
    expect(borderCodes('r8g8b8a8_uscaled', [-1, 2.6, 300, NaN])).toEqual([0, 3, 255, 0]);
    expect(borderCodes('r16g16_sscaled', [-40_000, 40_000, 0, 0])).toEqual([-32_768, 32_767, 0, 1]);
    expect(borderCodes('r16g16_sfixed5_nv', [-0.5, 2000, 0, 0])).toEqual([-16, 32_767, 0, 1]);
  });

  it('is an integer in the range of an integer format, and a missing alpha is the integer 1', () => {
    expect(borderCodes('r8g8b8a8_uint', [-1, 256, 7, 255])).toEqual([0, 255, 7, 255]);
    expect(borderCodes('r8g8_sint', [-129, 128, 7, 7])).toEqual([-128, 127, 0, 1]);
    expect(borderCodes('r32g32_uint', [2 ** 32 - 1, 2 ** 24 + 1, 0, 0])).toEqual([-1, 2 ** 24 + 1, 0, 1]);
    expect(borderCodes('r32g32_sint', [-(2 ** 31), 2 ** 31, 0, 0])).toEqual([-(2 ** 31), 2 ** 31 - 1, 0, 1]);
    expect(borderCodes('r8_uint', [1.9, 0, 0, 0])).toEqual([1, 0, 0, 1]);
    expect(borderCodes('a2b10g10r10_uint_pack32', [1, 1, 1, 9])).toEqual([1, 1, 1, 3]);
  });

  it('gives r in [0, 1] for depth, and r as an integer for stencil', () => {
    expect(borderCodes('d16_unorm', [0.5, 1, 1, 0], 'depth')).toEqual([32_768, 0, 0, 1]);
    expect(borderCodes('d24_unorm_s8_uint', [7, 1, 1, 0], 'depth')).toEqual([2 ** 24 - 1, 0, 0, 1]);
    expect(borderCodes('d32_sfloat', [1.5, 1, 1, 0], 'depth')).toEqual([1, 0, 0, 1]);
    expect(borderCodes('d32_sfloat_s8_uint', [-0.5, 1, 1, 0], 'depth')).toEqual([0, 0, 0, 1]);
    expect(borderCodes('d32_sfloat_s8_uint', [200, 9, 9, 9], 'stencil')).toEqual([200, 0, 0, 1]);
    expect(borderCodes('s8_uint', [256, 9, 9, 9], 'stencil')).toEqual([255, 0, 0, 1]);
  });

  it('has all components of a 4:2:2 pair', () => {
    expect(borderCodes('g8b8g8r8_422_unorm', [0.2, 0.4, 0.6, 0.8])).toEqual([51, 102, 153, 1]);
  });

  it('is a code of the codec, or a float in its range, for a compressed format', () => {
    const scale = { one: 186, bits: 8, signed: false };
    const float = { one: 1, bits: 0, signed: true };
    const compressed = (name: string, scales: readonly ComponentScale[]) => {
      const codec = { width: 4, height: 4, bytes: 8, scales, srgb: false, decode: () => undefined };
      const format = blockFormat(name, codec);
      return [...borderTexel([0.5, -0.3, Infinity, NaN], format, componentScales(format, 16))];
    };
    expect(compressed('bc3_unorm_block', [scale, scale, scale, scale])).toEqual([93, 0, 186, 0]);
    expect(
      compressed('bc5_snorm_block', [
        { ...scale, one: 4445, signed: true },
        { ...scale, one: 4445 },
      ]),
    ).toEqual([2223, -1334, 0, 1]);
    expect(compressed('astc_4x4_unorm_block', [float, float, float, float])).toEqual([0.5, 0, 1, 0]);
    expect(compressed('bc6h_ufloat_block', [float, float, float, float])).toEqual([0.5, 0, 65_504, 1]);
  });
});
