import type { Binding } from '../state/binding.ts';
import type { LayerRounding } from '../design/design.ts';
import type { Steps } from '../steps/steps.ts';
import { CUBE_FACES } from './cube-edge.ts';

/**
 * The layer of an array image, clamp(RNE(a), 0, last) (Vulkan: Array Layer Selection; D3D11.3 22.4.15).
 *
 * @param a float32; NaN selects layer 0
 * @param last layer, float32, `most` at most
 */
export function selectLayer<V>(s: Steps<V>, a: V, last: V, most: number, rounding: LayerRounding): V {
  const held = s.least(s.greatest(s.float32.constant(0), a), last);
  return s.fixed(held, 0, rounding === 'nearest-even' ? 'nearest-even' : 'nearest-up', 0, most);
}

/** The layer of a view, or the cube of a view of cubes, that a coordinate selects; 0 where the view is no array. */
export function selectViewLayer<V>(s: Steps<V>, { arrayed, cube, view, design }: Binding, a: V): V {
  const layers = cube ? Math.floor(view.layerCount / CUBE_FACES) : view.layerCount;
  if (!arrayed || layers === 1) return s.constant(0);
  return selectLayer(s, a, s.float32.constant(layers - 1), layers - 1, design.address.layerRounding);
}
