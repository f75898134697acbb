import { describe, expect, it } from 'vitest';
import { VK_FORMAT_NAMES } from '../../../../src/pictures/containers/container-vk-formats.ts';
import { formatBlock } from '../../../../src/pictures/containers/format-block.ts';

/** The formats by the sizes in the sentences of Vulkan: Format Definition ("a two-component, 16-bit unsigned ..."). */
const SIZES: Readonly<Record<string, string>> = {
  '1x1 in 1': 'r4g4_unorm_pack8 r8_unorm r8_srgb a8_unorm s8_uint',
  '1x1 in 2': 'r8g8_snorm r5g6b5_unorm_pack16 a1b5g5r5_unorm_pack16 r16_sfloat d16_unorm r10x6_unorm_pack16',
  '1x1 in 3': 'r8g8b8_unorm b8g8r8_srgb',
  '1x1 in 4': 'b8g8r8a8_srgb a2b10g10r10_uint_pack32 b10g11r11_ufloat_pack32 e5b9g9r9_ufloat_pack32 d32_sfloat',
  '1x1 in 4 again': 'x8_d24_unorm_pack32 a8b8g8r8_srgb_pack32 r16g16_unorm r32_sint r12x4g12x4_unorm_2pack16',
  '1x1 in 6': 'r16g16b16_sfloat',
  '1x1 in 8': 'r16g16b16a16_snorm r32g32_uint r64_sfloat r10x6g10x6b10x6a10x6_unorm_4pack16',
  '1x1 in 12': 'r32g32b32_sfloat',
  '1x1 in 16': 'r32g32b32a32_sfloat r64g64_sint',
  '1x1 in 24': 'r64g64b64_uint',
  '1x1 in 32': 'r64g64b64a64_sfloat',
  '2x1 in 4': 'g8b8g8r8_422_unorm b8g8r8g8_422_unorm',
  '2x1 in 8': 'g16b16g16r16_422_unorm b10x6g10x6r10x6g10x6_422_unorm_4pack16',
  '4x4 in 8': 'bc1_rgb_unorm_block bc1_rgba_srgb_block bc4_unorm_block bc4_snorm_block eac_r11_snorm_block',
  '4x4 in 8 again': 'etc2_r8g8b8_unorm_block etc2_r8g8b8a1_srgb_block',
  '4x4 in 16': 'bc2_srgb_block bc3_unorm_block bc5_snorm_block bc6h_ufloat_block bc6h_sfloat_block bc7_srgb_block',
  '4x4 in 16 again': 'etc2_r8g8b8a8_unorm_block eac_r11g11_unorm_block astc_4x4_sfloat_block',
  '5x4 in 16': 'astc_5x4_unorm_block',
  '10x8 in 16': 'astc_10x8_srgb_block',
  '12x12 in 16': 'astc_12x12_sfloat_block',
};

describe('the block of a format', () => {
  it('has the texels and bytes that Vulkan gives', () => {
    for (const [size, names] of Object.entries(SIZES)) {
      const [width, height, bytes] = size.match(/\d+/g)!.map(Number);
      for (const name of names.split(' '))
        expect({ name, ...formatBlock(name) }).toEqual({ name, width, height, bytes });
    }
  });

  it('has whole bytes for every VkFormat number except depth with stencil', () => {
    const without = [...VK_FORMAT_NAMES.values()].filter((name) => formatBlock(name) === null);
    expect(without).toEqual(['d16_unorm_s8_uint', 'd24_unorm_s8_uint', 'd32_sfloat_s8_uint']);
    for (const name of VK_FORMAT_NAMES.values()) expect(formatBlock(name)?.bytes ?? 0).toSatisfy(Number.isInteger);
  });

  it('is null for other names', () => {
    for (const name of [
      '',
      'undefined',
      'r8',
      'R8_UNORM',
      'g8_b8_r8_3plane_420_unorm',
      'astc_7x7_unorm_block',
      'bc8_block',
    ]) {
      expect(formatBlock(name)).toBe(null);
    }
  });
});
