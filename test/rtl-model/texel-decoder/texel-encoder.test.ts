import { describe, expect, it } from 'vitest';
import { Footprints, NO_TAP } from '../../../rtl-model/registers/footprints.ts';
import { TexelBytes } from '../../../rtl-model/memory/texel-bytes.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { texelDecoder } from '../../../rtl-model/texel-decoder/format-decoder.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import type { TexelDecoder } from '../../../rtl-model/texel-decoder/texel-decoder.ts';
import { TexelEncoder } from '../../../rtl-model/texel-decoder/texel-encoder.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { fieldCode, setField, SPECIFIED_FORMATS } from './specified-formats.ts';

const WRITTEN = SPECIFIED_FORMATS.filter(({ name }) => TEXEL_FORMATS.get(name)!.block === null);

/** The encoded texel of a color, from the low byte on. */
function encoded(name: string, color: readonly number[], rounding?: 'toward-zero' | 'nearest-even'): number[] {
  const format = TEXEL_FORMATS.get(name)!;
  const data = new TexelBytes(32);
  data.bytes.fill(0xee);
  new TexelEncoder(format, rounding).encode(color, data, 16);
  expect([...data.bytes.subarray(0, 16), ...data.bytes.subarray(16 + format.texelBytes)].every((b) => b === 0xee)).toBe(
    true,
  );
  return [...data.bytes.subarray(16, 16 + format.texelBytes)];
}

/** The codes of those of r, g, b and a that the format has. */
function codes(name: string, color: readonly number[], rounding?: 'toward-zero' | 'nearest-even'): number[] {
  const { fields } = SPECIFIED_FORMATS.find((format) => format.name === name)!;
  const bytes = Uint8Array.from(encoded(name, color, rounding));
  return fields
    .toSorted((x, y) => 'rgba'.indexOf(x.component) - 'rgba'.indexOf(y.component))
    .map((field) => fieldCode(bytes, 0, field));
}

/** Decodes a texel as in a point sample and encodes the result. */
class RoundTrip {
  private readonly data = new TexelBytes(32);
  private readonly foot = new Footprints(1);
  private readonly ones: readonly number[];
  private readonly integer: boolean;
  private readonly encoder: TexelEncoder;
  private readonly decoder: TexelDecoder;
  private readonly format: TexelFormat;
  private readonly design: Design;

  constructor(format: TexelFormat, design: Design) {
    this.foot.address.fill(NO_TAP);
    this.foot.address[0] = 0;
    this.format = format;
    this.design = design;
    this.ones = componentScales(format, design.filter.srgbLinearBits).map(({ one }) => one);
    this.integer = format.componentType === 'uint' || format.componentType === 'sint';
    this.encoder = new TexelEncoder(format);
    this.decoder = texelDecoder(design, format, DEFAULT_SAMPLER);
  }

  /** The bytes written, valid until the next call. */
  again(texel: ArrayLike<number>): Uint8Array {
    const { data, foot } = this;
    data.bytes.set(texel);
    this.decoder.decode(foot, 0, 1, data);
    const { texelBytes, componentType } = this.format;
    const color = this.integer
      ? Array.from(foot.texelBits.subarray(0, 4), (bits) => (componentType === 'uint' ? bits >>> 0 : bits))
      : Array.from(foot.texel.subarray(0, 4), (code, c) => Math.fround(code / this.ones[c]));
    this.encoder.encode(color, data, 16);
    return data.bytes.subarray(16, 16 + texelBytes);
  }

  get name(): string {
    return `${this.format.name} of ${this.design.name}`;
  }
}

/** True if the code is the one that its value is encoded to: no NaN, no second -1 (D3D11.3 19.1.2.1). */
function comesBack(type: string, bits: number, code: number): boolean {
  if (type === 'snorm') return code !== 2 ** (bits - 1);
  if (type === 'sfloat') return bits === 16 ? code % 2 ** 15 <= 0x7c00 : code % 2 ** 31 <= 0x7f80_0000;
  if (type === 'ufloat') return code <= 31 * 2 ** (bits - 5);
  return true;
}

