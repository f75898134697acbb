/**
 * The weights of the second endpoint in 64ths, by index width (2, 3, 4 bits) and index (D3D11.3 19.5.13.8, 19.5.14.3).
 */
export const WEIGHTS: readonly Uint8Array[] = [
  new Uint8Array(0),
  new Uint8Array(0),
  Uint8Array.of(0, 21, 43, 64),
  Uint8Array.of(0, 9, 18, 27, 37, 46, 55, 64),
  Uint8Array.of(0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64),
];

/**
 * Interpolation between two endpoints of BC6H or BC7, rounded to nearest, ties up. Bit-exact: 19.5.2 gives no
 * tolerance.
 *
 * @param end0 and `end1`: 8-bit (BC7), or 17-bit signed (BC6H)
 * @param weight weight of end1 in 64ths
 */
export function interpolateBc(end0: number, end1: number, weight: number): number {
  return ((64 - weight) * end0 + weight * end1 + 32) >> 6;
}
