import type { ImageSource } from '../memory/image.ts';
import type { Aspect, TexelFormat } from '../formats/texel-format.ts';

/** VkImageViewType. */
export const VIEW_TYPES = ['1d', '2d', '3d', 'cube', '1d_array', '2d_array', 'cube_array'] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

/** VkComponentSwizzle. */
export const SWIZZLES = ['identity', 'zero', 'one', 'r', 'g', 'b', 'a'] as const;
export type Swizzle = (typeof SWIZZLES)[number];
/** VkComponentMapping: what r, g, b and a of the result are. */
export type ComponentMapping = readonly [Swizzle, Swizzle, Swizzle, Swizzle];

export const IDENTITY_MAPPING: ComponentMapping = ['identity', 'identity', 'identity', 'identity'];

/** How an instruction sees an image: VkImageViewCreateInfo, its subresource range taken apart. */
export interface ImageView {
  readonly viewType: ViewType;
  /** The image's own format, or one of a texel (or block) as large. */
  readonly format: TexelFormat;
  readonly components: ComponentMapping;
  readonly aspect: Aspect;
  readonly baseMipLevel: number;
  readonly levelCount: number;
  /** Of a cube: the six faces of a cube are six layers, +x, -x, +y, -y, +z, -z. */
  readonly baseArrayLayer: number;
  readonly layerCount: number;
  /**
   * VkImageViewMinLodCreateInfoEXT, in levels of the image; D3D11.3's per-resource clamp (5.8) is the same number.
   * 0 clamps nothing.
   */
  readonly minLod: number;
}

/** VkImageViewSampleWeightCreateInfoQCOM. */
export interface WeightView {
  readonly filterCenter: readonly [number, number];
  readonly filterSize: readonly [number, number];
  /** Phases in all: the square of a power of two. */
  readonly numPhases: number;
}

/** The view that a state without one has: all of the image, as its own type says. */
export function wholeView({ type = '2d', layers, format, levels }: Viewed): ImageView {
  return {
    viewType: type !== '3d' && layers > 1 ? `${type}_array` : type,
    format,
    components: IDENTITY_MAPPING,
    aspect: format.aspects[0],
    baseMipLevel: 0,
    levelCount: levels.length,
    baseArrayLayer: 0,
    layerCount: layers,
    minLod: 0,
  };
}

/** What a view needs to know of its image, laid out or not. */
type Viewed = Pick<ImageSource, 'type' | 'layers' | 'format'> & { readonly levels: { readonly length: number } };