describe('the texel encoder', () => {
  it.each(WRITTEN.filter(({ name }) => !name.startsWith('e5')).map((format) => [format.name, format] as const))(
    'inverts the decoder for every code of %s of up to 16 bits (D3D11.3 19.1.2)',
    (name, specified) => {
      const { type, fields } = specified;
      const trip = new RoundTrip(TEXEL_FORMATS.get(name)!, FULL_QUALITY);
      const widths = fields.map(({ low, high }) => high - low + 1);
      const widest = Math.max(...widths);
      const dice = new Dice(widest);
      const wrong: string[] = [];
      // Several wide components together get random codes; the one-component formats cover all codes.
      const all = widest < 16 || fields.length === 1;
      const count = widest <= 16 && all ? 2 ** widest : 1024;
      for (let n = 0; n < count; n++) {
        const texel = new Uint8Array(specified.bits / 8);
        fields.forEach((field, k) => {
          const bits = widths[k];
          const code = all && bits <= 16 ? (n + 37 * k) % 2 ** bits : dice.bits() % 2 ** bits;
          if (comesBack(type, bits, code)) setField(texel, 0, field, code);
        });
        const got = trip.again(texel);
        if (wrong.length < 5 && got.some((byte, at) => byte !== texel[at]))
          wrong.push(`${texel.join(' ')}: ${got.join(' ')}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('inverts the sRGB decoder from as few as 12 bits of linear light', () => {
    for (let bits = 12; bits <= 16; bits++) {
      const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, srgbLinearBits: bits } };
      const trip = new RoundTrip(TEXEL_FORMATS.get('r8_srgb')!, design);
      for (let code = 0; code < 256; code++) expect([trip.name, ...trip.again([code])]).toEqual([trip.name, code]);
    }
  });

  it('encodes every NaN as a NaN, and the second -1 of SNORM as the first', () => {
    expect(codes('r16g16_sfloat', [NaN, 1])).toEqual([0x7e00, 0x3c00]);
    const [r, g, b] = codes('b10g11r11_ufloat_pack32', [NaN, NaN, NaN]);
    expect([r > 0x7c0, g > 0x7c0, b > 0x3e0]).toEqual([true, true, true]);
    const trip = new RoundTrip(TEXEL_FORMATS.get('r8_snorm')!, FULL_QUALITY);
    expect([...trip.again([0x80])]).toEqual([0x81]);
  });

  it('saturates normalized components, gives 0 for NaN, rounds ties away from zero (D3D11.3 3.2.3.4, 3.2.3.6)', () => {
    expect(codes('r5g6b5_unorm_pack16', [2, 0.5, -1])).toEqual([31, 32, 0]);
    expect(codes('r5g5b5a1_unorm_pack16', [0.5, NaN, Infinity, 0.5])).toEqual([16, 0, 31, 1]);
    expect(codes('a2b10g10r10_unorm_pack32', [1 / 1023, 0.5, 1, 0.49])).toEqual([1, 512, 1023, 1]);
    expect(codes('r8g8b8a8_snorm', [-1, -2, 0.5, -0.5])).toEqual([129, 129, 64, 256 - 64]);
    expect(codes('a2b10g10r10_snorm_pack32', [-1, 1, NaN, -1])).toEqual([1024 - 511, 511, 0, 3]);
    expect(codes('r16g16_unorm', [0.5, 1.5 / 65_535])).toEqual([32_768, 2]);
  });

  it('encodes r, g, b of sRGB and leaves alpha linear (D3D11.3 3.2.3.8)', () => {
    // 0.2140411 is the linear value of 127.5 / 255; the straight part ends at 0.0031308.
    expect(codes('b8g8r8a8_srgb', [0.215, 0.213, 0.0031, 0.5])).toEqual([128, 127, 10, 128]);
    expect(codes('r8g8b8_srgb', [-1, NaN, 7])).toEqual([0, 0, 255]);
  });

  it('narrows floats toward zero (D3D11.3 3.2.2), or to nearest even on request', () => {
    const x = 1 + 2 ** -6 - 2 ** -20;
    expect(codes('b10g11r11_ufloat_pack32', [x, x, x])).toEqual([0x3c0, 0x3c0, 0x1e0]);
    expect(codes('b10g11r11_ufloat_pack32', [x, x, x], 'nearest-even')).toEqual([0x3c1, 0x3c1, 0x1e0]);
    expect(codes('b10g11r11_ufloat_pack32', [-1, 1e9, Infinity])).toEqual([0, 0x7bf, 0x3e0]);
    expect(codes('r16g16b16_sfloat', [x, 1e9, -Infinity])).toEqual([0x3c0f, 0x7bff, 0xfc00]);
    expect(codes('r16g16b16_sfloat', [x, 1e9, -0], 'nearest-even')).toEqual([0x3c10, 0x7c00, 0x8000]);
  });

  it('writes float32 unchanged', () => {
    const values = [Math.fround(0.1), -0, 2 ** -149, -Infinity];
    expect(encoded('r32g32b32a32_sfloat', values)).toEqual([...new Uint8Array(Float32Array.from(values).buffer)]);
  });

  it('shares the exponent of r, g, b (D3D11.3 19.3.2)', () => {
    expect(encoded('e5b9g9r9_ufloat_pack32', [6.25, 12.5, 3.125, 7])).toEqual([0xc8, 0x20, 0x93, 0x99]);
  });

  it('saturates integers to the range of the format (D3D11.3 3.2.3.13)', () => {
    expect(codes('r8g8b8a8_uint', [255, 256, -1, 2 ** 32 - 1])).toEqual([255, 255, 0, 255]);
    expect(codes('r8g8b8a8_sint', [127, 128, -128, -129])).toEqual([127, 127, 128, 128]);
    expect(codes('a2b10g10r10_uint_pack32', [1023, 1024, -5, 4])).toEqual([1023, 1023, 0, 3]);
    expect(codes('a2r10g10b10_sint_pack32', [-512, -513, 512, 2])).toEqual([512, 512, 511, 1]);
    expect(codes('r32g32_uint', [2 ** 32 - 1, 2 ** 31])).toEqual([2 ** 32 - 1, 2 ** 31]);
    expect(codes('r32g32_uint', [-1, 2 ** 32])).toEqual([0, 2 ** 32 - 1]);
    expect(codes('r32g32_sint', [-(2 ** 31), 2 ** 31])).toEqual([2 ** 31, 2 ** 31 - 1]);
    expect(codes('r10x6_uint_pack16_arm', [1024])).toEqual([1023]);
  });

  it('rounds scaled integers to nearest even and saturates them', () => {
    expect(codes('r8g8b8a8_uscaled', [2.5, 3.5, 300, -1])).toEqual([2, 4, 255, 0]);
    expect(codes('r8g8b8a8_sscaled', [-2.5, NaN, Infinity, -Infinity])).toEqual([254, 0, 127, 128]);
    expect(codes('r16g16_sfixed5_nv', [2.5 / 32, -2000])).toEqual([2, 2 ** 15]);
  });

  it('clears padding and drops components that the format lacks, bit for bit', () => {
    expect(encoded('b8g8r8x8_unorm', [1, 0, 1, 1])).toEqual([255, 0, 255, 0]);
    expect(encoded('r10x6_unorm_pack16', [1, 1, 1, 1])).toEqual([0xc0, 0xff]);
    expect(encoded('r12x4g12x4_unorm_2pack16', [0, 1, 1, 1])).toEqual([0, 0, 0xf0, 0xff]);
    expect(encoded('a8_unorm', [1, 1, 1, 0.5])).toEqual([128]);
    expect(encoded('r8g8b8_unorm', [1, 0, 1, 1])).toEqual([255, 0, 255]);
    expect(encoded('r4g4_unorm_pack8', [1, 0, 0, 0])).toEqual([0xf0]);
  });

  it.each([
    'd16_unorm',
    's8_uint',
    'd24_unorm_s8_uint',
    'g8b8g8r8_422_unorm',
    'g8_b8r8_2plane_420_unorm',
    'g8_b8_r8_3plane_444_unorm',
  ])('refuses %s', (name) => {
    expect(() => new TexelEncoder(TEXEL_FORMATS.get(name)!)).toThrow(`${name} is no format of image writes`);
  });
});
