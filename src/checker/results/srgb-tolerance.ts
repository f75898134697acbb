/**
 * How far a texel of an sRGB format may be from its value, at most, in linear space: half an 8-bit code (D3D11.3 3.2.3.7),
 * which is the wider the brighter it is.
 *
 * @param value the brightest of the texels, 0 to 1
 */
export function srgbHalfCode(value: number): number {
  const half = 0.5 / 255;
  const encoded = srgbEncoded(value);
  return Math.max(srgbLinear(encoded + half) - value, value - srgbLinear(encoded - half));
}

/** Linear light of an encoded component, both 0 to 1; beyond, the curve goes on. */
export function srgbLinear(x: number): number {
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

export function srgbEncoded(x: number): number {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
}
