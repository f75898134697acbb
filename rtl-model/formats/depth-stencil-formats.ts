import { formatRecord } from './format-record.ts';
import { type Aspect, type ComponentType, planeOf, type TexelFormat } from './texel-format.ts';

/**
 * Depth and stencil formats. Vulkan leaves their layout in memory to the implementation (Vulkan: Depth/Stencil
 * Formats). Here a texel has its depth in the low bits and its stencil right above it, padded to 1, 2, 4 or 8 bytes:
 *
 *     d16_unorm            depth 15..0
 *     x8_d24_unorm_pack32  depth 23..0                     4 bytes
 *     d32_sfloat           depth 31..0
 *     s8_uint              stencil 7..0
 *     d16_unorm_s8_uint    depth 15..0   stencil 23..16    4 bytes
 *     d24_unorm_s8_uint    depth 23..0   stencil 31..24    4 bytes
 *     d32_sfloat_s8_uint   depth 31..0   stencil 39..32    8 bytes
 */
export const DEPTH_STENCIL_FORMATS: readonly TexelFormat[] = [
  depth('d16_unorm', 'unorm', 16, 2),
  depth('x8_d24_unorm_pack32', 'unorm', 24, 4),
  depth('d32_sfloat', 'sfloat', 32, 4),
  stencil('s8_uint', 0, 1),
  depthStencil('d16_unorm_s8_uint', 'unorm', 16, 4),
  depthStencil('d24_unorm_s8_uint', 'unorm', 24, 4),
  depthStencil('d32_sfloat_s8_uint', 'sfloat', 32, 8),
];

/**
 * The format that a view of one aspect reads: depth or stencil is r, and g, b, a are 0, 0, 1 (Vulkan: Conversion to
 * RGBA). A color format is returned unchanged, also for an aspect that is a plane: it is the format of the plane's view.
 *
 * @throws RangeError when the format has no such aspect
 */
export function aspectFormat(format: TexelFormat, aspect: Aspect): TexelFormat {
  if (planeOf(aspect) !== null) return format;
  if (!format.aspects.includes(aspect)) throw new RangeError(`${format.name} has no ${aspect} aspect`);
  if (aspect === 'color' || format.aspects.length === 1) return format;
  const { name, componentType, bits, texelBytes } = format;
  return aspect === 'depth' ? depth(name, componentType, bits[0], texelBytes) : stencil(name, bits[0], texelBytes);
}

function depth(
  name: string,
  componentType: ComponentType,
  bits: number,
  texelBytes: number,
  aspects: readonly Aspect[] = ['depth'],
): TexelFormat {
  return formatRecord({ name, componentType, order: [0], bits: [bits], shifts: [0], texelBytes, aspects });
}

function depthStencil(name: string, componentType: ComponentType, depthBits: number, texelBytes: number): TexelFormat {
  return depth(name, componentType, depthBits, texelBytes, ['depth', 'stencil']);
}

function stencil(name: string, shift: number, texelBytes: number): TexelFormat {
  return formatRecord({
    name,
    componentType: 'uint',
    order: [0],
    bits: [8],
    shifts: [shift],
    texelBytes,
    aspects: ['stencil'],
  });
}
