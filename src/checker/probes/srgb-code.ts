/**
 * The sRGB code of a linear value, not rounded, 0 to 255 (Khronos Data Format: sRGB transfer functions). float64 is within
 * 2^-40 of a code.
 */
export function srgbCode(linear: number): number {
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
}
