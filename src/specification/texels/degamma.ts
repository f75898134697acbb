/**
 * The linear code nearest to the sRGB EOTF of code / one (Khronos Data Format: sRGB EOTF), of 0 to 2^linearBits - 1. No
 * root is taken: y = x^(12/5) is compared with a fraction after both sides are raised to the fifth power.
 */
export function linearCode(code: number, one: number, linearBits: number): number {
  const known = (CURVES[linearBits] ??= new Map<number, number>());
  const key = one * 2 ** 16 + code;
  const found = known.get(key) ?? nearestLinear(BigInt(code), BigInt(one), 2n ** BigInt(linearBits) - 1n);
  known.set(key, found);
  return found;
}

const CURVES: Map<number, number>[] = [];

/** The largest n with (n - 1/2) / largest at or below the curve. */
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

/** Whether the curve at code / one is at least numerator / denominator. */
function reaches(code: bigint, one: bigint, numerator: bigint, denominator: bigint): boolean {
  // code / one <= 0.04045: the straight part, code / (12.92 one).
  if (code * 100_000n <= one * 4045n) return 100n * code * denominator >= numerator * one * 1292n;
  // ((code / one + 0.055) / 1.055)^2.4 = ((1000 code + 55 one) / (1055 one))^2.4
  const base = 1000n * code + 55n * one;
  return base ** 12n * denominator ** 5n >= numerator ** 5n * (1055n * one) ** 12n;
}
