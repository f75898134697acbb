import {
  type ComponentScale,
  CONSTANT_SCALE,
  floatScale,
  signedScale,
  unsignedScale,
} from './blocks/component-scale.ts';
import type { TexelFormat } from './texel-format.ts';

/**
 * The scales of r, g, b, a. sRGB components travel in linear light at the design's width; alpha keeps its stored width.
 * Components that the format lacks are the constants 0, 0, 1 (D3D11.3 19.1.3.3; Vulkan: Conversion to RGBA).
 */
export function componentScales(format: TexelFormat, srgbLinearBits: number): readonly ComponentScale[] {
  const { codec, order, bits, componentType, widened = 0, linear } = format;
  return [0, 1, 2, 3].map((component) => {
    const stored = order.indexOf(component);
    if (stored < 0) return CONSTANT_SCALE;
    if (componentType === 'srgb' && component < 3) return unsignedScale(linear?.[255] ?? 2 ** srgbLinearBits - 1);
    if (codec !== null) return codec.scales[component];
    const width = Math.max(bits[stored], widened);
    switch (componentType) {
      case 'unorm':
      case 'srgb':
        return unsignedScale(2 ** width - 1);
      case 'snorm':
        return signedScale(2 ** (width - 1) - 1);
      case 'sfloat':
      case 'ufloat':
        return floatScale(componentType === 'sfloat');
      case 'uint':
      case 'uscaled':
        return { one: 1, bits: width, signed: false };
      case 'sint':
      case 'sscaled':
        return { one: 1, bits: width, signed: true };
      case 'sfixed5':
        return { one: 2 ** 5, bits: width, signed: true };
    }
  });
}

/** Bits of the format's sRGB components in linear light; 0 for formats without any. */
export function linearBits({ componentType }: TexelFormat, filter: { readonly srgbLinearBits: number }): number {
  return componentType === 'srgb' ? filter.srgbLinearBits : 0;
}
