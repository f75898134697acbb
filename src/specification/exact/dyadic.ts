/** The whole number nearest to numerator / denominator, the even one of two. The denominator is positive. */
export function nearestEven(numerator: bigint, denominator: bigint): bigint {
  const below = floorQuotient(numerator, denominator);
  const twice = 2n * (numerator - below * denominator);
  const up = twice > denominator || (twice === denominator && below % 2n !== 0n);
  return up ? below + 1n : below;
}

export function floorQuotient(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** The float32 nearest to numerator / denominator, the even one of two: denormals and infinities as IEEE 754 has them. */
export function nearestFloat32(numerator: bigint, denominator: bigint): number {
  // Two conversions and a division round once each, to 53 bits. Rounding is monotonic, so that the exact quotient has
  // the float32 of both ends where they have the same. Integers beyond float64 make no finite quotient but 0.
  const near = Number(numerator) / Number(denominator);
  if (near === 0 || !Number.isFinite(near)) return nearestFloat32Exactly(numerator, denominator);
  const below = Math.fround(near * (1 - 2 ** -51));
  return below === Math.fround(near * (1 + 2 ** -51)) ? below : nearestFloat32Exactly(numerator, denominator);
}

function nearestFloat32Exactly(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -nearestFloat32Exactly(-numerator, denominator);
  if (numerator === 0n) return 0;
  // 24 significant bits, 2^23 <= quotient * 2^shift < 2^24, or those above 2^-149.
  let shift = 23 - (numerator.toString(2).length - denominator.toString(2).length);
  const atLeast = (power: number) => scaledBy(numerator, shift) >= scaledBy(denominator, -shift) << BigInt(power);
  if (!atLeast(23)) shift++;
  shift = Math.min(shift, 149);
  return Math.fround(Number(nearestEven(scaledBy(numerator, shift), scaledBy(denominator, -shift))) * 2 ** -shift);
}

/** n * 2^shift, or n where the shift is negative: the other side of the quotient takes it. */
function scaledBy(n: bigint, shift: number): bigint {
  return shift > 0 ? n << BigInt(shift) : n;
}
