import type { LevelLayout } from './texel-layout.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** VkImageType. A cube is six layers of a 2D image. */
export const IMAGE_TYPES = ['1d', '2d', '3d'] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** A region of a sparse image without memory: its texels read as zero (residencyNonResidentStrict). */
export interface UnboundRegion {
  readonly level: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** An image before its layout: its properties and the bytes of its levels. */
export interface ImageSource {
  readonly format: TexelFormat;
  /** `2d` if absent. */
  readonly type?: ImageType;
  /** Size of level 0 in texels. Level l is max(1, floor(size / 2^l)). */
  readonly width: number;
  readonly height: number;
  /** 1 if absent. */
  readonly depth?: number;
  readonly layers: number;
  /** Samples of a texel, 1 if absent. */
  readonly samples?: number;
  /** VK_IMAGE_CREATE_CORNER_SAMPLED_BIT_NV, off if absent. */
  readonly cornerSampled?: boolean;
  /** VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT: 2D views show slices of a 3D image. Off if absent. */
  readonly view2DCompatible?: boolean;
  /** None if absent. */
  readonly unbound?: readonly UnboundRegion[];
  /**
   * The bytes of each level. The planes follow each other, in each plane the layers, in each layer the slices, in each
   * slice the rows of texels (or blocks) top to bottom, without padding. The samples of a texel lie side by side.
   */
  readonly levels: readonly Uint8Array[];
}

/** One level of an image in the texel memory. Texel (i, j) of slice k is at column[i] + row[j] + k * sliceTexels. */
export interface ImageLevel extends LevelLayout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Distance from one slice to the next, in texels. */
  readonly sliceTexels: number;
  /** Byte address of layer 0, and the distance from one layer to the next in bytes. */
  readonly base: number;
  readonly layerBytes: number;
}

/** An image in the texel memory. */
export interface Image {
  readonly format: TexelFormat;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly layers: number;
  readonly samples: number;
  readonly cornerSampled: boolean;
  readonly unbound: readonly UnboundRegion[];
  /** Bytes from one texel to the next, samples included: a power of two, so that no texel crosses a cache line. */
  readonly texelStride: number;
  readonly levels: readonly ImageLevel[];
  /**
   * The planes of a multi-planar format, luma first, as images of their own. The fields above then describe plane 0.
   */
  readonly planes: readonly Image[] | null;
  /** The format of the texels in the memory: the decoded one if the format has blocks. */
  readonly stored: TexelFormat;
  /**
   * The addresses of a block-compressed image's blocks, level by level, and in a recoding layer by layer; null for other
   * images.
   */
  readonly compressed: readonly CompressedLevel[] | null;
  /** The image in the other formats that decode its blocks to other codes; empty for images without blocks. */
  readonly recodings: readonly Recoding[];
}

/** A block-compressed image as another format of its compression decodes it. It has addresses, but no texels at first. */
export interface Recoding {
  readonly image: Image;
  /** The image, its texels in the memory. */
  readonly decoded: () => Image;
}

/**
 * The memory addresses of a level's blocks. Block n, in the order of the decoded texels, is at base + n * blockBytes.
 */
export interface CompressedLevel {
  readonly base: number;
  readonly blockBytes: number;
  /** Size of a decoded block in bytes, and the addresses at which the decoded level begins and ends. */
  readonly decodedBytes: number;
  readonly decodedBase: number;
  readonly decodedEnd: number;
}
