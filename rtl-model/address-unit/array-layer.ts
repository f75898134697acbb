import type { Binding } from '../state/binding.ts';
import type { LayerRounding } from '../design/design.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';

/**
 * The layer of an array image, clamp(RNE(a), 0, layers - 1) (Vulkan: Array Layer Selection; D3D11.3 22.4.15).
 *
 * @param a float32; NaN selects layer 0
 */
export function selectLayer(a: number, layers: number, rounding: LayerRounding): number {
  if (Number.isNaN(a)) return 0;
  const held = Math.max(0, Math.min(a, layers - 1));
  return roundToInteger(held, rounding === 'nearest-even' ? 'nearest-even' : 'nearest-up');
}

/** The layer of a view, or the cube of a view of cubes, that a coordinate selects; 0 where the view is no array. */
export function selectViewLayer({ arrayed, cube, view, design }: Binding, a: number): number {
  if (!arrayed) return 0;
  const layers = cube ? Math.floor(view.layerCount / 6) : view.layerCount;
  return selectLayer(a, layers, design.address.layerRounding);
}
