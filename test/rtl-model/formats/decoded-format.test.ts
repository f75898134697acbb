import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { decodedFormat } from '../../../rtl-model/formats/decoded-format.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages, memoryKey, texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { componentField } from '../../../rtl-model/texel-decoder/code-table.ts';
import { BASES } from '../../../src/designs/bases.ts';

const FULL = BASES.get('full-quality')!;
const PSP = BASES.get('sony-psp')!;
const formatOf = (name: string) => TEXEL_FORMATS.get(name)!;
const widenedTo = (codeBits: Design['decoder']['codeBits']): Design => ({ ...FULL, decoder: { codeBits, bc: null } });

describe('the format that a design decodes', () => {
  it('is the format itself where the design says nothing of it', () => {
    for (const format of TEXEL_FORMATS.values()) expect(decodedFormat(FULL, format)).toBe(format);
    for (const name of ['r8g8b8a8_unorm', 'r16_snorm', 'r32_sfloat', 'bc7_unorm_block', 'bc4_snorm_block']) {
      expect(decodedFormat(PSP, formatOf(name))).toBe(formatOf(name));
    }
  });

  it('is one record for all designs that decode it alike, and is decoded once', () => {
    const alike = { ...FULL, decoder: structuredClone(PSP.decoder) };
    for (const name of ['bc1_rgba_unorm_block', 'r5g6b5_unorm_pack16']) {
      const record = decodedFormat(PSP, formatOf(name));
      expect(record).not.toBe(formatOf(name));
      expect(decodedFormat(alike, formatOf(name))).toBe(record);
      expect(decodedFormat(PSP, record)).toBe(record);
      expect(decodedFormat(FULL, record)).toBe(formatOf(name));
    }
  });

  it('repeats the bits of narrow codes, and leaves wide ones', () => {
    const repeated = (bits: number, code: number, to: number) => {
      const digits = code.toString(2).padStart(bits, '0');
      return Number.parseInt(digits.repeat(to).slice(0, to), 2);
    };
    for (const to of [6, 8, 16]) {
      const packed = decodedFormat(widenedTo(to), formatOf('r5g6b5_unorm_pack16'));
      for (const [component, bits] of [5, 6, 5].entries()) {
        const { codes } = componentField(packed, component, 0);
        const expected = Array.from({ length: 2 ** bits }, (_, code) => repeated(bits, code, Math.max(to, bits)));
        expect(Array.from(codes)).toEqual(expected);
        expect(componentScales(packed, 0)[component].one).toBe(2 ** Math.max(to, bits) - 1);
      }
    }
    const wide = decodedFormat(widenedTo(8), formatOf('a2b10g10r10_unorm_pack32'));
    expect(componentScales(wide, 0).map(({ one }) => one)).toEqual([1023, 1023, 1023, 255]);
  });

  it('has the linear values of the design, the last for 1', () => {
    const srgbTable = Array.from({ length: 256 }, (_, code) => code * code + 1);
    const design: Design = { ...FULL, filter: { ...FULL.filter, srgbTable } };
    for (const name of ['r8g8b8a8_srgb', 'bc7_srgb_block']) {
      const format = decodedFormat(design, formatOf(name));
      expect(
        Array.from(
          componentField(
            format.unpacker?.format === undefined ? format : decodedFormat(design, format.unpacker.format),
            1,
            16,
          ).codes,
        ),
      ).toEqual(srgbTable);
      expect(componentScales(format, 16).map(({ one }) => one)).toEqual([65026, 65026, 65026, 255]);
    }
  });
});

describe('a memory of blocks', () => {
  const image = {
    format: formatOf('bc1_rgba_unorm_block'),
    width: 4,
    height: 4,
    layers: 1,
    levels: [new Uint8Array(8)],
  };
  const state = { image: 0, sampler: DEFAULT_SAMPLER, instruction: { lod: 'explicit', projected: false } as const };

  it('belongs to designs with one decoder', () => {
    expect(memoryKey(PSP)).not.toBe(memoryKey(FULL));
    expect(memoryKey({ ...PSP, decoder: { ...PSP.decoder, bc: null } })).toBe(PSP.cache.layout);
    expect(bind(PSP, texelMemory(PSP, [image]), state, 0).image.texelStride).toBe(4);
    expect(bind(FULL, texelMemory(FULL, [image]), state, 0).image.texelStride).toBe(8);
  });

  it('is refused by a design with another one', () => {
    const error = /lies decoded in the memory, by another decoder\.bc than the design's/;
    expect(() => bind(PSP, layOutImages([image], 'linear'), state, 0)).toThrow(error);
    expect(() => bind(FULL, texelMemory(PSP, [image]), state, 0)).toThrow(error);
  });
});
