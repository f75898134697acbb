import { comparison } from './comparison.ts';
import { hull, type Interval, interval, point } from '../exact/interval.ts';
import { type Lane, referenceOf } from '../state/lane.ts';
import { swizzled } from '../state/result-components.ts';
import type { SampleState } from '../state/state.ts';

/** True if the view's minimum LOD leaves it no level (D3D11.3 5.8.5; Vulkan forbids it). */
export function leavesNoLevel({ view }: SampleState): boolean {
  return view.minLod > view.baseMipLevel + view.levelCount - 1;
}

/**
 * r, g, b, a where the view's minimum LOD leaves nothing to read: zero for the components that the format stores and
 * the defaults for the others, or zero for all (D3D11.3 5.8.5; Vulkan: Texel Gathering), with the view's swizzle or
 * without: no texel is read that it could apply to. Zero is also what a reference is compared with, by a gather always
 * (5.8.6), else where it is compared at all.
 */
export function outOfBounds(state: SampleState, lane: Lane): readonly Interval[] {
  const { instruction, sampler, texels, view } = state;
  const zero = point(0);
  const defaults = [0, 1, 2, 3].map((c) => (c < 3 || texels.stored.includes(3) ? zero : interval(0, 1)));
  if (instruction.dref === true) {
    const result = comparison(sampler.compareOp, referenceOf(state, lane), 0, texels.ones[0], texels.kind);
    defaults[0] = instruction.op === 'gather' ? result : hull(result, zero);
  }
  return swizzled(defaults, view.components, zero, interval(0, 1)).map((result, c) => hull(result, defaults[c]));
}
