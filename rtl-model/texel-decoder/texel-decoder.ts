import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/image.ts';

/**
 * The step from bytes to components: format, sRGB to linear, border colour, missing components (D3D11.3 3.2.3,
 * 7.18.9.1, 19.1.3.3; Vulkan: Texel Reads, Border Replacement, Conversion to RGBA).
 */
export interface TexelDecoder {
  /** Fills the texels of `count` lanes from lane `first` on, from bytes at `foot.address`. */
  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void;
  /**
   * Decodes one tap: r, g, b, a at foot.texel[4 * tap], or for UINT and SINT formats at foot.texelBits[4 * tap].
   *
   * @param address into `data`, or BORDER_ADDRESS, or NO_TAP, which leaves the texel unchanged
   */
  decodeTap(foot: Footprints, tap: number, address: number, data: TexelBytes): void;
}
