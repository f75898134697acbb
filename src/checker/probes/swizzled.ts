import type { Swizzle } from '../../../rtl-model/state/image-view.ts';

/**
 * A component after its swizzle (Vulkan: Component Swizzle).
 *
 * @param texel r, g, b, a  @param component which one, 0 to 3  @param one what `one` gives
 */
export function swizzled(texel: readonly number[], swizzle: Swizzle, component: number, one: number): number {
  switch (swizzle) {
    case 'identity':
      return texel[component];
    case 'zero':
      return 0;
    case 'one':
      return one;
    case 'r':
      return texel[0];
    case 'g':
      return texel[1];
    case 'b':
      return texel[2];
    case 'a':
      return texel[3];
  }
}
