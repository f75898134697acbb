import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';

/**
 * The step from bytes to components: format, sRGB to linear, border colour, missing components (D3D11.3 3.2.3,
 * 7.18.9.1, 19.1.3.3; Vulkan: Texel Reads, Border Replacement, Conversion to RGBA).
 */
export interface TexelDecoder {
  /** The look-ups that decode a texel, for kernels that decode and filter at once; null for texels not decoded so. */
  readonly tables: TexelTables | null;
  /** Places and border of components of 32 bits, or of a depth of 24; none for other texels. */
  readonly words?: TexelWords | undefined;
  /** Fills the texels of `count` lanes from lane `first` on, from bytes at `foot.address`. */
  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void;
  /**
   * Decodes one tap: r, g, b, a at foot.texel[4 * tap], or for UINT and SINT formats at foot.texelBits[4 * tap].
   *
   * @param address into `data`, or BORDER_ADDRESS, or NO_TAP, which leaves the texel unchanged
   */
  decodeTap(foot: Footprints, tap: number, address: number, data: TexelBytes): void;
}

/** Floats or integers of 32 bits one after the other, or the lower 24 of them, a depth. */
export interface TexelWords {
  /** The components that they are, 0 to 3 for r, g, b, a. */
  readonly order: readonly number[];
  readonly bits: 24 | 32;
  readonly border: Float32Array | Int32Array;
}

/** Look-ups of r, g, b, a, none of which crosses a 32-bit word. */
export interface TexelTables {
  readonly fields: readonly [TexelField, TexelField, TexelField, TexelField];
  /** The border's r, g, b, a, in the meaning that the fields' codes have. */
  readonly border: Float32Array;
}

/** The place of a component in the texel, and the meaning of its values. A component that the format lacks is constant. */
export interface TexelField {
  /** The first byte of the texel that holds a bit of the component, and the component's lowest bit in it. */
  readonly byte: number;
  readonly shift: number;
  /** 2^bits - 1. */
  readonly mask: number;
  /** The bits of a shared exponent in the look-up, above those of the component; 0 for formats without one. */
  readonly exponent: number;
  /** The code, or the float, of every value. */
  readonly codes: Float32Array;
}

/** From the word of a texel with a shared exponent, in its upper 5 bits, to those bits above the 9 of a component. */
export const EXPONENT_SHIFT = 18;
