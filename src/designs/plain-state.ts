import type { Design } from '../../rtl-model/design/design.ts';
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
  const srgb = design.filter.srgbLinearBits > 8;
  const format = UNCOMPRESSED_FORMATS.get(srgb ? 'r8g8b8a8_srgb' : 'r8g8b8a8_unorm')!;
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

/** Bits of the codes of the plain path in the filter: 8 bits or, where that is wider, linear sRGB, and a sign. */
export function plainCodeBits({ filter }: Design): number {
  return 1 + Math.max(8, filter.srgbLinearBits);
}
