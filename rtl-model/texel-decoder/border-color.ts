import { SHARED_EXPONENT_LARGEST } from '../fixed-point/shared-exponent.ts';
import { FLOAT16 } from '../fixed-point/float16.ts';
import { decodeFloat } from '../fixed-point/float-format.ts';
import { FLOAT10, FLOAT11 } from '../fixed-point/small-float.ts';
import type { ComponentScale } from '../formats/blocks/component-scale.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { Steps } from '../steps/steps.ts';
import { integerRange } from './integer-range.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * The border colour as the filter gets it: clamped to the format's range and rounded to the precision at which the
 * format is filtered (D3D11.3 7.18.9.1; Vulkan: Border Replacement). Components that the format lacks are constants.
 * The depth is r of the colour, in [0, 1].
 *
 * @param color r, g, b, a in linear space; NaN counts as 0 where the format has none
 * @returns r, g, b, a as codes of `scales`, or floats
 */
export function borderTexel(
  color: readonly number[],
  format: TexelFormat,
  scales: readonly ComponentScale[],
): Float32Array {
  return Float32Array.from(scales, (scale, component) => {
    const stored = format.order.indexOf(component);
    if (stored < 0) return component === 3 ? 1 : 0;
    const value = Math.fround(color[component]);
    switch (format.componentType) {
      case 'sfloat':
      case 'ufloat':
        return clampedFloat(value, format, stored);
      case 'uscaled':
      case 'sscaled':
      case 'sfixed5':
        return clampedInteger(value * scale.one, format, stored);
      default:
        return normalized(value, format, scale);
    }
  });
}

/**
 * The border colour of an integer format: clamped to the format's range, fractions cut off. The stencil is r of the
 * colour, as Vulkan recommends.
 *
 * @param color r, g, b, a as integers (VK_BORDER_COLOR_INT_*)
 */
export function borderIntegers(color: readonly number[], format: TexelFormat): Int32Array {
  return Int32Array.from({ length: 4 }, (_, component) => {
    const stored = format.order.indexOf(component);
    if (stored < 0) return component === 3 ? 1 : 0;
    return clampedInteger(Math.trunc(color[component]), format, stored);
  });
}

/**
 * A float as a normalized code (D3D11.3 3.2.3.4, 3.2.3.6), for any code of 1; a codec may give normalized components
 * as floats.
 */
function normalized(value: number, { componentType }: TexelFormat, { one, bits }: ComponentScale): number {
  const signed = componentType === 'snorm';
  if (bits > 0) return normalizedBorder(PLAIN, value, signed, one);
  return Number.isNaN(value) ? 0 : Math.max(signed ? -1 : 0, Math.min(1, value));
}

function clampedInteger(value: number, format: TexelFormat, stored: number): number {
  const { min, max } = integerRange(format, stored);
  return integerBorder(PLAIN, value, min, max);
}

/** A float as a code from 0, or -`one`, to `one`. @param value float32  @param one float64 */
export function normalizedBorder<V>(s: Steps<V>, value: V, signed: boolean, one: V): V {
  const [least, most, none] = [signed ? -1 : 0, 1, 0].map((end) => s.constant(end, 'float64'));
  const clamped = s.larger(least, s.smaller(most, s.double(value)));
  const code = s.round(s.multiply(clamped, one), 0, signed ? 'nearest-away' : 'nearest-up');
  return s.select(s.equal(value, value), code, none);
}

/** A float64 as an integer of a range. */
export function integerBorder<V>(s: Steps<V>, value: V, low: V, high: V): V {
  const code = s.round(s.larger(low, s.smaller(high, value)), 0, 'nearest-even');
  return s.select(s.equal(value, value), code, s.constant(0, 'float64'));
}

function clampedFloat(value: number, format: TexelFormat, stored: number): number {
  if (Number.isNaN(value)) return format.sharedExponentBits > 0 ? 0 : value;
  const largest = format.aspects.includes('depth') ? 1 : largestFloat(format, stored);
  const unsigned = format.componentType === 'ufloat' || format.aspects.includes('depth');
  // The added 0 makes +0 of -0.
  return unsigned ? Math.max(0, Math.min(largest, value)) + 0 : Math.max(-largest, Math.min(largest, value));
}

/** The largest finite value of a component; infinity for 32 bits, because 32-bit border values are not clamped. */
export function largestFloat({ componentType, bits, sharedExponentBits }: TexelFormat, stored: number): number {
  if (sharedExponentBits > 0) return SHARED_EXPONENT_LARGEST;
  if (bits[stored] === 32) return Infinity;
  const format = componentType === 'sfloat' || bits[stored] === 16 ? FLOAT16 : bits[stored] === 11 ? FLOAT11 : FLOAT10;
  return decodeFloat(format.infinity - 1, format);
}
