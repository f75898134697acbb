import { fixed, type FixedFormat, unsignedFixed } from '../fixed-point/format.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** Range of a stored component of a UINT, SINT, USCALED, SSCALED or SFIXED5 format. */
export function integerRange({ name, componentType, bits }: TexelFormat, stored: number): FixedFormat {
  const signed = ['sint', 'sscaled', 'sfixed5'].includes(componentType);
  return signed ? fixed(name, bits[stored], 0) : unsignedFixed(name, bits[stored], 0);
}
