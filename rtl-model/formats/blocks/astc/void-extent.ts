import { blockBits } from '../bits.ts';

/** ASTC: Void-Extent Blocks, 2D. */

/** True if the block is a void extent: bits [8..0] are 111111100. */
export function isVoidExtent(bytes: Uint8Array, from: number): boolean {
  return blockBits(bytes, from, 0, 9) === 0b1_1111_1100;
}

/** True if the colour of the void extent is four halfs, false if it is four UNORM16 codes. */
export function isVoidExtentHdr(bytes: Uint8Array, from: number): boolean {
  return blockBits(bytes, from, 9, 1) === 1;
}

/**
 * True if the reserved bits are 1 and either each axis' maximum exceeds its minimum or all four coordinates are all
 * ones. The extent itself is not used, because a valid one changes no result.
 */
export function isVoidExtentLegal(bytes: Uint8Array, from: number): boolean {
  if (blockBits(bytes, from, 10, 2) !== 3) return false;
  const minS = blockBits(bytes, from, 12, 13);
  const maxS = blockBits(bytes, from, 25, 13);
  const minT = blockBits(bytes, from, 38, 13);
  const maxT = blockBits(bytes, from, 51, 13);
  return (minS < maxS && minT < maxT) || (minS & maxS & minT & maxT) === 0x1fff;
}

/** The 16 bits of a component, 0 to 3. */
export function voidExtentComponent(bytes: Uint8Array, from: number, component: number): number {
  return blockBits(bytes, from, 64 + 16 * component, 16);
}
