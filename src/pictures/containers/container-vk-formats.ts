import * as ktx from 'ktx-parse';

const SCALED = ['uscaled', 'sscaled'];
/** Formats that KTX 2.0 prohibits, by the number of the first: the stem, the numeric formats in order, the suffix. */
const PROHIBITED: readonly (readonly [first: number, stem: string, types: readonly string[], suffix?: string])[] = [
  [11, 'r8_', SCALED],
  [18, 'r8g8_', SCALED],
  [25, 'r8g8b8_', SCALED],
  [32, 'b8g8r8_', SCALED],
  [39, 'r8g8b8a8_', SCALED],
  [46, 'b8g8r8a8_', SCALED],
  [51, 'a8b8g8r8_', ['unorm', 'snorm', ...SCALED, 'uint', 'sint', 'srgb'], '_pack32'],
  [60, 'a2r10g10b10_', SCALED, '_pack32'],
  [66, 'a2b10g10r10_', SCALED, '_pack32'],
  [72, 'r16_', SCALED],
  [79, 'r16g16_', SCALED],
  [86, 'r16g16b16_', SCALED],
  [93, 'r16g16b16a16_', SCALED],
];

/** Formats that the library has no names for. */
const FURTHER: readonly (readonly [number, string])[] = [
  [1000156000, 'g8b8g8r8_422_unorm'],
  [1000156001, 'b8g8r8g8_422_unorm'],
  [1000156027, 'g16b16g16r16_422_unorm'],
  [1000156028, 'b16g16r16g16_422_unorm'],
  [1000470000, 'a1b5g5r5_unorm_pack16'],
  [1000470001, 'a8_unorm'],
];

/** The library's names by number, without the suffix of extensions. PVRTC formats have no block. */
const NAMED = Object.entries(ktx)
  .filter(([name]) => /^VK_FORMAT_(?!UNDEFINED|PVRTC)/.test(name))
  .map(([name, number]) => [number as number, name.toLowerCase().replace(/^vk_format_|_ext$/g, '')] as const);

/** The names of single-plane VkFormats by number, in lower case without VK_FORMAT_ (Vulkan: Format Definition). */
export const VK_FORMAT_NAMES: ReadonlyMap<number, string> = new Map(
  [
    ...NAMED,
    ...FURTHER,
    ...PROHIBITED.flatMap(([first, stem, types, suffix = '']) =>
      types.map((type, n) => [first + n, `${stem}${type}${suffix}`] as const),
    ),
  ].sort(([a], [b]) => a - b),
);

const NUMBERS = new Map(Array.from(VK_FORMAT_NAMES, ([number, name]) => [name, number]));

/** @param name one of VK_FORMAT_NAMES */
export function vkFormatNumber(name: string): number {
  return NUMBERS.get(name)!;
}
