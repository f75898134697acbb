import { bilinear } from '../filter-unit/lerp.ts';

/**
 * The word at a byte address.
 *
 * @param narrow whether the address may lie within a word; what follows in that word is then the low end
 */
export function texelWord(words: Uint32Array, address: number, narrow: boolean): number {
  return narrow ? words[address >>> 2] >>> ((address & 3) << 3) : words[address >>> 2];
}

/**
 * `bilinear` of the codes that byte `byte` of four words stands for.
 *
 * @param codes of the low byte, 256 of them, then of the next ones, as `ByteDecoder` has them
 */
export function bytesBilinear(
  codes: Float64Array,
  byte: number,
  w00: number,
  w10: number,
  w01: number,
  w11: number,
  a0: number,
  a: number,
  b0: number,
  b: number,
): number {
  const table = byte << 8;
  const shift = byte << 3;
  return bilinear(
    codes[table | ((w00 >>> shift) & 255)],
    codes[table | ((w10 >>> shift) & 255)],
    codes[table | ((w01 >>> shift) & 255)],
    codes[table | ((w11 >>> shift) & 255)],
    a0,
    a,
    b0,
    b,
  );
}
