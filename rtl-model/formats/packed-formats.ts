import { namedFormat } from './format-record.ts';
import type { TexelFormat } from './texel-format.ts';

const PACK32_TYPES = ['unorm', 'snorm', 'uscaled', 'sscaled', 'uint', 'sint'];

/**
 * Color formats whose components are bit fields of an 8-, 16- or 32-bit word (Vulkan: Bit Mappings for Packed Formats).
 * The D3D11.3 formats B5G6R5, B5G5R5A1, B4G4R4A4, R10G10B10A2, R11G11B10 and R9G9B9E5 are included. Their Vulkan names
 * begin with the high end: r5g6b5, a1r5g5b5, a4r4g4b4, a2b10g10r10, b10g11r11 and e5b9g9r9.
 */
export const PACKED_FORMATS: readonly TexelFormat[] = [
  'r4g4_unorm_pack8',
  'r4g4b4a4_unorm_pack16',
  'b4g4r4a4_unorm_pack16',
  'a4r4g4b4_unorm_pack16',
  'a4b4g4r4_unorm_pack16',
  'r5g6b5_unorm_pack16',
  'b5g6r5_unorm_pack16',
  'r5g5b5a1_unorm_pack16',
  'b5g5r5a1_unorm_pack16',
  'a1r5g5b5_unorm_pack16',
  'a1b5g5r5_unorm_pack16',
  ...[...PACK32_TYPES, 'srgb'].map((type) => `a8b8g8r8_${type}_pack32`),
  ...PACK32_TYPES.map((type) => `a2r10g10b10_${type}_pack32`),
  ...PACK32_TYPES.map((type) => `a2b10g10r10_${type}_pack32`),
  'b10g11r11_ufloat_pack32',
  'e5b9g9r9_ufloat_pack32',
  ...padded('10x6'),
  ...padded('12x4'),
  ...padded('14x2'),
].map(namedFormat);

/**
 * Formats with each component in the high end of a 16-bit word. The integer formats and all formats of 14 bits come
 * from VK_ARM_format_pack.
 */
function padded(bits: string): string[] {
  return ['r', 'rg', 'rgba'].flatMap((letters) => {
    const components = letters.replaceAll(/./g, (letter) => letter + bits);
    const pack = letters.length === 1 ? 'pack16' : `${letters.length}pack16`;
    return [`${components}_unorm_${pack}${bits === '14x2' ? '_arm' : ''}`, `${components}_uint_${pack}_arm`];
  });
}
