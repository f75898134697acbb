import type { AddressDesign } from '../design/design.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { Steps } from '../steps/steps.ts';
import { clampCoordinate, type RangeReduction, wholePeriods } from './range-reduction.ts';

/**
 * From a normalized coordinate to a snapped one in texels: range reduction, scale, half a texel off for linear
 * filtering, conversion to fixed point (D3D11.3 7.18.6-7.18.8; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation).
 * One of these serves one axis under one sampler.
 */
export class TexelCoordinate {
  readonly format: FixedFormat;
  readonly rounding: RoundingMode;
  readonly reduction: RangeReduction;
  /** True if coordinates are scaled exactly, false for float32 steps. */
  readonly exact: boolean;
  /** Those that the snap leaves: the others of the format are zeros. */
  readonly fractionBits: number;

  /** @param format at least one fraction bit, so that half a texel is an integer of it */
  constructor(
    address: AddressDesign,
    format: FixedFormat,
    reduction: RangeReduction,
    fractionBits = format.fractionBits,
  ) {
    this.format = format;
    this.fractionBits = fractionBits;
    this.rounding = address.rounding;
    this.reduction = address.rangeReduction ? reduction : 'none';
    this.exact = address.scalePrecision === 'exact';
  }

  /**
   * @param u normalized, float32; NaN gives 0, infinities saturate (or reduce to NaN) as D3D11.3 3.2.4.1 says
   * @param size of the level along the axis, in texels
   * @param half 0.5 for linear filtering, 0 for nearest (Vulkan: shift)
   * @param offset texel offset, an integer
   * @returns an integer of the coordinate format
   */
  snap(u: number, size: number, half: number, offset: number): number {
    const { format, reduction } = this;
    let near = this.held(PLAIN, u);
    // frac and signedFrac of an infinity are NaN.
    if (reduction !== 'none' && !(Math.abs(near) < FAR_COORDINATE)) near %= 2;
    const whole = wholePeriods(PLAIN, near, reduction);
    if (!this.exact || !Number.isFinite(near)) {
      return saturate(this.inFloat32(PLAIN, near, whole, size, half, format) + offset * format.one, format);
    }
    const scale = (parts: number) => size * parts;
    const moved = (parts: number) => (offset - half) * parts;
    return saturate(this.inProduct(PLAIN, near, whole, scale, moved, LARGEST_PRODUCT), format);
  }

  // The description.

  /** The coordinate itself, which clamping modes hold. */
  held<V>(s: Steps<V>, u: V): V {
    return this.reduction === 'clamp' ? clampCoordinate(s, u) : u;
  }

  /**
   * Reduction, product and half a texel, each rounded to float32; then the snap. An offset comes after it.
   *
   * @param whole periods that the reduction takes off
   * @param size,half in texels, float32  @param bounds of the result
   */
  inFloat32<V>(s: Steps<V>, u: V, whole: V, size: V, half: V, bounds: Pick<FixedFormat, 'min' | 'max'>): V {
    const f = s.float32;
    const reduced = f.subtract(u, whole);
    const texels = f.subtract(f.multiply(reduced, size), half);
    const [least, greatest] = [bounds.min, bounds.max].map((bound) => Math.trunc(bound / this.zeros));
    const snapped = s.fixed(texels, this.fractionBits, this.rounding, least, greatest);
    // A graph gives any integer beyond the bounds: with zeros below, it would leave its register.
    return this.zeros === 1 ? snapped : this.kept(s, s.held(snapped, least, greatest));
  }

  /**
   * The whole product with the offset and half a texel, rounded once.
   *
   * @param size of the level, float64, and what is added, an integer, both in so many parts of a texel
   * @param largest product
   */
  inProduct<V>(
    s: Steps<V>,
    u: V,
    whole: V,
    size: (parts: number) => V,
    moved: (parts: number) => V,
    largest: number,
  ): V {
    const parts = 2 ** this.fractionBits;
    return this.kept(s, s.scaled(u, whole, size(parts), moved(parts), this.rounding, largest));
  }

  /** True if both round in the same way. */
  roundsAs({ rounding, fractionBits }: TexelCoordinate): boolean {
    return this.rounding === rounding && this.fractionBits === fractionBits;
  }

  /** An integer of the kept bits, with zeros below. */
  private kept<V>(s: Steps<V>, x: V): V {
    return this.zeros === 1 ? x : s.multiply(x, s.constant(this.zeros));
  }

  private get zeros(): number {
    return 2 ** (this.format.fractionBits - this.fractionBits);
  }
}

/** Coordinates this far out lose whole periods of both tilings first, exactly; nearer ones do without a division. */
export const FAR_COORDINATE = 1024;

/** Products beyond every coordinate format: they saturate, and only must not outgrow exact integers. */
export const LARGEST_PRODUCT = 2 ** 50;
