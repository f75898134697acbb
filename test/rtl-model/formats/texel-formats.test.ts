import { describe, expect, it } from 'vitest';
import { blockFormat } from '../../../rtl-model/formats/block-format.ts';
import type { BlockCodec } from '../../../rtl-model/formats/blocks/block-codec.ts';
import { aspectFormat } from '../../../rtl-model/formats/depth-stencil-formats.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { MIP_CHAIN_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { SPECIFIED_FORMATS } from '../texel-decoder/specified-formats.ts';

const FORMATS = [...TEXEL_FORMATS.values()];
const COLOR_FORMATS = FORMATS.filter(({ aspects, planes, codec }) => aspects[0] === 'color' && !planes && !codec);

function named(name: string): TexelFormat {
  return TEXEL_FORMATS.get(name)!;
}

describe('the color formats of one plane', () => {
  it('are those of Vulkan and D3D11.3', () => {
    expect(new Set(COLOR_FORMATS.map(({ name }) => name))).toEqual(new Set(SPECIFIED_FORMATS.map(({ name }) => name)));
  });

  it.each(SPECIFIED_FORMATS.map((format) => [format.name, format] as const))(
    '%s has its components at the bits that the specification names',
    (name, { type, bits, fields }) => {
      const format = named(name);
      const colors = fields.filter(({ component }) => component !== 'e');
      expect(format.componentType).toBe(type);
      expect(format.texelBytes).toBe(bits / 8);
      expect(format.order.map((component) => 'rgba'[component])).toEqual(colors.map(({ component }) => component));
      expect(format.shifts).toEqual(colors.map(({ low }) => low));
      expect(format.bits).toEqual(colors.map(({ low, high }) => high - low + 1));
      expect(format.sharedExponentBits).toBe(fields.length > colors.length ? 5 : 0);
      expect(format.block).toEqual(/g\d.*g\d/.test(name) ? { width: 2, height: 1 } : null);
    },
  );

  it.each([
    ['r4g4_unorm_pack8', 8],
    ['r5g6b5_unorm_pack16', 8],
    ['r8g8b8_srgb', 8],
    ['e5b9g9r9_ufloat_pack32', 16],
    ['a2b10g10r10_uint_pack32', 16],
    ['r10x6_unorm_pack16', 16],
    ['r16g16_snorm', 16],
    ['r32_uint', 32],
  ])('%s is filtered at the rate of %d bits', (name, bits) => {
    expect(named(name).componentBits).toBe(bits);
  });

  it('cannot be changed', () => {
    for (const format of FORMATS) {
      for (const part of [
        format,
        format.order,
        format.bits,
        format.shifts,
        format.aspects,
        format.planes ?? [],
        format.block ?? [],
      ])
        expect([format.name, Object.isFrozen(part) || (Array.isArray(part) && part.length === 0)]).toEqual([
          format.name,
          true,
        ]);
    }
  });

  it('of mip chains are the eighteen with whole 8-, 16- and 32-bit components', () => {
    expect(MIP_CHAIN_FORMATS.size).toBe(18);
    for (const [name, format] of MIP_CHAIN_FORMATS) {
      expect(format).toBe(named(name));
      expect(format.bits).toEqual(format.order.map(() => format.componentBits));
    }
  });
});

