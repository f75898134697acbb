import type { AddressMode, Filter } from '../../../rtl-model/state/sampler.ts';
import { FLOAT32_ERROR } from '../exact/float32.ts';
import { clamped, gridPoints, hull, interval, type Interval, point, scaled, sum, widened } from '../exact/interval.ts';
import { narrowed } from '../exact/narrowing.ts';
import type { SampleState } from '../state/state.ts';
import { isCube } from '../state/view.ts';
import type { CoordinateFreedom, SpecifiedAxis } from '../texels/reading.ts';

/** The widths of a design, or the freedom of a text, by which a coordinate is snapped. */
type CoordinateState = Pick<SampleState, 'design' | 'reading'>;

/**
 * Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to (i,j,k,l,n) Transformation. Cubic filtering has i1 and
 * alpha of u - 1/2, for corner-sampled images as well.
 */
export function axisRule(state: SampleState, axis: number, level: number, filter: Filter): SpecifiedAxis {
  const { image, view, sampler, texels, reading } = state;
  const cornerSampled = image.cornerSampled === true;
  const normalized = !sampler.unnormalizedCoordinates;
  const sizes = texels.size(level);
  const size = sizes[axis];
  const seamless = isCube(view.viewType) && !sampler.nonSeamlessCubeMap;
  const own = [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW][axis];
  const rule: SpecifiedAxis = {
    size,
    scale: normalized ? baseScale(size, cornerSampled) : 1,
    normalized,
    divided: isCube(view.viewType),
    ...snapOf(state, filter),
    shift: filter === 'cubic' ? 0.5 : (filter === 'linear' ? 0.5 : 0) - (cornerSampled ? 0.5 : 0),
    mode: seamless ? 'clamp_to_edge' : own,
    reduced: normalized && reading.faultySteps?.unreduced !== true,
  };
  const faulty = reading.faultySteps?.axisRule;
  return faulty === undefined ? rule : faulty(rule, { axis, sizes, baseSizes: texels.size(view.baseMipLevel), filter });
}

/** The snap for an operation and a filter; that of a texel alone may be a unit's own. */
function snapOf({ design: { address }, instruction }: SampleState, filter: Filter) {
  const { rounding, pointRounding, gatherRounding, coordinate, pointFractionBits } = address;
  const gathers = instruction.op === 'gather';
  const own = gathers ? gatherRounding : filter === 'nearest' ? pointRounding : 'same';
  const bits = !gathers && filter === 'nearest' ? pointFractionBits : 'same';
  return {
    rounding: own === 'same' ? rounding : own,
    fractionBits: bits === 'same' ? coordinate.fractionBits : bits,
  };
}

/** w_base, h_base, d_base: the scales of derivatives along each axis (Vulkan: Scale Factor Operation). */
export function baseScales({ image, view, texels }: SampleState): readonly number[] {
  return texels.size(view.baseMipLevel).map((size) => baseScale(size, image.cornerSampled === true));
}

/** The scale of a normalized coordinate or derivative: one texel less for corner-sampled images. */
function baseScale(size: number, cornerSampled: boolean): number {
  return cornerSampled ? size - 1 : size;
}

/**
 * The snapped coordinates, integers of 2^-f texels, that a design may reach from a coordinate (D3D11.3 7.18.6 to
 * 7.18.8, 3.2.4.1).
 *
 * The exact coordinate is x = u scale - shift, from which the float32 path departs by `scaleError`. The snap itself narrows
 * once. float64 serves: a float32 times a size is whole in it, and half a texel and the offset are integers of the grid.
 *
 * Where a text is the standard, its freedoms are in place of the design's widths.
 *
 * @param u exact, or the coordinates between that the design may have; NaN and infinities included
 */
