import type { TexelFormat } from './texel-format.ts';

/** A component as it travels through the filter: an integer code, or a float32. */
export interface ComponentScale {
  /** The code that stands for 1: 2^n - 1, 2^(n-1) - 1 for SNORM, 1 for floats and for constants. */
  readonly one: number;
  /** Bits of the code, the sign included; 0 for floats. */
  readonly bits: number;
  readonly signed: boolean;
}

const CONSTANT: ComponentScale = { one: 1, bits: 1, signed: false };

/**
 * Scales of r, g, b, a. sRGB components travel in linear light at the design's width, alpha stays as stored;
 * components that the format lacks are the constants 0, 0, 1 (D3D11.3 19.1.3.3; Vulkan: Conversion to RGBA).
 */
export function componentScales(format: TexelFormat, srgbLinearBits: number): readonly ComponentScale[] {
  return [0, 1, 2, 3].map((component) => {
    if (!format.order.includes(component)) return CONSTANT;
    switch (format.componentType) {
      case 'unorm':
        return unsigned(format.componentBits);
      case 'snorm':
        return { one: 2 ** (format.componentBits - 1) - 1, bits: format.componentBits, signed: true };
      case 'srgb':
        return unsigned(component === 3 ? format.componentBits : srgbLinearBits);
      case 'sfloat':
        return { one: 1, bits: 0, signed: true };
    }
  });
}

function unsigned(bits: number): ComponentScale {
  return { one: 2 ** bits - 1, bits, signed: false };
}
