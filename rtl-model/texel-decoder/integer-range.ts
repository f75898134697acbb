import { fixed, type FixedFormat, unsignedFixed } from '../fixed-point/format.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** Range of a stored component of a UINT, SINT, USCALED or SSCALED format. */
export function integerRange({ name, componentType, bits }: TexelFormat, stored: number): FixedFormat {
  const signed = componentType === 'sint' || componentType === 'sscaled';
  return signed ? fixed(name, bits[stored], 0) : unsignedFixed(name, bits[stored], 0);
}
