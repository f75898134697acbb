import { srgbLinearTable } from '../fixed-point/srgb.ts';
import type { TexelFormat } from './texel-format.ts';

/** How one component of an 8-bit-a-component texel is decoded: which byte of the word, and the code of each value. */
export interface ByteTable {
  readonly shift: number;
  readonly codes: Float64Array;
}

/**
 * Tables of r, g, b, a. The code of SNORM's second -1 (0x80) is that of the first (D3D11.3 3.2.3.3).
 *
 * @param format of 8-bit components
 */
export function byteTables(format: TexelFormat, srgbLinearBits: number): readonly ByteTable[] {
  return [0, 1, 2, 3].map((component) => {
    const position = format.order.indexOf(component);
    if (position < 0) return { shift: 0, codes: new Float64Array(256).fill(component === 3 ? 1 : 0) };
    return { shift: 8 * position, codes: codes(format, component, srgbLinearBits) };
  });
}

function codes(format: TexelFormat, component: number, srgbLinearBits: number): Float64Array {
  if (format.componentType === 'srgb' && component < 3) return srgbLinearTable(srgbLinearBits);
  if (format.componentType === 'snorm') {
    return Float64Array.from({ length: 256 }, (_, byte) => Math.max(-127, byte < 128 ? byte : byte - 256));
  }
  return Float64Array.from({ length: 256 }, (_, byte) => byte);
}
