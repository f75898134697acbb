import type { Design } from '../../rtl-model/design/design.ts';
import { decodedFormat } from '../../rtl-model/formats/decoded-format.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { UNCOMPRESSED_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import { texelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { type Binding, bind } from '../../rtl-model/state/binding.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';

/**
 * The state of the plain path with the widest registers: a trilinear, anisotropic sample of a 2D array with mip levels,
 * with gradients, a bias and a minimum LOD. Its format is sRGB or UNORM, whichever has the wider codes in the filter.
 *
 * @param projected true for coordinates that are divided by q
 */
export function plainState(design: Design, projected = false): Binding {
  const format = plainFormat(design);
  const levels = [new Uint8Array(2 * 16), new Uint8Array(2 * 4)];
  const memory = texelMemory(design, [{ format, width: 2, height: 2, layers: 2, levels }]);
  const { maxSamplerAnisotropy: maxAnisotropy } = design.limits;
  return bind(
    design,
    memory,
    {
      image: 0,
      sampler: { ...DEFAULT_SAMPLER, anisotropyEnable: maxAnisotropy > 1, maxAnisotropy },
      instruction: { lod: 'gradient', projected },
    },
    0,
  );
}

/** Bits of the codes of the plain path in the filter, and a sign. */
export function plainCodeBits(design: Design): number {
  const { texelBits } = design.filter;
  return 1 + Math.max(widestCode(design, plainFormat(design)), texelBits === 'stored' ? 0 : texelBits);
}

function plainFormat(design: Design): TexelFormat {
  const [unorm, srgb] = ['r8g8b8a8_unorm', 'r8g8b8a8_srgb'].map((name) => UNCOMPRESSED_FORMATS.get(name)!);
  return widestCode(design, srgb) > widestCode(design, unorm) ? srgb : unorm;
}

/** Bits of the widest component as the decoder gives it. */
function widestCode(design: Design, format: TexelFormat): number {
  const scales = componentScales(decodedFormat(design, format), design.filter.srgbLinearBits);
  return Math.max(...scales.map(({ bits }) => bits));
}
