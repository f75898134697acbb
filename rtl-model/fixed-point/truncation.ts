import { flushDenorm } from './float32.ts';

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

/** A finite number with the significant bits of `unit`. */
export function truncated(x: number, unit: number): number {
  return cutBelow(x, leadingBit(x) * unit);
}

/**
 * a / b with the significant bits of `unit`, 1 to 24, as digit recurrence gives it: denormal operands count as zeros,
 * a quotient below 2^-126 is a zero and one from 2^128 on is infinite, both with its sign (D3D11.3 3.1.3). Zeros,
 * infinities and NaN divide as IEEE 754 says. The unit 0 means that the quotient is rounded to float32 once.
 *
 * @param a,b float32
 * @returns a float32
 */
export function quotient(a: number, b: number, unit: number): number {
  if (unit === 0) return Math.fround(a / b);
  // The float64 quotient of two 24-bit mantissas cuts to the same 24 bits as the exact one. A NaN has no leading bit.
  const q = flushDenorm(a) / flushDenorm(b);
  return Math.fround(flushDenorm(Math.abs(q) < Infinity ? truncated(q, unit) : q));
}
