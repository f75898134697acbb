import type { Binding } from '../state/binding.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';

/**
 * The level that filters with a window read: their LOD is 0, so the view's first, or the nearest to its minimum LOD
 * (Vulkan: Image Level(s) Selection).
 */
export function windowLevel({ view, firstLevel, lastLevel, design }: Binding): number {
  const rule = design.lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up';
  return Math.min(lastLevel, roundToInteger(Math.max(firstLevel, view.minLod), rule));
}
