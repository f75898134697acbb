import type { ImageSource } from '../memory/image.ts';
import type { Aspect, TexelFormat } from '../formats/texel-format.ts';

/** VkImageViewType. */
export const VIEW_TYPES = ['1d', '2d', '3d', 'cube', '1d_array', '2d_array', 'cube_array'] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

/** VkComponentSwizzle. */
export const SWIZZLES = ['identity', 'zero', 'one', 'r', 'g', 'b', 'a'] as const;
export type Swizzle = (typeof SWIZZLES)[number];
/** VkComponentMapping: the sources of r, g, b and a of the result. */
export type ComponentMapping = readonly [Swizzle, Swizzle, Swizzle, Swizzle];

export const IDENTITY_MAPPING: ComponentMapping = ['identity', 'identity', 'identity', 'identity'];

/** VkImageViewSlicedCreateInfoEXT: the slices of the view's level. */
export interface SliceRange {
  readonly sliceOffset: number;
  readonly sliceCount: number;
}

/** An instruction's view of an image: VkImageViewCreateInfo with the fields of its subresource range. */
export interface ImageView {
  readonly viewType: ViewType;
  /** The image's own format, or one with the same size of a texel (or block); the plane's if the aspect is a plane. */
  readonly format: TexelFormat;
  readonly components: ComponentMapping;
  readonly aspect: Aspect;
  readonly baseMipLevel: number;
  readonly levelCount: number;
  /**
   * In a cube view, six layers are the faces of a cube: +x, -x, +y, -y, +z, -z. In a 2D view of a 3D image, layers are
   * slices of the view's level.
   */
  readonly baseArrayLayer: number;
  readonly layerCount: number;
  /**
   * VkImageViewMinLodCreateInfoEXT, in levels of the image. D3D11.3's per-resource clamp (5.8) is the same number. 0
   * means no clamp.
   */
  readonly minLod: number;
  /** All slices if absent. */
  readonly slices?: SliceRange;
}

/** VkImageViewSampleWeightCreateInfoQCOM. */
export interface WeightView {
  readonly filterCenter: readonly [number, number];
  readonly filterSize: readonly [number, number];
  /** The number of phases on both axes together: the square of a power of two. */
  readonly numPhases: number;
}

/** The view of a state without one: the whole image with its own type. */
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

/** The fields of an image, laid out or not, that its view depends on. */
type Viewed = Pick<ImageSource, 'type' | 'layers' | 'format'> & { readonly levels: { readonly length: number } };
