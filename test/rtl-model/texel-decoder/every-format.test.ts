import { describe, expect, it } from 'vitest';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../rtl-model/registers/footprints.ts';
import { TexelBytes } from '../../../rtl-model/memory/texel-bytes.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { aspectFormat } from '../../../rtl-model/formats/depth-stencil-formats.ts';
import { texelDecoder } from '../../../rtl-model/texel-decoder/format-decoder.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { linearCodes } from './linear-codes.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import {
  fieldCode,
  setField,
  SPECIFIED_FORMATS,
  type SpecifiedField,
  type SpecifiedFormat,
} from './specified-formats.ts';

const LINEAR = linearCodes(FULL_QUALITY.filter.srgbLinearBits);

/** Decoded texels at byte addresses; integers for integer formats. */
function decoded(format: TexelFormat, bytes: Uint8Array, addresses: ArrayLike<number>): Float32Array | Int32Array {
  const lanes = Math.ceil(addresses.length / 4);
  const data = new TexelBytes(4 * Math.ceil(bytes.length / 4));
  data.bytes.set(bytes);
  const foot = new Footprints(lanes);
  foot.address.fill(NO_TAP);
  foot.address.set(addresses);
  texelDecoder(FULL_QUALITY, format, DEFAULT_SAMPLER).decode(foot, 0, lanes, data);
  return format.componentType === 'uint' || format.componentType === 'sint' ? foot.texelBits : foot.texel;
}

/** Bytes from one texel to the next: a power of two. */
function strideOf(bits: number): number {
  return 2 ** Math.ceil(Math.log2(bits / 8));
}

/** Texels with every code of one-component formats and of narrow components, otherwise random texels. */
function texelsOf({ bits, fields }: SpecifiedFormat, dice: Dice): Uint8Array {
  const widest = Math.max(...fields.map(({ low, high }) => high - low + 1));
  const count = widest <= 11 || (fields.length === 1 && widest <= 16) ? 2 ** widest : 2048;
  const bytes = Uint8Array.from({ length: (count + 256) * strideOf(bits) }, () => dice.bits() & 255);
  if (widest > 16) return bytes;
  for (let n = 0; n < count; n++) {
    const at = n * strideOf(bits);
    bytes.fill(0, at, at + bits / 8);
    fields.forEach((field, k) => setField(bytes, at, field, (n + 37 * k) % 2 ** (field.high - field.low + 1)));
  }
  return bytes;
}

/** D3D11.3 3.1.5, 3.1.6: 5 exponent bits, then the fraction, and a sign for 16 bits; a float32 is its bytes. */
function floatOf(code: number, bits: number): number {
  if (bits === 32) return new Float32Array(Uint32Array.of(code).buffer)[0];
  const f = bits === 16 ? 10 : bits - 5;
  const sign = bits === 16 && code >= 2 ** 15 ? -1 : 1;
  const exponent = Math.floor(code / 2 ** f) % 32;
  const fraction = (code % 2 ** f) / 2 ** f;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}

/** The decoder's result for a component: code, float or integer (D3D11.3 3.2.3, 19.3.2; Vulkan: numeric formats). */
function specifiedComponent(type: string, { component, low, high }: SpecifiedField, code: number): number {
  const bits = high - low + 1;
  const signed = code < 2 ** (bits - 1) ? code : code - 2 ** bits;
  switch (type) {
    case 'srgb':
      return component === 'a' ? code : LINEAR[code];
    case 'snorm':
      return Math.max(signed, -(2 ** (bits - 1) - 1));
    case 'sscaled':
    case 'sfixed5':
    case 'sint':
      return signed;
    case 'uint':
      // The footprint's integers are 32-bit patterns.
      return code >= 2 ** 31 ? code - 2 ** 32 : code;
    case 'sfloat':
    case 'ufloat':
      return floatOf(code, bits);
    default:
      return code;
  }
}

function specifiedTexel({ type, fields }: SpecifiedFormat, bytes: Uint8Array, at: number, odd = false): number[] {
  const texel = [0, 0, 0, 1];
  const exponent = fields.find(({ component }) => component === 'e');
  const seen = new Set<string>();
  for (const field of fields) {
    const { component } = field;
    if (component === 'e' || (seen.has(component) && !odd)) continue;
    seen.add(component);
    const code = fieldCode(bytes, at, field);
    texel['rgba'.indexOf(component)] =
      exponent === undefined
        ? specifiedComponent(type, field, code)
        : (code / 512) * 2 ** (fieldCode(bytes, at, exponent) - 15);
  }
  return texel;
}

function mismatches(got: ArrayLike<number>, expected: readonly number[], n: number): string[] {
  return expected.flatMap((value, c) =>
    Object.is(got[4 * n + c], value) ? [] : [`texel ${n}, component ${c}: ${got[4 * n + c]}, not ${value}`],
  );
}

