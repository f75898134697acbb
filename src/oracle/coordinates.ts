import type { AddressDesign } from '../../rtl-model/design.ts';
import type { AddressMode } from '../../rtl-model/sampler.ts';
import { clamped, hull, type Interval, interval, scaled, sum, widened } from './interval.ts';
import { narrowed } from './narrowing.ts';

/** Half a unit in the last place of a float32, relative to its value. */
const FLOAT32_ERROR = 2 ** -24;

/**
 * The snapped coordinates, integers of 2^-f texels, that a design may reach from a normalized coordinate (D3D11.3
 * 7.18.6 to 7.18.8, 3.2.4.1; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation).
 *
 * The exact coordinate is x = u size - half. The float32 path departs from it by the rounding of the reduction to
 * [0, 1], 2^-25 size texels, of the product, 2^-24 |u size|, and of the difference, 2^-24 |x|; both of the last are
 * within 2^-24 (|u size| + 1). The snap itself narrows once. float64 serves: a float32 times a size is whole in it, and
 * half a texel and the offset are integers of the grid.
 *
 * @param u normalized, NaN and infinities included
 * @param error that u already has, normalized
 * @param half 0.5 for linear filtering, 0 for nearest
 */
export function snappedRange(
  u: number,
  error: number,
  size: number,
  half: number,
  offset: number,
  mode: AddressMode,
  address: AddressDesign,
): Interval {
  const { integerBits, fractionBits } = address.coordinate;
  const one = 2 ** fractionBits;
  const largest = 2 ** (integerBits + fractionBits - 1) - 1;
  const saturated = (k: Interval) => clamped(k, -largest - 1, largest);
  const reduced = address.rangeReduction ? reduce(u, mode) : u;
  if (Number.isNaN(reduced)) return saturated(interval(offset * one, offset * one));
  const x = reduced * size;
  const rounding = address.scalePrecision === 'exact' ? 0 : FLOAT32_ERROR * (size + 2 * Math.abs(x) + 2);
  const texels = widened(interval(x, x), Number.isFinite(x) ? error * size + rounding : 0);
  const snapped = shifted(narrowed(scaled(texels, one), address.rounding), -half * one);
  // The offset may be added before the coordinate saturates or after.
  return hull(saturated(shifted(snapped, offset * one)), saturated(shifted(saturated(snapped), offset * one)));
}

/** ReduceRange of 7.18.6, all exact. For wrap, u % 1 may be a period below frac(u), which selects the same texels. */
function reduce(u: number, mode: AddressMode): number {
  switch (mode) {
    case 'repeat':
      return u % 1;
    case 'mirrored_repeat':
      return u % 2;
    case 'clamp_to_edge':
    case 'clamp_to_border':
    case 'mirror_clamp_to_edge':
      return u <= -10 ? -10 : u >= 10 ? 10 : u;
  }
}

function shifted(a: Interval, distance: number): Interval {
  return sum(a, interval(distance, distance));
}

/**
 * Where the value over an interval of snapped coordinates can have its extremes: the ends, and every whole texel
 * between them, because the bilinear surface is linear from one to the next. Two periods of a tiling hold all its
 * texels, and clamped indices change no more a size beyond the image.
 */
export function breakpoints(range: Interval, size: number, mode: AddressMode, one: number): readonly number[] {
  const far = (size + 2) * one;
  const tiles = mode === 'repeat' || mode === 'mirrored_repeat';
  const { lower, upper } = tiles
    ? interval(range.lower, Math.min(range.upper, range.lower + 2 * far))
    : clamped(range, -far, far);
  const points = [lower];
  for (let k = (Math.floor(lower / one) + 1) * one; k < upper; k += one) points.push(k);
  if (upper > lower) points.push(upper);
  return points;
}
