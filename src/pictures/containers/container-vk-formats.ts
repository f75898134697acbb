import * as ktx from 'ktx-parse';

/** Formats that the library has no names for. */
const FURTHER: readonly (readonly [number, string])[] = [
  [1000156000, 'g8b8g8r8_422_unorm'],
  [1000156001, 'b8g8r8g8_422_unorm'],
  [1000156027, 'g16b16g16r16_422_unorm'],
  [1000156028, 'b16g16r16g16_422_unorm'],
  [1000464000, 'r16g16_sfixed5_nv'],
  [1000470000, 'a1b5g5r5_unorm_pack16'],
  [1000470001, 'a8_unorm'],
];

/** The library's names by number, without the suffix of extensions. PVRTC formats have no block. */
const NAMED = Object.entries(ktx)
  .filter(([name]) => /^VK_FORMAT_(?!UNDEFINED|PVRTC)/.test(name))
  .map(([name, number]) => [number as number, name.toLowerCase().replace(/^vk_format_|_ext$/g, '')] as const);

/** Formats that KTX 2.0 prohibits: VkFormat numbers UNORM, SNORM, USCALED and SSCALED one after the other. */
const SCALED = NAMED.filter(([number, name]) => number > 8 && number < 98 && name.includes('_unorm')).flatMap(
  ([unorm, name]) => [
    [unorm + 2, name.replace('unorm', 'uscaled')] as const,
    [unorm + 3, name.replace('unorm', 'sscaled')] as const,
  ],
);
const A8B8G8R8 = ['unorm', 'snorm', 'uscaled', 'sscaled', 'uint', 'sint', 'srgb'].map(
  (type, n) => [51 + n, `a8b8g8r8_${type}_pack32`] as const,
);

/** The names of single-plane VkFormats by number, in lower case without VK_FORMAT_ (Vulkan: Format Definition). */
export const VK_FORMAT_NAMES: ReadonlyMap<number, string> = new Map(
  [...NAMED, ...FURTHER, ...SCALED, ...A8B8G8R8].sort(([a], [b]) => a - b),
);

const NUMBERS = new Map(Array.from(VK_FORMAT_NAMES, ([number, name]) => [name, number]));

/** @param name one of VK_FORMAT_NAMES */
export function vkFormatNumber(name: string): number {
  return NUMBERS.get(name)!;
}
