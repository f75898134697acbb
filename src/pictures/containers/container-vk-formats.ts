const FIXED = ['unorm', 'snorm', 'uscaled', 'sscaled', 'uint', 'sint'];
const FIXED_SRGB = [...FIXED, 'srgb'];
const FIXED_FLOAT = [...FIXED, 'sfloat'];
const WIDE = ['uint', 'sint', 'sfloat'];
const COLOUR = ['unorm', 'srgb'];
const SIGNS = ['unorm', 'snorm'];

/**
 * Formats with consecutive numbers: the first number, the name before the numeric format, the numeric formats in order,
 * the name after it.
 */
type Family = readonly [first: number, stem: string, types: readonly string[], suffix?: string];

const FAMILIES: readonly Family[] = [
  [9, 'r8_', FIXED_SRGB],
  [16, 'r8g8_', FIXED_SRGB],
  [23, 'r8g8b8_', FIXED_SRGB],
  [30, 'b8g8r8_', FIXED_SRGB],
  [37, 'r8g8b8a8_', FIXED_SRGB],
  [44, 'b8g8r8a8_', FIXED_SRGB],
  [51, 'a8b8g8r8_', FIXED_SRGB, '_pack32'],
  [58, 'a2r10g10b10_', FIXED, '_pack32'],
  [64, 'a2b10g10r10_', FIXED, '_pack32'],
  [70, 'r16_', FIXED_FLOAT],
  [77, 'r16g16_', FIXED_FLOAT],
  [84, 'r16g16b16_', FIXED_FLOAT],
  [91, 'r16g16b16a16_', FIXED_FLOAT],
  [98, 'r32_', WIDE],
  [101, 'r32g32_', WIDE],
  [104, 'r32g32b32_', WIDE],
  [107, 'r32g32b32a32_', WIDE],
  [110, 'r64_', WIDE],
  [113, 'r64g64_', WIDE],
  [116, 'r64g64b64_', WIDE],
  [119, 'r64g64b64a64_', WIDE],
  [131, 'bc1_rgb_', COLOUR, '_block'],
  [133, 'bc1_rgba_', COLOUR, '_block'],
  [135, 'bc2_', COLOUR, '_block'],
  [137, 'bc3_', COLOUR, '_block'],
  [139, 'bc4_', SIGNS, '_block'],
  [141, 'bc5_', SIGNS, '_block'],
  [143, 'bc6h_', ['ufloat', 'sfloat'], '_block'],
  [145, 'bc7_', COLOUR, '_block'],
  [147, 'etc2_r8g8b8_', COLOUR, '_block'],
  [149, 'etc2_r8g8b8a1_', COLOUR, '_block'],
  [151, 'etc2_r8g8b8a8_', COLOUR, '_block'],
  [153, 'eac_r11_', SIGNS, '_block'],
  [155, 'eac_r11g11_', SIGNS, '_block'],
];

const ASTC_BLOCKS = '4x4 5x4 5x5 6x5 6x6 8x5 8x6 8x8 10x5 10x6 10x8 10x10 12x10 12x12'.split(' ');

const SINGLES: readonly (readonly [number, string])[] = [
  [1, 'r4g4_unorm_pack8'],
  [2, 'r4g4b4a4_unorm_pack16'],
  [3, 'b4g4r4a4_unorm_pack16'],
  [4, 'r5g6b5_unorm_pack16'],
  [5, 'b5g6r5_unorm_pack16'],
  [6, 'r5g5b5a1_unorm_pack16'],
  [7, 'b5g5r5a1_unorm_pack16'],
  [8, 'a1r5g5b5_unorm_pack16'],
  [122, 'b10g11r11_ufloat_pack32'],
  [123, 'e5b9g9r9_ufloat_pack32'],
  [124, 'd16_unorm'],
  [125, 'x8_d24_unorm_pack32'],
  [126, 'd32_sfloat'],
  [127, 's8_uint'],
  [128, 'd16_unorm_s8_uint'],
  [129, 'd24_unorm_s8_uint'],
  [130, 'd32_sfloat_s8_uint'],
  [1000156000, 'g8b8g8r8_422_unorm'],
  [1000156001, 'b8g8r8g8_422_unorm'],
  [1000156007, 'r10x6_unorm_pack16'],
  [1000156008, 'r10x6g10x6_unorm_2pack16'],
  [1000156009, 'r10x6g10x6b10x6a10x6_unorm_4pack16'],
  [1000156010, 'g10x6b10x6g10x6r10x6_422_unorm_4pack16'],
  [1000156011, 'b10x6g10x6r10x6g10x6_422_unorm_4pack16'],
  [1000156017, 'r12x4_unorm_pack16'],
  [1000156018, 'r12x4g12x4_unorm_2pack16'],
  [1000156019, 'r12x4g12x4b12x4a12x4_unorm_4pack16'],
  [1000156020, 'g12x4b12x4g12x4r12x4_422_unorm_4pack16'],
  [1000156021, 'b12x4g12x4r12x4g12x4_422_unorm_4pack16'],
  [1000156027, 'g16b16g16r16_422_unorm'],
  [1000156028, 'b16g16r16g16_422_unorm'],
  [1000340000, 'a4r4g4b4_unorm_pack16'],
  [1000340001, 'a4b4g4r4_unorm_pack16'],
  [1000470000, 'a1b5g5r5_unorm_pack16'],
  [1000470001, 'a8_unorm'],
];

/** The names of single-plane VkFormats by number, in lower case without VK_FORMAT_ (Vulkan: Format Definition). */
export const VK_FORMAT_NAMES: ReadonlyMap<number, string> = new Map([
  ...SINGLES,
  ...FAMILIES.flatMap(([first, stem, types, suffix = '']) =>
    types.map((type, n) => [first + n, `${stem}${type}${suffix}`] as const),
  ),
  ...ASTC_BLOCKS.flatMap((size, n) => [
    [157 + 2 * n, `astc_${size}_unorm_block`] as const,
    [158 + 2 * n, `astc_${size}_srgb_block`] as const,
    [1000066000 + n, `astc_${size}_sfloat_block`] as const,
  ]),
]);

const NUMBERS = new Map(Array.from(VK_FORMAT_NAMES, ([number, name]) => [name, number]));

/** @param name one of VK_FORMAT_NAMES */
export function vkFormatNumber(name: string): number {
  return NUMBERS.get(name)!;
}
