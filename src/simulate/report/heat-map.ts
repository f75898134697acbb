import type { PassMap } from '../pass-map.ts';
import type { Picture } from '../../pictures/textures/picture.ts';
import { heatColor, NO_HEAT } from '../../pages/heat-ramp.ts';

/** The passes of each 2x2 block of pixels as a picture of one texel a block, and the passes of its brightest colour. */
export function heatMap(map: PassMap): { readonly picture: Picture; readonly most: number } {
  const { width, height, passes } = map;
  const most = passes.reduce((a, b) => Math.max(a, b), 1);
  const texels = new Uint8Array(4 * width * height);
  passes.forEach((count, n) => texels.set([...(count === 0 ? NO_HEAT : heatColor(count / most)), 255], 4 * n));
  return { picture: { width, height, texels }, most };
}
