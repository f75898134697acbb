import { floatToSnorm, floatToUnorm } from '../fixed-point/unorm.ts';
import type { ComponentScale } from './component-scale.ts';
import type { TexelFormat } from './texel-format.ts';

const LARGEST_HALF = 65504;

/**
 * The border colour as the filter gets it: clamped to the format's range and snapped to the precision at which the
 * format is filtered (D3D11.3 7.18.9.1; Vulkan: Border Replacement). Components that the format lacks are constants.
 *
 * @param color r, g, b, a in linear space; NaN counts as 0 for normalized formats
 * @returns r, g, b, a as codes of `scales`, or floats
 */
export function borderTexel(
  color: readonly number[],
  format: TexelFormat,
  scales: readonly ComponentScale[],
): Float32Array {
  return Float32Array.from(scales, (scale, component) => {
    if (!format.order.includes(component)) return component === 3 ? 1 : 0;
    const value = Math.fround(color[component]);
    if (format.componentType === 'sfloat') {
      const largest = format.componentBits === 16 ? LARGEST_HALF : Infinity;
      return Number.isNaN(value) ? value : Math.max(-largest, Math.min(largest, value));
    }
    return scale.signed ? floatToSnorm(value, scale.bits) : floatToUnorm(value, scale.bits);
  });
}
