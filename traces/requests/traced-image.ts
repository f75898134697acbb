import type { TexelLayout } from '../../rtl-model/design/design.ts';

/** A level of an image as a texel-access trace describes it: enough to tell from an address which texel it is. */
export interface TracedLevel {
  /** In texels. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Byte address of layer 0, bytes from one layer to the next, and from one slice of a 3D level to the next. */
  readonly base: number;
  readonly layerBytes: number;
  readonly sliceBytes: number;
}

/**
 * An image that accesses of a trace fall into, one plane of it for a multi-planar format. Of a cache that keeps
 * compressed blocks the addresses are those of the blocks.
 */
export interface TracedImage {
  readonly name: string;
  /** VkFormat in lower case. */
  readonly format: string;
  readonly layout: TexelLayout;
  readonly layers: number;
  /** Whether every texel has an address of its own, or blocks have. */
  readonly addressed: 'texels' | 'blocks';
  /** Bytes from one texel to the next, or from one block to the next, whichever is addressed. */
  readonly stride: number;
  /**
   * Texels that stand together, in rows, the blocks in the order of the layout: of a format with blocks, which may be
   * decoded. [1, 1] for others.
   */
  readonly block: readonly [number, number];
  /** Level 0 first. */
  readonly levels: readonly TracedLevel[];
}