describe('component scales', () => {
  it('depend on each component alone', () => {
    const ones = (name: string) => componentScales(named(name), 12).map(({ one }) => one);
    expect(ones('r5g6b5_unorm_pack16')).toEqual([31, 63, 31, 1]);
    expect(ones('a1r5g5b5_unorm_pack16')).toEqual([31, 31, 31, 1]);
    expect(ones('a2b10g10r10_snorm_pack32')).toEqual([511, 511, 511, 1]);
    expect(ones('a2b10g10r10_unorm_pack32')).toEqual([1023, 1023, 1023, 3]);
    expect(ones('a8_unorm')).toEqual([1, 1, 1, 255]);
    expect(ones('r8g8b8_srgb')).toEqual([4095, 4095, 4095, 1]);
    expect(ones('x8_d24_unorm_pack32')).toEqual([2 ** 24 - 1, 1, 1, 1]);
    for (const name of ['r16_uscaled', 'r16_sscaled', 'r32_uint', 'b10g11r11_ufloat_pack32', 'e5b9g9r9_ufloat_pack32'])
      expect([name, ...ones(name)]).toEqual([name, 1, 1, 1, 1]);
  });

  it('are signed for signed components, and have no bits for floats', () => {
    const first = (name: string) => componentScales(named(name), 16)[0];
    expect(first('r16_sscaled')).toEqual({ one: 1, bits: 16, signed: true });
    expect(first('r16_uscaled')).toEqual({ one: 1, bits: 16, signed: false });
    expect(first('r16g16_sfixed5_nv')).toEqual({ one: 32, bits: 16, signed: true });
    expect(first('r8_sint')).toEqual({ one: 1, bits: 8, signed: true });
    expect(first('a2r10g10b10_snorm_pack32')).toEqual({ one: 511, bits: 10, signed: true });
    expect(first('b10g11r11_ufloat_pack32')).toEqual({ one: 1, bits: 0, signed: false });
    expect(first('r16_sfloat')).toEqual({ one: 1, bits: 0, signed: true });
  });
});

describe('depth and stencil formats', () => {
  it.each([
    ['d16_unorm', 'unorm', 16, null, 2],
    ['x8_d24_unorm_pack32', 'unorm', 24, null, 4],
    ['d32_sfloat', 'sfloat', 32, null, 4],
    ['s8_uint', null, 0, 0, 1],
    ['d16_unorm_s8_uint', 'unorm', 16, 16, 4],
    ['d24_unorm_s8_uint', 'unorm', 24, 24, 4],
    ['d32_sfloat_s8_uint', 'sfloat', 32, 32, 8],
  ] as const)('%s is read an aspect at a time, as r', (name, depthType, depthBits, stencilShift, texelBytes) => {
    const format = named(name);
    expect(format.texelBytes).toBe(texelBytes);
    expect(format.aspects).toEqual([
      ...(depthType === null ? [] : ['depth']),
      ...(stencilShift === null ? [] : ['stencil']),
    ]);
    if (depthType === null) expect(() => aspectFormat(format, 'depth')).toThrow(`${name} has no depth aspect`);
    else
      expect(aspectFormat(format, 'depth')).toMatchObject({
        componentType: depthType,
        order: [0],
        bits: [depthBits],
        shifts: [0],
        texelBytes,
        aspects: ['depth'],
      });
    if (stencilShift === null) expect(() => aspectFormat(format, 'stencil')).toThrow(`${name} has no stencil aspect`);
    else
      expect(aspectFormat(format, 'stencil')).toMatchObject({
        componentType: 'uint',
        componentBits: 8,
        order: [0],
        bits: [8],
        shifts: [stencilShift],
        texelBytes,
        aspects: ['stencil'],
      });
    expect(() => aspectFormat(format, 'color')).toThrow(`${name} has no color aspect`);
  });

  it('of one aspect, like color formats, are returned unchanged by aspectFormat', () => {
    for (const format of FORMATS.filter(({ aspects }) => aspects.length === 1))
      expect(aspectFormat(format, format.aspects[0])).toBe(format);
  });
});

