/*
 * The sRGB transfer functions (D3D11.3 3.2.3.7, 3.2.3.8; Khronos Data Format: sRGB EOTF): in float64, within 2^-48, and
 * the nearest linear code exactly.
 */

/** Linear light of an encoded component, both 0 to 1. The curve continues beyond. */
export function srgbLinear(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/** The encoded component of linear light, both 0 to 1. The curve continues beyond. */
export function srgbEncoded(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** The 8-bit code of a linear value, 0 to 255, before it is rounded to an integer. */
export function srgbCode(linear: number): number {
  return 255 * srgbEncoded(linear);
}

const LINEAR_CODES: Map<number, number>[] = [];

/**
 * The linear code, 0 to 2^linearBits - 1, that is nearest to the curve at code / one. No root is taken: y = x^(12/5) is
 * compared with a fraction after both sides are raised to the fifth power.
 *
 * @param one the code of 1, below 2^16
 */
export function linearCode(code: number, one: number, linearBits: number): number {
  const known = (LINEAR_CODES[linearBits] ??= new Map<number, number>());
  const key = one * 2 ** 16 + code;
  const found = known.get(key) ?? nearestLinear(BigInt(code), BigInt(one), 2n ** BigInt(linearBits) - 1n);
  known.set(key, found);
  return found;
}

/** The largest n with (n - 1/2) / largest at or below the curve; the curve meets no such tie. */
function nearestLinear(code: bigint, one: bigint, largest: bigint): number {
  let low = 0n;
  let high = largest;
  while (low < high) {
    const n = (low + high + 1n) / 2n;
    if (reaches(code, one, 2n * n - 1n, 2n * largest)) low = n;
    else high = n - 1n;
  }
  return Number(low);
}

/** True if the curve at code / one is at least numerator / denominator. */
function reaches(code: bigint, one: bigint, numerator: bigint, denominator: bigint): boolean {
  // code / one <= 0.04045: the straight part, code / (12.92 one).
  if (code * 100_000n <= one * 4045n) return 100n * code * denominator >= numerator * one * 1292n;
  // ((code / one + 0.055) / 1.055)^2.4 = ((1000 code + 55 one) / (1055 one))^2.4
  const base = 1000n * code + 55n * one;
  return base ** 12n * denominator ** 5n >= numerator ** 5n * (1055n * one) ** 12n;
}
