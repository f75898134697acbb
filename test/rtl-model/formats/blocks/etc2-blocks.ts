import type { BlockCodec } from '../../../../rtl-model/formats/blocks/block-codec.ts';
import type { Dice } from '../../../oracle/dice.ts';
import { etc2Block, type Etc2Mode, type Fields } from './etc2-text.ts';

/** Indices 0 to 3 for texels a, b, c and d, the first column, and likewise for i, j, k and l, the third column. */
export const INDICES = { msb: 0b0000_1100_0000_1100, lsb: 0b0000_1010_0000_1010 };

/** r, g, b, a of sixteen texels, row by row. */
export function decodeBlock(codec: BlockCodec, block: Uint8Array): number[] {
  const texels = new Float32Array(64);
  codec.decode(block, 0, texels);
  return [...texels];
}

/** r, g, b, a of pixel indices 0 to 3, read from the texels of column x: 0 in the first subblock, 2 in the second. */
export function column(codec: BlockCodec, mode: Etc2Mode, fields: Fields, x = 0): number[][] {
  const texels = decodeBlock(codec, etc2Block(mode, { ...INDICES, ...fields }));
  return [0, 1, 2, 3].map((y) => texels.slice(16 * y + 4 * x, 16 * y + 4 * x + 4));
}

export function randomBytes(dice: Dice, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, () => dice.bits() >>> 24);
}
