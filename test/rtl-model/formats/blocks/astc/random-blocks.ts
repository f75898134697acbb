import { Dice } from '../../../../oracle/dice.ts';
import { textBlockMode } from './text-block-mode.ts';

/** The 11-bit block modes that are legal for a footprint. */
export function legalModes(width: number, height: number): number[] {
  return Array.from({ length: 2048 }, (_, mode) => mode).filter((mode) => textBlockMode(mode, width, height));
}

/**
 * Seeded random blocks: most have a legal block mode and random other bits, some are void extents, some are 128 random
 * bits. No HDR void extent contains an infinity or NaN, whose result is undefined.
 */
export function randomBlocks(width: number, height: number, count: number, seed: number): Uint8Array {
  const dice = new Dice(seed);
  const modes = legalModes(width, height);
  const blocks = new Uint8Array(16 * count);
  for (let at = 0; at < blocks.length; at += 16) {
    for (let k = 0; k < 16; k++) blocks[at + k] = dice.integer(0, 255);
    const kind = dice.integer(0, 9);
    if (kind === 0) makeVoidExtent(blocks, at, dice);
    else if (kind > 1) makeLegalMode(blocks, at, dice.pick(modes), dice);
    // A random block can be a void extent too. Finite halfs do no harm in other blocks.
    for (let k = 9; k < 16; k += 2) if ((blocks[at + k] & 0x7c) === 0x7c) blocks[at + k] &= 0xbf;
  }
  return blocks;
}

function makeVoidExtent(blocks: Uint8Array, at: number, dice: Dice): void {
  blocks[at] = 0xfc;
  blocks[at + 1] |= dice.chance(0.9) ? 0x0d : 0x01;
  if (dice.chance(0.5)) {
    blocks[at + 1] |= 0xf0;
    blocks.fill(0xff, at + 2, at + 8);
  }
}

function makeLegalMode(blocks: Uint8Array, at: number, mode: number, dice: Dice): void {
  blocks[at] = mode & 0xff;
  blocks[at + 1] = (blocks[at + 1] & 0xf8) | (mode >> 8);
  if (dice.chance(0.4)) {
    // One partition.
    blocks[at + 1] &= 0xe7;
  } else if (dice.chance(0.3)) {
    // One endpoint mode for all partitions.
    blocks[at + 2] &= 0x7f;
    blocks[at + 3] &= 0xfe;
  }
}
