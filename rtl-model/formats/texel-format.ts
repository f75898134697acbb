import type { BlockCodec } from './blocks/block-codec.ts';

/**
 * The conversion of a component's stored bits to a value (D3D11.3 19.1.3.2; Vulkan: Interpretation of Numeric Format).
 * `uint` and `sint` reach the shader as integers, the others as floats.
 */
export type ComponentType =
  'unorm' | 'snorm' | 'srgb' | 'sfloat' | 'ufloat' | 'uint' | 'sint' | 'uscaled' | 'sscaled' | 'sfixed5';

/** The aspects of a view that a sampler can read (VkImageAspectFlagBits). */
export const ASPECTS = ['color', 'depth', 'stencil', 'plane_0', 'plane_1', 'plane_2'] as const;
export type Aspect = (typeof ASPECTS)[number];
const PLANE_ASPECTS = ASPECTS.slice(3);

/** The number of the plane that an aspect selects, or null for an aspect that is no plane. */
export function planeOf(aspect: Aspect): number | null {
  const plane = PLANE_ASPECTS.indexOf(aspect);
  return plane < 0 ? null : plane;
}

/** The aspects of a format of some planes. */
export function aspectsOfPlanes(planes: number): readonly Aspect[] {
  return ['color', ...PLANE_ASPECTS.slice(0, planes)];
}

/** One plane of a multi-planar format; its size is that of the image, divided. */
export interface Plane {
  /** Texels with the components that the plane stores: g of a luma plane, b and r of a chroma plane. */
  readonly format: TexelFormat;
  /** The name of the format that a view of the plane has (Vulkan: Compatible Formats of Planes): r, or r and g. */
  readonly viewFormat: string;
  readonly widthDivisor: number;
  readonly heightDivisor: number;
}

/** A texel format, named as VkFormat in lower case. A texel is a little-endian number of `texelBytes` bytes. */
export interface TexelFormat {
  readonly name: string;
  readonly componentType: ComponentType;
  /** Component width that sets the filter rate: the bits of the widest component, rounded up to 8, 16 or 32. */
  readonly componentBits: number;
  /** The component, 0 to 3 for r, g, b, a, of each stored component, from the low end of the texel on. */
  readonly order: readonly number[];
  /** Width of each stored component. */
  readonly bits: readonly number[];
  /** First bit of each stored component in the texel. */
  readonly shifts: readonly number[];
  /** Width of the exponent that all components share, above them in the texel; 0 without one. */
  readonly sharedExponentBits: number;
  /** Size of a texel, or of a block if the format has blocks. */
  readonly texelBytes: number;
  /**
   * The aspects: depth before stencil, color before planes. The other fields of a format with depth and stencil describe
   * the depth (see `aspectFormat`).
   */
  readonly aspects: readonly Aspect[];
  /** The planes of a multi-planar format, luma first; the other fields describe plane 0. */
  readonly planes: readonly Plane[] | null;
  /** Size of the texels that are stored together: a compressed block, or a 4:2:2 pair. */
  readonly block: { readonly width: number; readonly height: number } | null;
  readonly codec: BlockCodec | null;
  /** Bits to which narrower components are widened by repetition of their bits, as a design's decoder does; UNORM alone. */
  readonly widened?: number | undefined;
  /** True if the filter widens sums of the SNORM codes (`filter.signedGuardBits`): the least code is then less than -1. */
  readonly sumsWidened?: boolean | undefined;
  /** The linear value of each sRGB code, where a design has a table of its own; the last one represents 1. */
  readonly linear?: Float32Array | undefined;
  /** Decodes a block into the texel memory, as texels of `format` from address `to` on; absent without a codec. */
  readonly unpacker?: {
    readonly format: TexelFormat;
    unpack(block: Uint8Array, from: number, memory: DataView, to: number): void;
  };
  /** The formats that decode the same blocks to other codes; absent without a codec. */
  readonly otherDecodings?: () => readonly TexelFormat[];
}
