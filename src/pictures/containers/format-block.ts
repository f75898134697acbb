/**
 * The unit in which a format stores texels: a block of width x height texels (1x1 if not compressed), and its bytes.
 */
export interface FormatBlock {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Formats whose texel size does not follow from their components' bits. */
const SINGLE = /^(?<aspect>d16_unorm|d32_sfloat|s8_uint)$/;
const PLAIN = /^(?<components>([rgba](8|16|32|64))+)_(unorm|snorm|uscaled|sscaled|uint|sint|srgb|sfloat)$/;
const PACKED =
  /^(([rgbadex]\d+)+_?)+(unorm|snorm|uscaled|sscaled|uint|sint|srgb|ufloat)_(?<words>[24]?)pack(?<bits>8|16|32)$/;
const PAIR = /^([gbr]8){4}_422_unorm$/;
const WIDE_PAIR = /^(([gbr]16){4}_422_unorm|([gbr]1[02]x[46]){4}_422_unorm_4pack16)$/;
const BC_HALF = /^(bc1_rgba?_(unorm|srgb)|bc4_[us]norm)_block$/;
const BC = /^(bc[237]_(unorm|srgb)|bc5_[us]norm|bc6h_[us]float)_block$/;
const ETC_HALF = /^(etc2_r8g8b8(a1)?_(unorm|srgb)|eac_r11_[us]norm)_block$/;
const ETC = /^(etc2_r8g8b8a8_(unorm|srgb)|eac_r11g11_[us]norm)_block$/;
const ASTC =
  /^astc_(?<size>4x4|5x4|5x5|6x5|6x6|8x5|8x6|8x8|10x5|10x6|10x8|10x10|12x10|12x12)_(unorm|srgb|sfloat)_block$/;

const ASPECT_BYTES: Readonly<Record<string, number>> = { d16_unorm: 2, d32_sfloat: 4, s8_uint: 1 };

type Groups = Readonly<Record<string, string>>;

/**
 * Families of names, of which the first match counts (Vulkan: Compatible Formats of Uncompressed and Compressed Color).
 */
const FAMILIES: readonly (readonly [name: RegExp, block: (groups: Groups) => FormatBlock])[] = [
  [SINGLE, ({ aspect }) => texel(ASPECT_BYTES[aspect])],
  [PLAIN, ({ components }) => texel(componentBits(components) / 8)],
  [PAIR, () => ({ width: 2, height: 1, bytes: 4 })],
  [WIDE_PAIR, () => ({ width: 2, height: 1, bytes: 8 })],
  [PACKED, ({ words, bits }) => texel((Number(words || 1) * Number(bits)) / 8)],
  [BC_HALF, () => ({ width: 4, height: 4, bytes: 8 })],
  [BC, () => ({ width: 4, height: 4, bytes: 16 })],
  [ETC_HALF, () => ({ width: 4, height: 4, bytes: 8 })],
  [ETC, () => ({ width: 4, height: 4, bytes: 16 })],
  [ASTC, ({ size }) => ({ ...astcSize(size), bytes: 16 })],
];

/**
 * The block of a format by its name, a VkFormat in lower case without VK_FORMAT_. Null for other names: planes, PVRTC,
 * 3D ASTC, and depth with stencil, whose common layout no specification defines.
 */
export function formatBlock(name: string): FormatBlock | null {
  for (const [family, block] of FAMILIES) {
    const found = family.exec(name);
    if (found !== null) return block(found.groups ?? {});
  }
  return null;
}

function texel(bytes: number): FormatBlock {
  return { width: 1, height: 1, bytes };
}

function componentBits(components: string): number {
  return components.match(/\d+/g)!.reduce((sum, bits) => sum + Number(bits), 0);
}

function astcSize(size: string): { width: number; height: number } {
  const [width, height] = size.split('x').map(Number);
  return { width, height };
}
