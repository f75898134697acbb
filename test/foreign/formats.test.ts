import { describe, expect, it } from 'vitest';
import { foreignDevice } from './device.ts';
import { decodeField, decodeSharedExponent, decodeSmallFloat, linearFromSrgb } from './formats/decode-number.ts';
import { decodeTexel } from './formats/decode-texel.ts';
import { decodeColorBlock, decodeRampBlock } from './formats/color-blocks.ts';
import { encodeTexel } from './formats/encode-texel.ts';
import { formatLayout } from './formats/format-table.ts';
import { decodeHalfBlock } from './formats/half-blocks.ts';
import { decodePartitionedBlock } from './formats/partitioned-blocks.ts';
import { bytes, lanes, NEAREST } from './small-tables.ts';
import { FILTERED_FORMATS } from './tables/format-scenes.ts';
import type { Vector4 } from './tables/records.ts';

const device = foreignDevice('d3d11');

function texel(format: string, bytes: readonly number[], aspect = 'color'): (number | undefined)[] {
  return decodeTexel(device, formatLayout(format), aspect, Uint8Array.from(bytes), 0);
}

describe('uncompressed texels', () => {
  it('divides normalized codes by the greatest one, and clamps the least of SNORM', () => {
    expect(texel('r8g8b8a8_unorm', [0, 51, 102, 255])).toEqual([0, 0.2, 0.4, 1]);
    expect(texel('r8g8_snorm', [0x81, 0x80])).toEqual([-1, -1, undefined, undefined]);
    expect(texel('r8g8_snorm', [127, 0xff])).toEqual([1, -1 / 127, undefined, undefined]);
  });

  it('finds the bits of packed formats from the highest down', () => {
    expect(texel('r5g6b5_unorm_pack16', [0x1f, 0xf8])).toEqual([1, 0, 1, undefined]);
    expect(texel('b5g6r5_unorm_pack16', [0x00, 0xf8])).toEqual([0, 0, 1, undefined]);
    expect(texel('a2b10g10r10_unorm_pack32', [0xff, 0x03, 0, 0x40])).toEqual([1, 0, 0, 1 / 3]);
    expect(texel('r10x6_unorm_pack16', [0x3f, 0x80])).toEqual([512 / 1023, undefined, undefined, undefined]);
    expect(texel('a8_unorm', [255])).toEqual([undefined, undefined, undefined, 1]);
  });

  it('reads the shared exponent of the text of D3D11.3 19.3.2.1', () => {
    expect(texel('e5b9g9r9_ufloat_pack32', [0xc8, 0x20, 0x93, 0x99])).toEqual([6.25, 12.5, 3.125, undefined]);
    expect(decodeSharedExponent(device, [511, 511, 511], 31)).toEqual([65408, 65408, 65408]);
  });

  it('decodes every half as the sum of its bits', () => {
    for (let code = 0; code < 0x10000; code++) {
      const exponent = (code >> 10) & 31;
      const fraction = (code & 1023) / 1024;
      const magnitude = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
      const expected = exponent === 31 ? (fraction === 0 ? Infinity : NaN) : magnitude;
      const value = decodeSmallFloat(device, code, 16, true);
      if (Number.isNaN(expected)) expect(value).toBeNaN();
      else if (value !== (code >> 15 === 1 ? -expected : expected)) expect([code, value]).toEqual([code, expected]);
    }
  });

  it('takes sRGB near its ends and at the bend, and leaves alpha alone', () => {
    expect(linearFromSrgb(0)).toBe(0);
    expect(linearFromSrgb(1)).toBe(1);
    expect(linearFromSrgb(0.5)).toBeCloseTo(0.21404114, 8);
    expect(texel('r8g8b8a8_srgb', [255, 0, 0, 128])).toEqual([1, 0, 0, 128 / 255]);
  });

  it('gives depth and stencil in red', () => {
    expect(texel('d16_unorm', [0xff, 0xff], 'depth')[0]).toBe(1);
    expect(texel('d24_unorm_s8_uint', [0xff, 0xff, 0xff, 7], 'depth')[0]).toBe(1);
    expect(texel('d24_unorm_s8_uint', [0xff, 0xff, 0xff, 7], 'stencil')[0]).toBe(7);
    expect(texel('x8_d24_unorm_pack32', [0xff, 0xff, 0xff, 0], 'depth')[0]).toBe(1);
  });

  it('writes what it reads, in every format whose texels are written', () => {
    const formats = FILTERED_FORMATS.filter((name) => !/block|srgb|e5b9/.test(name));
    for (const name of formats) {
      const layout = formatLayout(name);
      for (let code = 0; code < 256; code++) {
        const bytes = Uint8Array.from({ length: layout.bytes }, (_, n) => (code * (n + 3) * 7 + n) & 0x7b);
        const value = decodeTexel(device, layout, 'color', bytes, 0).map((part) => part ?? 0) as Vector4;
        if (value.some((part) => !Number.isFinite(part))) continue;
        const again = decodeTexel(device, layout, 'color', encodeTexel(device, layout, value), 0);
        expect([name, ...again.map((part) => part ?? 0)]).toEqual([name, ...value]);
      }
    }
  });

  it('samples integers of 32 bits whole, whatever the arithmetic of the filter', () => {
    const image = { image: { name: 'large', format: 'r32_uint', width: 1, levels: bytes(0xff, 0xff, 0xff, 0xfe) } };
    const device = foreignDevice('vulkan', { filterArithmetic: 'float32_sum' });
    const [texel] = lanes(device, image, NEAREST, { image: 'large', sampler: 'nearest', coord: [0.5, 0.5], lod: 0 });
    expect(texel).toEqual([0xfeffffff, 0, 0, 1]);
  });

  it('decodes codes of all signs', () => {
    const sint = { component: 0, numeric: 'sint', bits: 8, start: 0 } as const;
    expect(decodeField(device, sint, 0x80)).toBe(-128);
    expect(decodeField(device, { ...sint, numeric: 'uint', bits: 32 }, 0xffffffff)).toBe(0xffffffff);
  });
});

