import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { SparseComponents } from '../formats/decode-texel.ts';
import type { Swizzle, Vector4 } from '../tables/records.ts';

/** The bits of the float 1, which some drivers take for an integer 1. */
export const BITS_OF_ONE = 0x3f80_0000;

/** Zero for colours that a format lacks, and one for its alpha (D3D11.3 19.1.3.3; Vulkan: component substitution). */
export function substituteMissing(device: ForeignDevice, texel: SparseComponents, integer = false): Vector4 {
  const color = faulty(device, 'missing_color_one') ? 1 : 0;
  const bits = integer && faulty(device, 'missing_alpha_as_float_bits');
  const alpha = faulty(device, 'missing_alpha_zero') ? 0 : bits ? BITS_OF_ONE : 1;
  return [texel[0] ?? color, texel[1] ?? color, texel[2] ?? color, texel[3] ?? alpha];
}

/** The swizzle of a view (Vulkan: Component Swizzle). */
export function swizzleTexel(
  device: ForeignDevice,
  texel: Vector4,
  swizzle: readonly Swizzle[],
  integer = false,
): Vector4 {
  if (faulty(device, 'swizzle_ignored')) return texel;
  if (faulty(device, 'swizzle_inverted')) return inverted(texel, swizzle);
  const once = applied(device, texel, swizzle);
  if (integer && faulty(device, 'swizzle_one_as_float_bits')) {
    return once.map((value, component) => (swizzle[component] === 'one' ? BITS_OF_ONE : value)) as Vector4;
  }
  return faulty(device, 'swizzle_twice') ? applied(device, once, swizzle) : once;
}

function applied(device: ForeignDevice, texel: Vector4, swizzle: readonly Swizzle[]): Vector4 {
  return swizzle.map((source, component) => {
    if (source === 'zero') return faulty(device, 'swizzle_zero_one_exchanged') ? 1 : 0;
    if (source === 'one') return faulty(device, 'swizzle_zero_one_exchanged') ? 0 : 1;
    if (source === 'a' && faulty(device, 'swizzle_alpha_lost')) return 1;
    return source === 'identity' ? texel[component] : texel['rgba'.indexOf(source)];
  }) as Vector4;
}

function inverted(texel: Vector4, swizzle: readonly Swizzle[]): Vector4 {
  const result: Vector4 = [...texel];
  for (const [component, source] of swizzle.entries()) {
    const target = 'rgba'.indexOf(source);
    if (target >= 0) result[target] = texel[component];
  }
  return result;
}

/** True for the identity, in either spelling. */
export function isIdentitySwizzle(swizzle: readonly Swizzle[]): boolean {
  return swizzle.every((source, component) => source === 'identity' || source === 'rgba'[component]);
}
