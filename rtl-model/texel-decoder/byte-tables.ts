import { codeTable } from './code-table.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * The decoding of one component of a texel of 8-bit components: its first bit in the word, and the code of each value.
 */
export interface ByteTable {
  readonly shift: number;
  readonly codes: Float64Array;
}

/** True if ByteDecoder can read the format: each component is a byte of its own and no integer. */
export function hasByteTables({ componentType, bits, block, planes }: TexelFormat): boolean {
  return (
    bits.every((width) => width === 8) &&
    componentType !== 'uint' &&
    componentType !== 'sint' &&
    block === null &&
    planes === null
  );
}

/**
 * The tables of r, g, b, a.
 *
 * @param format a format of 8-bit components
 */
export function byteTables(format: TexelFormat, srgbLinearBits: number): readonly ByteTable[] {
  return [0, 1, 2, 3].map((component) => {
    const position = format.order.indexOf(component);
    if (position < 0) return { shift: 0, codes: new Float64Array(256).fill(component === 3 ? 1 : 0) };
    return { shift: 8 * position, codes: Float64Array.from(codeTable(format, position, srgbLinearBits)) };
  });
}