describe('compressed blocks', () => {
  const color = (format: string, bytes: readonly number[], x: number, y: number): (number | undefined)[] =>
    decodeColorBlock(device, formatLayout(format), Uint8Array.from(bytes), x, y);

  it('interpolates the four or three colours of BC1', () => {
    const four = [0xff, 0xff, 0, 0, 0b11100100, 0, 0, 0];
    expect([0, 1, 2, 3].map((x) => color('bc1_rgb_unorm_block', four, x, 0)[0])).toEqual([1, 0, 2 / 3, 1 / 3]);
    const three = [0, 0, 0xff, 0xff, 0b11100100, 0, 0, 0];
    expect(color('bc1_rgba_unorm_block', three, 2, 0)).toEqual([0.5, 0.5, 0.5, 1]);
    expect(color('bc1_rgba_unorm_block', three, 3, 0)).toEqual([0, 0, 0, 0]);
    expect(color('bc3_unorm_block', [255, 0, 0, 0, 0, 0, 0, 0, ...three], 2, 0)[0]).toBeCloseTo(1 / 3, 12);
  });

  it('interpolates the eight or six values of BC4', () => {
    const ramp = (format: string, ends: readonly number[], index: number): number | undefined => {
      const bytes = [...ends, index, 0, 0, 0, 0, 0];
      return decodeRampBlock(device, formatLayout(format), Uint8Array.from(bytes), 0, 0)[0];
    };
    expect(ramp('bc4_unorm_block', [255, 0], 2)).toBeCloseTo(6 / 7, 12);
    expect(ramp('bc4_unorm_block', [0, 255], 2)).toBeCloseTo(1 / 5, 12);
    expect(ramp('bc4_unorm_block', [0, 255], 6)).toBe(0);
    expect(ramp('bc4_snorm_block', [0x80, 127], 6)).toBe(-1);
    expect(ramp('bc4_snorm_block', [0x80, 127], 0)).toBe(-1);
  });

  it('takes a BC7 block of mode 6 with equal endpoints as one colour', () => {
    const block = new Uint8Array(16);
    const put = (start: number, count: number, value: number): void => {
      for (let bit = 0; bit < count; bit++) block[(start + bit) >> 3] |= ((value >> bit) & 1) << ((start + bit) & 7);
    };
    put(6, 1, 1);
    for (const [channel, value] of [100, 50, 25, 127].entries()) {
      put(7 + 14 * channel, 7, value);
      put(14 + 14 * channel, 7, value);
    }
    put(63, 2, 3);
    const layout = formatLayout('bc7_unorm_block');
    const expected = [201, 101, 51, 255].map((code) => code / 255);
    for (let n = 0; n < 16; n++) expect(decodePartitionedBlock(device, layout, block, n & 3, n >> 2)).toEqual(expected);
  });

  it('makes reserved modes of BC6H and BC7 black', () => {
    const reserved = new Uint8Array(16);
    expect(decodePartitionedBlock(device, formatLayout('bc7_unorm_block'), reserved, 1, 1)).toEqual([0, 0, 0, 0]);
    reserved[0] = 0b10011;
    expect(decodeHalfBlock(device, formatLayout('bc6h_ufloat_block'), reserved, 1, 1)).toEqual([0, 0, 0, undefined]);
  });

  it('takes BC6H endpoints of ten bits at their ends', () => {
    const block = new Uint8Array(16);
    block[0] = 0b00011;
    for (let bit = 5; bit < 15; bit++) block[bit >> 3] |= 1 << (bit & 7);
    const [r, g] = decodeHalfBlock(device, formatLayout('bc6h_ufloat_block'), block, 0, 0);
    expect(r).toBe(65504);
    expect(g).toBe(0);
  });
});