export function snappedRange(u: Interval, rule: SpecifiedAxis, offset: number, state: CoordinateState): Interval {
  const { scale, reduced: reduces, shift, mode } = rule;
  const { address } = state.design;
  const { integerBits, fractionBits } = address.coordinate;
  const one = 2 ** fractionBits;
  const largest = 2 ** (integerBits + fractionBits - 1) - 1;
  const saturated = (k: Interval) => clamped(k, -largest - 1, largest);
  const { snap } = state.reading;
  if (snap !== undefined) {
    const texels = specifiedCoordinates(u, rule, offset, snap);
    return texels === undefined ? interval(-largest - 1, largest) : scaled(texels, one);
  }
  const reduced = address.rangeReduction && reduces ? reducedRange(u, mode) : u;
  const [lower, upper] = [reduced.lower * scale, reduced.upper * scale];
  if (Number.isNaN(lower + upper) && !(lower < upper)) return saturated(interval(offset * one, offset * one));
  const far = Math.max(Math.abs(lower), Math.abs(upper));
  const rounding = address.scalePrecision === 'exact' || !Number.isFinite(far) ? 0 : scaleError(rule, far);
  const texels = widened(interval(lower, upper), rounding);
  const parts = 2 ** rule.fractionBits;
  const snapped = shifted(scaled(narrowed(scaled(texels, parts), rule.rounding), one / parts), -shift * one);
  if (offset === 0) return saturated(snapped);
  // The offset may be added before the coordinate saturates or after.
  return hull(saturated(shifted(snapped, offset * one)), saturated(shifted(saturated(snapped), offset * one)));
}

/** More texels than anybody tries: what so wide a range selects is anything. */
const MOST_TEXELS = 1024;

/**
 * A range of snapped coordinates as a design takes their fractions: by texels, those of a mirrored period complemented
 * where the design mirrors a coordinate before it is taken apart (`address.mirroredFraction`).
 */
export function takenApart(snapped: Interval, { size, mode }: SpecifiedAxis, { design, reading }: CoordinateState) {
  const { coordinate, mirroredFraction } = design.address;
  const mirrors = mode === 'mirrored_repeat' || mode === 'mirror_clamp_to_edge';
  if (mirroredFraction === 'kept' || !mirrors || reading.snap !== undefined) return [snapped];
  const one = 2 ** coordinate.fractionBits;
  const [first, last] = [snapped.lower, snapped.upper].map((k) => Math.floor(k / one));
  return Array.from({ length: Math.min(last - first, MOST_TEXELS) + 1 }, (_, n) => {
    const i = first + n;
    const [lower, upper] = [Math.max(snapped.lower, i * one), Math.min(snapped.upper, (i + 1) * one - 1)];
    const isMirrored = mode === 'mirrored_repeat' ? Math.floor(i / size) % 2 !== 0 : i < 0;
    const ends = (2 * i + 1) * one - 1;
    return isMirrored ? interval(ends - upper, ends - lower) : interval(lower, upper);
  });
}

/**
 * The snapped coordinates that a text allows along an axis of a level, in texels, the filter's shift taken off and the
 * offset added (D3D11.3 7.18.6 to 7.18.8; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation); undefined as
 * `scaledCoordinates`.
 */
export function specifiedCoordinates(u: Interval, rule: SpecifiedAxis, offset: number, freedom: CoordinateFreedom) {
  const texels = scaledCoordinates(u, rule, freedom.unreducedRange);
  // Half texels and the offset lie on every grid; a coordinate of 2^-100 less a half does not fit a float64.
  return texels && shifted(freedom.snapped(texels), offset - rule.shift);
}

/** D3D11.3 7.18.16.1: 2^16 texels centred around 0. Vulkan names no range; nothing less can serve. */
export const TEXEL_RANGE = 2 ** 15;

/**
 * The coordinates before the snap along an axis of a level, in texels, the filter's shift not taken off.
 *
 * Scale and shift may be float32 operations of half a ULP each or exact, so those that float32 holds are exact, and the
 * others cost 2^-24 of the coordinate: of the reduced one for D3D11.3, which has the range reduced first, and of the
 * whole one for Vulkan, which does not.
 *
 * @param unreduced true if the range need not be reduced
 * @returns undefined where the coordinate is not finite and its range need not be reduced, or so far out that a format
 * need not hold it
 */
