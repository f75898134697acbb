/**
 * The float32 rules of D3D11.3 3.1.3 that a texture unit needs: denorms flushed at the input and the output of
 * arithmetic, minimum and maximum. A float32 is a number that Math.fround leaves unchanged.
 */

/** Magnitudes below are denorms. */
export const SMALLEST_NORMAL = 2 ** -126;

/** A float32 with denorms flushed to a zero of the same sign (D3D11.3 3.1.3.2); other values are unchanged. */
export function flushDenorm(x: number): number {
  return Math.abs(x) < SMALLEST_NORMAL ? x * 0 : x;
}

/** The nearest float32, flushed. */
export function flushedFloat32(x: number): number {
  return flushDenorm(Math.fround(x));
}

/** A product with a weight; a zero weight takes nothing of its float32, NaN and infinities included (D3D11.3 7.18.16.2). */
export function weightedFloat(x: number, weight: number): number {
  return weight === 0 ? 0 : flushDenorm(x) * weight;
}

/**
 * The smaller of two float32 values, denorms flushed. A number wins over a NaN (D3D11.3 3.1.3.1). Two NaNs give NaN.
 * -0 is smaller than +0 (recommended by 3.1.3.2).
 */
export function minNumber(a: number, b: number): number {
  if (Number.isNaN(a)) return flushDenorm(b);
  if (Number.isNaN(b)) return flushDenorm(a);
  return Math.min(flushDenorm(a), flushDenorm(b));
}

/** The larger of two float32 values, by the rules of `minNumber`. */
export function maxNumber(a: number, b: number): number {
  if (Number.isNaN(a)) return flushDenorm(b);
  if (Number.isNaN(b)) return flushDenorm(a);
  return Math.max(flushDenorm(a), flushDenorm(b));
}

const asFloat = new Float32Array(1);
const asBits = new Uint32Array(asFloat.buffer);

/** The bits of a NaN, wherever there is one: an engine may keep the payload of a NaN that it moves, or not. */
export const NAN_BITS = 0x7fc0_0000;

/** The bit pattern of a float32, 0 to 2^32 - 1. Any other number is rounded to the nearest float32 first. */
export function floatBits(x: number): number {
  asFloat[0] = x;
  return asBits[0];
}

/** The float32 of a bit pattern, 0 to 2^32 - 1. Every NaN pattern gives NaN; its payload may be lost. */
export function bitsToFloat(bits: number): number {
  asBits[0] = bits;
  return asFloat[0];
}
