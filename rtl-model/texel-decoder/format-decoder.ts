import type { Design } from '../design/design.ts';
import type { Sampler } from '../state/sampler.ts';
import { borderIntegers, borderTexel } from './border-color.ts';
import { ByteDecoder } from './byte-decoder.ts';
import { componentScales, linearBits } from '../formats/format-scales.ts';
import { IntegerDecoder } from './integer-decoder.ts';
import { PairDecoder } from './pair-decoder.ts';
import { TableDecoder } from './table-decoder.ts';
import type { TexelDecoder } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';
import { WideDecoder } from './wide-decoder.ts';

/**
 * The decoder of a format. For a format of depth and stencil it reads the depth (see `aspectFormat`).
 *
 * @throws RangeError for a multi-planar format, which has a decoder for each plane, and for a compressed one
 */
export function texelDecoder(design: Pick<Design, 'filter'>, format: TexelFormat, sampler: Sampler): TexelDecoder {
  const srgbLinearBits = linearBits(format, design.filter);
  if (format.planes !== null) throw new RangeError(`${format.name} is decoded plane by plane`);
  if (format.codec !== null && format.block !== null) throw new RangeError(`${format.name} is decoded block by block`);
  if (format.componentType === 'uint' || format.componentType === 'sint') {
    return new IntegerDecoder(format, borderIntegers(sampler.borderColor, format));
  }
  const border = borderTexel(sampler.borderColor, format, componentScales(format, srgbLinearBits));
  if (format.block !== null) return new PairDecoder(format, border, srgbLinearBits);
  if (format.bits.every((width) => width === 8)) return new ByteDecoder(format, border, srgbLinearBits);
  if (format.componentBits === 32) return new WideDecoder(format, border);
  return new TableDecoder(format, border, srgbLinearBits);
}
