/**
 * sRGB to linear (D3D11.3 3.2.3.7) as integers of 0 to 2^linearBits - 1, the nearest to the exact curve. No root is
 * taken: y = x^(12/5) is compared with a fraction after both sides are raised to the fifth power.
 */
export function linearCodes(linearBits: number): readonly number[] {
  const largest = 2n ** BigInt(linearBits) - 1n;
  return Array.from({ length: 256 }, (_, code) => nearestLinear(BigInt(code), largest));
}

/** The largest n with (n - 1/2) / largest at or below the curve; the curve meets no such tie. */
function nearestLinear(code: bigint, largest: bigint): number {
  let low = 0n;
  let high = largest;
  while (low < high) {
    const n = (low + high + 1n) / 2n;
    if (reaches(code, 2n * n - 1n, 2n * largest)) low = n;
    else high = n - 1n;
  }
  return Number(low);
}

/** Whether the curve at code / 255 is at least numerator / denominator. */
function reaches(code: bigint, numerator: bigint, denominator: bigint): boolean {
  // code / 255 <= 0.04045: the straight part, code / (255 * 12.92).
  if (code * 100_000n <= 255n * 4045n) return 100n * code * denominator >= numerator * 255n * 1292n;
  // ((code / 255 + 0.055) / 1.055)^2.4
  const base = 1000n * code + 14_025n;
  return base ** 12n * denominator ** 5n >= numerator ** 5n * 269_025n ** 12n;
}
