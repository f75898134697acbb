import { halfToFloat } from '../../../fixed-point/float16.ts';

/**
 * Interpolation between two endpoints (ASTC: Weight Application).
 *
 * @param c0 and `c1`: endpoints of 16 bits
 * @param weight weight of c1 in 64ths, 0 to 64
 * @returns 16 bits
 */
export function interpolateAstc(c0: number, c1: number, weight: number): number {
  return (c0 * (64 - weight) + c1 * weight + 32) >> 6;
}

const LARGEST_UNORM16 = 0xffff;

/**
 * A UNORM16 in decode mode decode_float16. 0xffff gives 1. Any other code gives code / 65536 rounded toward zero to a
 * half, that is to its 11 leading bits (ASTC: Weight Application, LDR endpoint modes).
 */
export function unorm16ToHalf(code: number): number {
  if (code === LARGEST_UNORM16) return 1;
  const dropped = Math.max(0, 21 - Math.clz32(code));
  return ((code >> dropped) << dropped) / 0x10000;
}

const HALF_INFINITY = 0x7c00;

/**
 * A pseudo-logarithmic 16-bit result as the value of its half, at most 65504 (ASTC: Weight Application, HDR endpoint
 * modes).
 */
export function logarithmicToHalf(code: number): number {
  const m = code & 0x7ff;
  const mt = m < 512 ? 3 * m : m >= 1536 ? 5 * m - 2048 : 4 * m - 512;
  return finiteHalf(((code >> 11) << 10) + (mt >> 3));
}

/** The value of a half; infinities and NaN give the largest finite one. */
export function finiteHalf(bits: number): number {
  return halfToFloat((bits & HALF_INFINITY) === HALF_INFINITY ? HALF_INFINITY - 1 : bits);
}
