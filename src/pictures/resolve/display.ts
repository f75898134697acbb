import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { linearToSrgb } from '../../../rtl-model/fixed-point/srgb.ts';
import type { Picture } from '../textures/picture.ts';
import type { LightPicture } from './multisample-picture.ts';

/**
 * Linear light as a display shows it. Values of 1 and above are white, negative values and NaN are black. Colour is
 * sRGB, alpha is linear.
 *
 * @param exposure stops of brightening: colours are multiplied by 2^exposure
 */
export function display({ width, height, values }: LightPicture, exposure = 0): Picture {
  const gain = 2 ** exposure;
  const texels = Uint8Array.from(values, (value, n) =>
    n % 4 === 3 ? unorm8(value) : linearToSrgb(Math.fround(value * gain)),
  );
  return { width, height, texels };
}

function unorm8(value: number): number {
  return roundToInteger(255 * Math.max(0, Math.min(1, value || 0)), 'nearest-even');
}
