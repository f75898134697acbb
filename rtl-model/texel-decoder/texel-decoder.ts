import type { Design } from '../design.ts';
import type { Footprints } from '../footprints.ts';
import type { TexelBytes } from '../image.ts';
import type { Sampler } from '../sampler.ts';
import { borderTexel } from './border-color.ts';
import { ByteDecoder } from './byte-decoder.ts';
import { componentScales } from './component-scale.ts';
import type { TexelFormat } from './texel-format.ts';
import { WideDecoder } from './wide-decoder.ts';

/**
 * From bytes to components: format, sRGB to linear, border colour, missing components (D3D11.3 3.2.3, 7.18.9.1,
 * 19.1.3.3; Vulkan: Texel Reads, Border Replacement, Conversion to RGBA).
 */
export interface TexelDecoder {
  /** Fills `foot.texel` of `count` lanes from lane `first` on, from bytes at `foot.address`. */
  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void;
  /**
   * Decodes one tap: r, g, b, a at texel[to].
   *
   * @param address into `data`, or BORDER_ADDRESS, or NO_TAP, which leaves the texel as it is
   */
  decodeTap(address: number, data: TexelBytes, texel: Float32Array, to: number): void;
}

export function texelDecoder(design: Design, format: TexelFormat, sampler: Sampler): TexelDecoder {
  const scales = componentScales(format, design.filter.srgbLinearBits);
  const border = borderTexel(sampler.borderColor, format, scales);
  return format.componentBits === 8
    ? new ByteDecoder(format, border, design.filter.srgbLinearBits)
    : new WideDecoder(format, border);
}