export function scaledCoordinates(u: Interval, rule: SpecifiedAxis, unreduced: boolean): Interval | undefined {
  const { scale, normalized, reduced: reduces, divided, shift } = rule;
  const isFinite = Number.isFinite(u.lower) && Number.isFinite(u.upper);
  if (!isFinite && (unreduced || divided || !normalized)) return undefined;
  const reduced = reduces || (normalized && !isFinite) ? reducedRange(u, rule.mode) : u;
  // NaN becomes 0 (D3D11.3 3.2.4.1), and so does an infinity that a tiling reduces to NaN.
  if (Number.isNaN(reduced.lower)) return point(shift);
  const whole = unreduced ? u : reduced;
  const texels = interval(reduced.lower * scale, reduced.upper * scale);
  const far = scale * Math.max(Math.abs(whole.lower), Math.abs(whole.upper));
  if (far > TEXEL_RANGE && unreduced) return undefined;
  const exact = !divided && [u, reduced, whole].every((step) => isExact(step, scale, shift));
  return widened(texels, exact ? 0 : scaleError(rule, far));
}

/** True if float32 holds the coordinate, its fraction, and both steps from it to texels. */
function isExact({ lower, upper }: Interval, scale: number, shift: number): boolean {
  if (lower !== upper) return false;
  const steps = [lower, lower - Math.floor(lower), lower * scale, lower * scale - shift];
  return steps.every((step) => Math.fround(step) === step);
}

/**
 * The departure of the float32 path from u scale - shift, in texels: by the rounding of the reduction to [0, 1], 2^-25
 * scale, of the product, 2^-24 |u scale|, and of the difference, 2^-24 |x|; both of the last are within
 * 2^-24 (|u scale| + 1). An unnormalized coordinate has the difference alone.
 *
 * @param far the largest |u scale|
 */
export function scaleError({ scale, normalized }: SpecifiedAxis, far: number): number {
  return FLOAT32_ERROR * (normalized ? scale + 2 * far + 2 : far + 1);
}

/**
 * ReduceRange of 7.18.6, exactly; both ends by the same whole periods. For wrap that leaves (-1, 1), and the texels of
 * [0, 1): a float64 has no room for 1 less 2^-100.
 */
export function reducedRange(u: Interval, mode: AddressMode): Interval {
  switch (mode) {
    case 'repeat':
      return lessPeriods(u, 1);
    case 'mirrored_repeat':
      return lessPeriods(u, 2);
    case 'clamp_to_edge':
    case 'clamp_to_border':
    case 'mirror_clamp_to_edge':
      return clamped(u, -10, 10);
  }
}

/** Takes the same whole periods off both ends. */
function lessPeriods(u: Interval, period: number): Interval {
  if (u.lower === u.upper) return interval(u.lower % period, u.lower % period);
  const middle = (u.lower + u.upper) / 2;
  const periods = middle - (middle % period);
  return interval(u.lower - periods, u.upper - periods);
}

function shifted(a: Interval, distance: number): Interval {
  return sum(a, point(distance));
}

/**
 * The places of an interval of snapped coordinates where the value can have its extremes: the ends, and every whole
 * texel between them, because a linear filter is linear from one to the next. Two periods of a tiling hold all its
 * texels, and clamped indices change no more a size beyond the image: there the fraction alone counts.
 */
export function breakpoints(range: Interval, size: number, mode: AddressMode, one: number): readonly number[] {
  const far = (size + 2) * one;
  const tiles = mode === 'repeat' || mode === 'mirrored_repeat';
  const beyond = range.upper < -far ? range.upper + far : Math.max(0, range.lower - far);
  const within = tiles
    ? interval(range.lower, Math.min(range.upper, range.lower + 2 * far))
    : clamped(shifted(range, -Math.trunc(beyond / one) * one), -far - one, far + one);
  return gridPoints(within, one);
}
