import type { AddressDesign } from '../design/design.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { type RoundingMode, roundSplit, roundToInteger } from '../fixed-point/rounding.ts';
import { clampCoordinate, type RangeReduction, wholePeriods } from './range-reduction.ts';

/**
 * From a normalized coordinate to a snapped one in texels: range reduction, scale, half a texel off for linear
 * filtering, conversion to fixed point (D3D11.3 7.18.6-7.18.8; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation).
 * One of these serves one axis under one sampler.
 */
export class TexelCoordinate {
  private readonly format: FixedFormat;
  private readonly rounding: RoundingMode;
  private readonly reduction: RangeReduction;
  private readonly exact: boolean;
  private readonly evenShifts: boolean;

  /** @param format at least one fraction bit, so that half a texel is an integer of it */
  constructor(address: AddressDesign, format: FixedFormat, reduction: RangeReduction) {
    this.format = format;
    this.rounding = address.rounding;
    this.reduction = address.rangeReduction ? reduction : 'none';
    this.exact = address.scalePrecision === 'exact';
    this.evenShifts = address.rounding === 'nearest-even' && format.fractionBits >= 2;
  }

  /**
   * @param u normalized, float32; NaN gives 0, infinities saturate (or reduce to NaN) as D3D11.3 3.2.4.1 says
   * @param size of the level along the axis, in texels
   * @param half 0.5 for linear filtering, 0 for nearest (Vulkan: shift)
   * @param offset texel offset, an integer
   * @returns an integer of the coordinate format
   */
  snap(u: number, size: number, half: number, offset: number): number {
    let near = this.reduction === 'clamp' ? clampCoordinate(u) : u;
    if (!(Math.abs(near) < FAR)) {
      if (!Number.isFinite(near)) return this.snapNonFinite(near, offset);
      if (this.reduction !== 'none') near %= 2;
    }
    return this.exact ? this.snapExact(near, size, half, offset) : this.snapFloat32(near, size, half, offset);
  }

  /**
   * The product of the 24-bit mantissa and size * 2^f is whole in a float64, and is narrowed once. Periods, half a
   * texel and offset are integers on the snapped grid: they leave the fraction alone, which decides the rounding. An
   * even shift leaves even what was even, so it may also come after rounding to nearest even.
   */
  private snapExact(u: number, size: number, half: number, offset: number): number {
    const one = this.format.one;
    const scaled = Math.max(-LARGEST_PRODUCT, Math.min(u * (size * one), LARGEST_PRODUCT));
    const shift = (offset - half - wholePeriods(u, this.reduction) * size) * one;
    if (this.evenShifts) return saturate(roundToInteger(scaled, 'nearest-even') + shift, this.format);
    const below = Math.floor(scaled);
    return saturate(roundSplit(below + shift, scaled - below, this.rounding), this.format);
  }

  private snapFloat32(u: number, size: number, half: number, offset: number): number {
    const reduced = Math.fround(u - wholePeriods(u, this.reduction));
    const scaled = Math.fround(Math.fround(reduced * size) - half);
    return saturate(floatToFixed(scaled, this.format, this.rounding) + offset * this.format.one, this.format);
  }

  /** frac and signedFrac of an infinity are NaN; without reduction it saturates. */
  private snapNonFinite(u: number, offset: number): number {
    const snapped = this.reduction === 'none' ? floatToFixed(u, this.format, this.rounding) : 0;
    return saturate(snapped + offset * this.format.one, this.format);
  }
}

/** Coordinates this far out lose whole periods of both tilings first, exactly; nearer ones do without a division. */
const FAR = 1024;

/** Products beyond every coordinate format: they saturate, and only must not outgrow exact integers. */
const LARGEST_PRODUCT = 2 ** 50;
