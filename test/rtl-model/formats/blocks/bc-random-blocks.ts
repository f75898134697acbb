import { Dice } from '../../../oracle/dice.ts';

/** Random blocks. In every second one, half of the bytes are 0 or 255, so that fields reach their ends. */
export function randomBlocks(seed: number, count: number, blockBytes: number): Uint8Array {
  const dice = new Dice(seed);
  return new Uint8Array(count * blockBytes).map((_, at) => {
    const byte = dice.integer(0, 255);
    const choice = dice.integer(0, 3);
    return Math.floor(at / blockBytes) % 2 === 0 || choice > 1 ? byte : 255 * choice;
  });
}

/** Random blocks with `mode` in the lowest `modeBits` bits of each. */
export function randomBlocksOfMode(seed: number, count: number, mode: number, modeBits: number): Uint8Array {
  const blocks = randomBlocks(seed, count, 16);
  for (let at = 0; at < blocks.length; at += 16) blocks[at] = ((blocks[at] >> modeBits) << modeBits) | mode;
  return blocks;
}

/** The block as one number: bit 0 is the lowest bit of its first byte. */
export function blockNumber(bytes: Uint8Array, from: number, count: number): bigint {
  return bytes.subarray(from, from + count).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
