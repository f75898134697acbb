/*
 * The meaning of a component's bits (D3D11.3 3.1.5, 3.1.6, 3.2.3; Vulkan: Interpretation of Numeric Format). Types are
 * those of the format records, in the names of Vulkan.
 */

/**
 * A float of five exponent bits, biased by 15: float16 with a sign, float11 and float10 without (D3D11.3 3.1.5, 3.1.6).
 */
export function smallFloat(code: number, bits: number): number {
  const fractionBits = bits === 16 ? 10 : bits - 5;
  const one = 2 ** fractionBits;
  const sign = bits === 16 && code >= 2 ** 15 ? -1 : 1;
  const exponent = Math.floor(code / one) % 32;
  const fraction = (code % one) / one;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}

/**
 * The number of a component of a shared-exponent format: nine fraction bits with no 1 before the point (D3D11.3
 * 19.3.2.1).
 */
export function sharedExponentValue(fraction: number, exponent: number): number {
  return (fraction / 512) * 2 ** (exponent - 15);
}

/** An integer of some bits as two's complement. */
export function signExtended(code: number, bits: number): number {
  return code >= 2 ** (bits - 1) ? code - 2 ** bits : code;
}

/** The code that represents 1 in a normalized or fixed-point format; 1 in the others. */
export function codeOfOne(type: string, bits: number): number {
  switch (type) {
    case 'unorm':
    case 'srgb':
      return 2 ** bits - 1;
    case 'snorm':
      return 2 ** (bits - 1) - 1;
    case 'sfixed5':
      return 32;
    default:
      return 1;
  }
}

/**
 * The value of a component as a multiple of 1 / `codeOfOne`: signed codes, integers or floats. sRGB codes stay as they
 * are.
 */
export function componentCode(type: string, bits: number, code: number): number {
  switch (type) {
    case 'snorm':
      // The two smallest codes both mean -1.
      return Math.max(signExtended(code, bits), 1 - 2 ** (bits - 1));
    case 'sint':
    case 'sscaled':
    case 'sfixed5':
      return signExtended(code, bits);
    case 'sfloat':
    case 'ufloat':
      return bits === 32 ? new Float32Array(Uint32Array.of(code).buffer)[0] : smallFloat(code, bits);
    default:
      return code;
  }
}

/** The smallest and the largest value of a component. */
export function componentRange(type: string, bits: number): readonly [number, number] {
  switch (type) {
    case 'snorm':
      return [-1, 1];
    case 'sfloat':
      return bits === 16 ? [-65_504, 65_504] : [-Infinity, Infinity];
    case 'ufloat':
      return [0, Infinity];
    case 'uint':
    case 'uscaled':
      return [0, 2 ** bits - 1];
    case 'sint':
    case 'sscaled':
      return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
    case 'sfixed5':
      return [-1024, 1023.96875];
    default:
      return [0, 1];
  }
}
