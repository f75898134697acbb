/**
 * Numbers of some significant bits, of which the lower ones are cut off towards zero: the cheapest rounding in hardware.
 * A width is given by its `unit`, 2^(1 - bits): the weight of the last bit of a number from 1 to 2. The unit 0 cuts
 * nothing off and means a width that is `exact`.
 */

const number = new Float64Array(1);
/** Sign, exponent and the upper fraction bits are the second word (little-endian). */
const words = new Uint32Array(number.buffer);

/** The unit of a width in bits. */
export function unitOf(bits: number | 'exact'): number {
  return bits === 'exact' ? 0 : 2 ** (1 - bits);
}

/** The weight of the leading bit, 2^floor(log2 |x|); 0 for 0. @param x finite, no denormal of float64 */
export function leadingBit(x: number): number {
  number[0] = x;
  words[0] = 0;
  words[1] &= 0x7ff0_0000;
  return number[0];
}

/** x as a multiple of a power of two, `last`, with the bits below it cut off; 0 cuts nothing off. */
export function cutBelow(x: number, last: number): number {
  return last === 0 ? x : Math.trunc(x / last) * last;
}
