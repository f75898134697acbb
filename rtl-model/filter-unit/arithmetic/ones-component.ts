import { cubicWeightsSumToOne } from '../../address-unit/cubic-weights.ts';
import type { Binding } from '../../state/binding.ts';
import { readsIntegers } from '../../state/read-format.ts';
import { componentSources, ONE_SOURCE } from '../../texel-decoder/swizzle.ts';

/**
 * The component, 0 to 3, of the texels that takes a swizzle to one through the filter, or null where the result is swizzled
 * alone. The swizzle is a step of each texel (Vulkan: Sampling Operations), so a component that is one becomes the sum of
 * the weights. The results are the same, but for cubic weights that do not sum to 1. Three components of the result at
 * most have another source, so that one of the four is free.
 */
export function onesComponent(binding: Binding): number | null {
  const { op, view, sampler, design } = binding;
  const sources = componentSources(view.components);
  const isCubic = op === 'sample' && (sampler.magFilter === 'cubic' || sampler.minFilter === 'cubic');
  if (!isCubic || !sources.includes(ONE_SOURCE) || readsIntegers(binding)) return null;
  return cubicWeightsSumToOne(sampler.cubicWeights, design.text)
    ? null
    : [0, 1, 2, 3].find((c) => !sources.includes(c))!;
}
