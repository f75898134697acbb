import type { Binding } from '../state/binding.ts';
import type { AddressDesign, FilterDesign } from '../design/design.ts';
import { type FixedFormat, fixed } from '../fixed-point/format.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import type { Steps } from '../steps/steps.ts';
import { reductionOf } from './range-reduction.ts';
import { TexelCoordinate } from './texel-coordinate.ts';
import { addressModes } from './texel-wrapper.ts';

/**
 * The coordinates of every axis under one state: normalized or not, of corner-sampled images too (Vulkan: (s,t,r,q,a) to
 * (u,v,w,a) Transformation).
 */
export class Coordinates {
  readonly format: FixedFormat;
  /** Along u, v and w, for normalized coordinates: of linear and cubic filters, and of nearest ones. */
  readonly axes: readonly TexelCoordinate[];
  private readonly pointAxes: readonly TexelCoordinate[];
  private readonly filter: FilterDesign;
  private readonly unnormalized: boolean;
  private readonly cornerSampled: boolean;

  constructor({ design, sampler, cube, image, op }: Binding) {
    const { address } = design;
    this.filter = design.filter;
    this.format = fixed('coordinate', address.coordinate.integerBits, address.coordinate.fractionBits);
    const seamless = cube && !sampler.nonSeamlessCubeMap;
    this.unnormalized = sampler.unnormalizedCoordinates;
    this.cornerSampled = image.cornerSampled;
    const { pointRounding, pointFractionBits: bits } = address;
    const axesOf = (rounding: AddressDesign['pointRounding'], fractionBits?: number) =>
      addressModes(sampler).map((mode) => {
        const reduction = this.unnormalized ? 'none' : reductionOf(seamless ? 'clamp_to_edge' : mode);
        const rounded = rounding === 'same' ? address : { ...address, rounding };
        return new TexelCoordinate(rounded, this.format, reduction, fractionBits);
      });
    this.axes = axesOf(op === 'gather' ? address.gatherRounding : 'same');
    this.pointAxes = op === 'gather' ? this.axes : axesOf(pointRounding, bits === 'same' ? undefined : bits);
  }

  /**
   * @param s float32, normalized unless the sampler says otherwise
   * @param size of the level along the axis, in texels
   * @param shift what is taken off before the snap
   * @param offset texel offset
   * @param filter one of FILTER_CODES
   * @returns in texels, an integer of the coordinate format
   */
  snap(axis: number, s: number, size: number, shift: number, offset: number, filter: number = FILTER_CODES.linear) {
    return this.along(axis, filter).snap(s, this.scale(size), shift, offset);
  }

  /** The coordinate along an axis. @param filter one of FILTER_CODES */
  along(axis: number, filter: number): TexelCoordinate {
    return (filter === FILTER_CODES.nearest ? this.pointAxes : this.axes)[axis];
  }

  /** The factor of a coordinate, for a level of so many texels. */
  scale(size: number): number {
    if (this.unnormalized) return 1;
    return this.cornerSampled ? size - 1 : size;
  }

  /**
   * The shift of a filter, one of FILTER_CODES. Corner-sampled images have another one for nearest and linear filters
   * alone: cubic filters, and boxes and weights, which have none, are the same for all images (Vulkan: (u,v,w,a) to
   * (i,j,k,l,n) Transformation).
   */
  shift(filter: number): number {
    const half = filter === FILTER_CODES.nearest ? 0 : 0.5;
    return this.cornerSampled && filter !== FILTER_CODES.cubic ? half - 0.5 : half;
  }

  /** The roundings of an axis, of linear and of nearest filters. */
  roundings(axis: number): readonly RoundingMode[] {
    return [this.axes[axis].rounding, this.pointAxes[axis].rounding];
  }

  // The description, of a snapped coordinate x.

  /** A step that the snap of an axis decides. @param linear true where the lane is filtered linearly */
  ofFilters<V>(s: Steps<V>, axis: number, linear: V, step: (along: TexelCoordinate) => V): V {
    const [ofLinear, ofNearest] = [this.axes[axis], this.pointAxes[axis]];
    const first = step(ofLinear);
    return ofLinear.roundsAs(ofNearest) ? first : s.select(linear, first, step(ofNearest));
  }

  /**
   * Held to the face of a cube and half a texel around it: a sample on the major axis beyond that would miss every face.
   *
   * @param end of the last texel's first half
   */
  onFace<V>(s: Steps<V>, x: V, end: V): V {
    return s.greatest(s.constant(-this.format.one / 2), s.least(x, end));
  }

  /** i of nearest filtering, i0 of linear and i1 of cubic filtering, before the wrap. */
  index<V>(s: Steps<V>, x: V): V {
    return s.shiftRight(x, this.format.fractionBits);
  }

  /** The fraction at the filter's weight width: 0 to 2^weightBits. */
  weight<V>(s: Steps<V>, x: V): V {
    const { weightBits, rounding } = this.filter;
    const { fractionBits } = this.format;
    const fraction = s.lowBits(x, fractionBits);
    return fractionBits === weightBits ? fraction : s.round(fraction, fractionBits - weightBits, rounding);
  }
}