describe('the decoder of every color format', () => {
  it.each(SPECIFIED_FORMATS.map((format) => [format.name, format] as const))(
    'decodes %s as the specification says, with 0, 0, 1 for missing components',
    (name, specified) => {
      const stride = strideOf(specified.bits);
      const bytes = texelsOf(specified, new Dice(specified.bits));
      const pair = TEXEL_FORMATS.get(name)!.block !== null;
      const step = pair ? stride / 2 : stride;
      const addresses = Int32Array.from({ length: bytes.length / step }, (_, n) => n * step);
      const got = decoded(TEXEL_FORMATS.get(name)!, bytes, addresses);
      const wrong: string[] = [];
      addresses.forEach((address, n) => {
        const start = Math.floor(address / stride) * stride;
        const texel = specifiedTexel(specified, bytes, start, pair && address !== start);
        if (wrong.length < 5) wrong.push(...mismatches(got, texel, n));
      });
      expect(wrong).toEqual([]);
    },
  );

  it('reads a plane of a multi-planar format like any image', () => {
    const [luma, chroma] = TEXEL_FORMATS.get('g10x6_b10x6r10x6_2plane_420_unorm_3pack16')!.planes!;
    const words = new Uint8Array(Uint16Array.of(0x1234, 0xffc0, 0x0040, 0x8000).buffer);
    // prettier-ignore
    expect([...decoded(luma.format, words, [0, 2, 4, 6])].slice(0, 16)).toEqual([
      0, 0x1234 >> 6, 0, 1,  0, 1023, 0, 1,  0, 1, 0, 1,  0, 512, 0, 1,
    ]);
    expect([...decoded(chroma.format, words, [0, 4])].slice(0, 8)).toEqual([1023, 0, 0x1234 >> 6, 1, 512, 0, 1, 1]);
    const [g8, b8r8] = TEXEL_FORMATS.get('g8_b8r8_2plane_420_unorm')!.planes!;
    expect([...decoded(g8.format, Uint8Array.of(9, 200), [0, 1])].slice(0, 8)).toEqual([0, 9, 0, 1, 0, 200, 0, 1]);
    expect([...decoded(b8r8.format, Uint8Array.of(9, 200), [0])].slice(0, 4)).toEqual([200, 0, 9, 1]);
  });

  it('refuses a multi-planar image as a whole', () => {
    const format = TEXEL_FORMATS.get('g8_b8_r8_3plane_444_unorm')!;
    expect(() => texelDecoder(FULL_QUALITY, format, DEFAULT_SAMPLER)).toThrow(
      `${format.name} is decoded plane by plane`,
    );
  });

  it('does not change a texel without a tap', () => {
    const names = ['r8_unorm', 'r16_snorm', 'r32_sfloat', 'r32_uint', 'e5b9g9r9_ufloat_pack32', 'g8b8g8r8_422_unorm'];
    for (const name of names) {
      const foot = new Footprints(1);
      foot.texelBits.fill(77);
      foot.address.fill(NO_TAP);
      foot.address[1] = BORDER_ADDRESS;
      const decoder = texelDecoder(FULL_QUALITY, TEXEL_FORMATS.get(name)!, DEFAULT_SAMPLER);
      decoder.decode(foot, 0, 1, new TexelBytes(64));
      expect([name, ...foot.texelBits].filter((bits) => bits === 77).length).toBe(12);
    }
  });
});

describe('the decoder of depth and stencil', () => {
  const bytes = Uint8Array.of(0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0, 0, 0x80, 0x3f, 0xff, 1, 2, 3);
  const first = (name: string, aspect: 'depth' | 'stencil', addresses: readonly number[]) => {
    const texels = decoded(aspectFormat(TEXEL_FORMATS.get(name)!, aspect), bytes, addresses);
    return addresses.map((_, n) => [texels[4 * n], texels[4 * n + 1], texels[4 * n + 2], texels[4 * n + 3]]);
  };

  it('reads the low bits of a texel as depth in r, with 0, 0, 1', () => {
    expect(first('d16_unorm', 'depth', [0, 2])).toEqual([
      [0x3412, 0, 0, 1],
      [0x7856, 0, 0, 1],
    ]);
    for (const name of ['x8_d24_unorm_pack32', 'd24_unorm_s8_uint'])
      expect(first(name, 'depth', [0, 4])).toEqual([
        [0x563412, 0, 0, 1],
        [0xdebc9a, 0, 0, 1],
      ]);
    expect(first('d16_unorm_s8_uint', 'depth', [4])).toEqual([[0xbc9a, 0, 0, 1]]);
    for (const name of ['d32_sfloat', 'd32_sfloat_s8_uint']) expect(first(name, 'depth', [8])).toEqual([[1, 0, 0, 1]]);
  });

  it('reads the bits above them as stencil in r, an integer, with 0, 0, 1', () => {
    expect(first('s8_uint', 'stencil', [0, 5])).toEqual([
      [0x12, 0, 0, 1],
      [0xbc, 0, 0, 1],
    ]);
    expect(first('d16_unorm_s8_uint', 'stencil', [0, 4])).toEqual([
      [0x56, 0, 0, 1],
      [0xde, 0, 0, 1],
    ]);
    expect(first('d24_unorm_s8_uint', 'stencil', [0, 4])).toEqual([
      [0x78, 0, 0, 1],
      [0xf0, 0, 0, 1],
    ]);
    expect(first('d32_sfloat_s8_uint', 'stencil', [8])).toEqual([[0xff, 0, 0, 1]]);
  });
});
