import { floatToHalf } from '../fixed-point/float16.ts';
import type { FloatRounding } from '../fixed-point/float-format.ts';
import { floatBits } from '../fixed-point/float32.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import { encodeSharedExponent } from '../fixed-point/shared-exponent.ts';
import { floatToFloat10, floatToFloat11 } from '../fixed-point/small-float.ts';
import { linearToSrgb } from '../fixed-point/srgb.ts';
import { floatToSnorm, floatToUnorm } from '../fixed-point/unorm.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { integerRange } from './integer-range.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

const ALPHA = 3;

/**
 * The step from r, g, b, a to the bytes of a texel: image writes (D3D11.3 3.2.2, 3.2.3, 19.3.2.2; Vulkan: Texel Output
 * Format Conversion). Components that the format lacks are dropped; padding bits become 0. The decoder's result for a
 * texel gives the texel's bytes again (D3D11.3 19.1.2), except for NaN patterns, SNORM's second -1 and shared exponents
 * larger than needed.
 *
 *     unorm, snorm, srgb   saturated, NaN to 0, ties up (snorm: away from zero)
 *     sfloat, ufloat       narrowed by `rounding`; a color of shared exponent to nearest even
 *     uint, sint           saturated (D3D11.3 3.2.3.13; Vulkan leaves values out of range open)
 *     uscaled, sscaled     saturated, NaN to 0, nearest even (D3D11.3 3.2.2); sfixed5 too, in 2^-5
 */
export class TexelEncoder {
  /** The ranges of the stored components of an integer format. */
  private readonly ranges: readonly FixedFormat[];

  /**
   * @param rounding D3D11.3 3.2.2 asks for `toward-zero`, Vulkan permits either
   * @throws RangeError when image writes don't take the format: depth, stencil, 4:2:2, multi-planar, compressed
   */
  constructor(
    private readonly format: TexelFormat,
    private readonly rounding: FloatRounding = 'toward-zero',
  ) {
    if (format.aspects[0] !== 'color' || format.planes !== null || format.block !== null) {
      throw new RangeError(`${format.name} is no format of image writes`);
    }
    this.ranges = format.bits.map((_, stored) => integerRange(format, stored));
  }

  /**
   * Writes one texel.
   *
   * @param color r, g, b, a: float32, linear for sRGB; for UINT and SINT integers
   * @param address byte address of the texel, a multiple of its size rounded up to a power of two
   */
  encode(color: ArrayLike<number>, { bytes }: TexelBytes, address: number): void {
    const { order, bits, shifts, texelBytes, sharedExponentBits } = this.format;
    bytes.fill(0, address, address + texelBytes);
    if (sharedExponentBits > 0) {
      put(bytes, address, 0, 32, encodeSharedExponent(color[0], color[1], color[2]));
      return;
    }
    for (let k = 0; k < order.length; k++) put(bytes, address, shifts[k], bits[k], this.code(color[order[k]], k));
  }

  /** The code of stored component k: an integer whose low bits are the component. */
  private code(value: number, k: number): number {
    const { componentType, order, bits } = this.format;
    const width = bits[k];
    switch (componentType) {
      case 'unorm':
        return floatToUnorm(value, width);
      case 'snorm':
        return floatToSnorm(value, width);
      case 'srgb':
        return order[k] === ALPHA ? floatToUnorm(value, width) : linearToSrgb(value, width);
      case 'sfloat':
        return width === 32 ? floatBits(value) : floatToHalf(value, this.rounding);
      case 'ufloat':
        return width === 11 ? floatToFloat11(value, this.rounding) : floatToFloat10(value, this.rounding);
      case 'uint':
      case 'sint':
        return saturate(value, this.ranges[k]);
      case 'uscaled':
      case 'sscaled':
        return this.integer(value, k);
      case 'sfixed5':
        return this.integer(value * 2 ** 5, k);
    }
  }

  private integer(value: number, k: number): number {
    return Number.isNaN(value) ? 0 : roundToInteger(saturate(value, this.ranges[k]), 'nearest-even');
  }
}

/** Sets `bits` bits of a zeroed texel, from bit `shift` on, to the low bits of an integer, -2^31 to 2^32 - 1. */
function put(bytes: Uint8Array, address: number, shift: number, bits: number, code: number): void {
  let rest = bits === 32 ? code >>> 0 : code & (2 ** bits - 1);
  let at = address + (shift >>> 3);
  // At most seven bits more than the component's width.
  rest *= 2 ** (shift & 7);
  for (; rest > 0; rest = Math.floor(rest / 256)) bytes[at++] |= rest % 256;
}
