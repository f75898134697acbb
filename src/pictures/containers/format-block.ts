/**
 * The unit in which a format stores texels: a block of width x height texels (1x1 if not compressed), and its bytes.
 */
export interface FormatBlock {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

const TYPES = 'unorm|snorm|uscaled|sscaled|uint|sint|srgb|sfixed5_nv';
const ASTC_SIZES = '4x4|5x4|5x5|6x5|6x6|8x5|8x6|8x8|10x5|10x6|10x8|10x10|12x10|12x12';

/**
 * Families of names, of which the first match counts, and their blocks (Vulkan: Compatible Formats of Uncompressed and
 * Compressed Color). Sizes in the names are those of the match's group.
 */
const FAMILIES: readonly (readonly [name: string, block: (group: string) => readonly number[]])[] = [
  ['s8_uint', () => [1, 1, 1]],
  ['d16_unorm', () => [1, 1, 2]],
  ['d32_sfloat', () => [1, 1, 4]],
  [`(?<group>([rgba](8|16|32|64))+)_(${TYPES}|sfloat)`, (components) => [1, 1, sum(components) / 8]],
  ['([gbr]8){4}_422_unorm', () => [2, 1, 4]],
  ['([gbr]16){4}_422_unorm|([gbr]1[02]x[46]){4}_422_unorm_4pack16', () => [2, 1, 8]],
  [`(([rgbadex]\\d+)+_?)+(${TYPES}|ufloat)_(?<group>[24]?pack(8|16|32))`, (pack) => [1, 1, product(pack) / 8]],
  ['(bc1_rgba?_(unorm|srgb)|bc4_[us]norm|etc2_r8g8b8(a1)?_(unorm|srgb)|eac_r11_[us]norm)_block', () => [4, 4, 8]],
  [
    '(bc[237]_(unorm|srgb)|bc5_[us]norm|bc6h_[us]float|etc2_r8g8b8a8_(unorm|srgb)|eac_r11g11_[us]norm)_block',
    () => [4, 4, 16],
  ],
  [`astc_(?<group>${ASTC_SIZES})_(unorm|srgb|sfloat)_block`, (size) => [...numbers(size), 16]],
];

/**
 * The block of a format by its name, a VkFormat in lower case without VK_FORMAT_. Null for other names: planes, PVRTC,
 * 3D ASTC, and depth with stencil, whose common layout no specification defines.
 */
export function formatBlock(name: string): FormatBlock | null {
  for (const [family, block] of FAMILIES) {
    const found = new RegExp(`^(${family})$`).exec(name);
    if (found === null) continue;
    const [width, height, bytes] = block(found.groups?.group ?? '');
    return { width, height, bytes };
  }
  return null;
}

function numbers(text: string): readonly number[] {
  return text.match(/\d+/g)!.map(Number);
}

function sum(text: string): number {
  return numbers(text).reduce((total, n) => total + n, 0);
}

function product(text: string): number {
  return numbers(text).reduce((total, n) => total * n, 1);
}
