import { namedFormat } from './format-record.ts';
import type { TexelFormat } from './texel-format.ts';

/**
 * Color formats of whole bytes, component after component (Vulkan: Byte Mappings for Non-Packed/Compressed Color
 * Formats). Formats of 64 bits a component are left out. D3D11.3 has none of them. Vulkan requires only r64_uint and
 * r64_sint, and these only for atomics (shaderImageInt64Atomics). Their values fit neither a float32 nor a plain
 * number. The vendors' formats of tensors (bool, fpencoding) are left out too.
 */
export const PLAIN_FORMATS: readonly TexelFormat[] = [
  ...formats(
    ['r8', 'r8g8', 'r8g8b8', 'b8g8r8', 'r8g8b8a8', 'b8g8r8a8'],
    ['unorm', 'snorm', 'uscaled', 'sscaled', 'uint', 'sint', 'srgb'],
  ),
  namedFormat('a8_unorm'),
  ...formats(
    ['r16', 'r16g16', 'r16g16b16', 'r16g16b16a16'],
    ['unorm', 'snorm', 'uscaled', 'sscaled', 'uint', 'sint', 'sfloat'],
  ),
  namedFormat('r16g16_sfixed5_nv'),
  ...formats(['r32', 'r32g32', 'r32g32b32', 'r32g32b32a32'], ['uint', 'sint', 'sfloat']),
  // DXGI_FORMAT_B8G8R8X8_UNORM and _UNORM_SRGB, which Vulkan lacks.
  ...formats(['b8g8r8x8'], ['unorm', 'srgb']),
];

function formats(layouts: readonly string[], types: readonly string[]): TexelFormat[] {
  return layouts.flatMap((layout) => types.map((type) => namedFormat(`${layout}_${type}`)));
}
