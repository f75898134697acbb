/** How the stored bits of a component become a value (D3D11.3 19.1.3.2; Vulkan: numeric formats). */
export type ComponentType = 'unorm' | 'snorm' | 'srgb' | 'sfloat';

/** A texel format, named as VkFormat in lower case. */
export interface TexelFormat {
  readonly name: string;
  readonly componentType: ComponentType;
  /** Bits of each stored component: 8, 16 or 32. */
  readonly componentBits: number;
  /** For each stored component in memory order, which of r, g, b, a (0 to 3) it is. */
  readonly order: readonly number[];
  readonly texelBytes: number;
}

const RGBA = [0, 1, 2, 3] as const;
const BGRA = [2, 1, 0, 3] as const;

function format(name: string, componentType: ComponentType, componentBits: number, order: readonly number[]) {
  return Object.freeze({ name, componentType, componentBits, order, texelBytes: (order.length * componentBits) / 8 });
}

const FORMATS: readonly TexelFormat[] = [
  format('r8_unorm', 'unorm', 8, RGBA.slice(0, 1)),
  format('r8_snorm', 'snorm', 8, RGBA.slice(0, 1)),
  format('r8_srgb', 'srgb', 8, RGBA.slice(0, 1)),
  format('r8g8_unorm', 'unorm', 8, RGBA.slice(0, 2)),
  format('r8g8_snorm', 'snorm', 8, RGBA.slice(0, 2)),
  format('r8g8_srgb', 'srgb', 8, RGBA.slice(0, 2)),
  format('r8g8b8a8_unorm', 'unorm', 8, RGBA),
  format('r8g8b8a8_snorm', 'snorm', 8, RGBA),
  format('r8g8b8a8_srgb', 'srgb', 8, RGBA),
  format('b8g8r8a8_unorm', 'unorm', 8, BGRA),
  format('b8g8r8a8_snorm', 'snorm', 8, BGRA),
  format('b8g8r8a8_srgb', 'srgb', 8, BGRA),
  format('r16_unorm', 'unorm', 16, RGBA.slice(0, 1)),
  format('r16g16b16a16_unorm', 'unorm', 16, RGBA),
  format('r16_sfloat', 'sfloat', 16, RGBA.slice(0, 1)),
  format('r16g16b16a16_sfloat', 'sfloat', 16, RGBA),
  format('r32_sfloat', 'sfloat', 32, RGBA.slice(0, 1)),
  format('r32g32b32a32_sfloat', 'sfloat', 32, RGBA),
];

/** Every format that the decoder reads, by name. */
export const TEXEL_FORMATS: ReadonlyMap<string, TexelFormat> = new Map(FORMATS.map((f) => [f.name, f]));
