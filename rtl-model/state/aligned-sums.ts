import type { TexelFormat } from '../formats/texel-format.ts';
import type { Binding } from './binding.ts';
import { readFormat, readsIntegers } from './read-format.ts';

/** True if a state averages floats, or sRGB texels in linear light, by sums that `filter.alignedSum` describes. */
export function alignsSums(binding: Binding): boolean {
  const { design, op, sampler } = binding;
  const averages = op === 'sample' && sampler.reductionMode === 'weighted_average';
  if (design.filter.alignedSum === null || !averages || readsIntegers(binding)) return false;
  return isAligned(readFormat(binding));
}

/** True for formats of floats and of sRGB. */
export function isAligned({ componentType }: TexelFormat): boolean {
  return ['srgb', 'sfloat', 'ufloat'].includes(componentType);
}