describe('multi-planar formats', () => {
  const PLANAR = FORMATS.filter(({ planes }) => planes !== null);

  it('are those of Vulkan: two and three planes of 8, 10, 12 and 16 bits, and the 14 bits of Arm', () => {
    const widths = ['8', '10x6', '12x4', '16'];
    const packs = ['', '_3pack16', '_3pack16', ''];
    const names = widths.flatMap((w, n) =>
      [`g${w}_b${w}_r${w}_3plane`, `g${w}_b${w}r${w}_2plane`].flatMap((planes) =>
        ['420', '422', '444'].map((subsampling) => `${planes}_${subsampling}_unorm${packs[n]}`),
      ),
    );
    names.push('g14x2_b14x2r14x2_2plane_420_unorm_3pack16_arm', 'g14x2_b14x2r14x2_2plane_422_unorm_3pack16_arm');
    expect(new Set(PLANAR.map(({ name }) => name))).toEqual(new Set(names));
  });

  it('have g in plane 0, and b and r in planes of half the width, or width and height', () => {
    for (const { name, planes, componentType } of PLANAR) {
      expect(componentType).toBe('unorm');
      expect(planes!.map(({ format }) => format.order)).toEqual(
        name.includes('2plane') ? [[1], [2, 0]] : [[1], [2], [0]],
      );
      const chroma = name.includes('_444_') ? [1, 1] : name.includes('_422_') ? [2, 1] : [2, 2];
      planes!.forEach(({ widthDivisor, heightDivisor }, plane) => {
        expect([name, widthDivisor, heightDivisor]).toEqual([name, ...(plane === 0 ? [1, 1] : chroma)]);
      });
    }
  });

  it('store each component in the high end of its 16-bit word, or in a byte', () => {
    const [luma, chroma] = named('g10x6_b10x6r10x6_2plane_420_unorm_3pack16').planes!;
    expect(luma.format).toMatchObject({ order: [1], bits: [10], shifts: [6], texelBytes: 2 });
    expect(chroma.format).toMatchObject({ order: [2, 0], bits: [10, 10], shifts: [6, 22], texelBytes: 4 });
    const [, blue, red] = named('g8_b8_r8_3plane_422_unorm').planes!;
    expect(blue.format).toMatchObject({ order: [2], bits: [8], shifts: [0], texelBytes: 1 });
    expect(red.format).toMatchObject({ order: [0], bits: [8], shifts: [0], texelBytes: 1 });
  });
});

describe('the format of a block codec', () => {
  const unorm = { one: 255, bits: 8, signed: false };
  const codec: BlockCodec = {
    width: 4,
    height: 4,
    bytes: 16,
    scales: [unorm, unorm, unorm, { one: 15, bits: 4, signed: false }],
    srgb: true,
    decode: () => undefined,
  };

  it('has the components of its name, the widths of its codec, and its block size', () => {
    expect(blockFormat('bc2_srgb_block', codec)).toMatchObject({
      name: 'bc2_srgb_block',
      componentType: 'srgb',
      componentBits: 8,
      order: [0, 1, 2, 3],
      bits: [8, 8, 8, 4],
      texelBytes: 16,
      block: { width: 4, height: 4 },
      codec,
    });
    const order = (name: string) => blockFormat(name, codec).order.length;
    expect(['bc1_rgb_unorm_block', 'bc1_rgba_unorm_block', 'bc4_snorm_block', 'bc5_unorm_block'].map(order)).toEqual([
      3, 4, 1, 2,
    ]);
    expect(['bc6h_ufloat_block', 'etc2_r8g8b8_srgb_block', 'etc2_r8g8b8a1_unorm_block'].map(order)).toEqual([3, 3, 4]);
    expect(['eac_r11_unorm_block', 'eac_r11g11_snorm_block', 'astc_4x4_sfloat_block'].map(order)).toEqual([1, 2, 4]);
  });

  it('has sRGB components at the linear width of the design, and alpha at the width of the codec', () => {
    expect(componentScales(blockFormat('bc2_srgb_block', codec), 16).map(({ one }) => one)).toEqual([
      65_535, 65_535, 65_535, 15,
    ]);
    expect(componentScales(blockFormat('bc2_unorm_block', codec), 16)).toEqual(codec.scales);
  });

  it('is filtered at the rate of 8 bits for BC1 to BC5 (8-bit endpoints), otherwise at that of its codec', () => {
    const wide = { one: 8925, bits: 14, signed: false };
    const rate = (name: string) => blockFormat(name, { ...codec, scales: [wide, wide, wide, wide] }).componentBits;
    expect(['bc1_rgb_unorm_block', 'bc5_unorm_block', 'eac_r11_unorm_block', 'bc7_unorm_block'].map(rate)).toEqual([
      8, 8, 16, 16,
    ]);
  });

  it('counts floats as halves', () => {
    const float = { one: 1, bits: 0, signed: true };
    const half = blockFormat('bc6h_sfloat_block', { ...codec, scales: [float, float, float, unorm], srgb: false });
    expect(half).toMatchObject({ componentType: 'sfloat', componentBits: 16, bits: [16, 16, 16] });
  });
});
