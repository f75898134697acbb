import type { Binding } from '../state/binding.ts';
import { type FixedFormat, fixed } from '../fixed-point/format.ts';
import { reductionOf } from './range-reduction.ts';
import { TexelCoordinate } from './texel-coordinate.ts';
import { addressModes } from './texel-wrapper.ts';

/**
 * The coordinates of every axis under one state: normalized or not, of corner-sampled images too (Vulkan: (s,t,r,q,a) to
 * (u,v,w,a) Transformation).
 */
export class Coordinates {
  readonly format: FixedFormat;
  /** Along u, v and w, for normalized coordinates. */
  readonly axes: readonly TexelCoordinate[];
  private readonly unnormalized: boolean;
  private readonly cornerSampled: boolean;

  constructor({ design, sampler, cube, image }: Binding) {
    const { address } = design;
    this.format = fixed('coordinate', address.coordinate.integerBits, address.coordinate.fractionBits);
    const seamless = cube && !sampler.nonSeamlessCubeMap;
    this.unnormalized = sampler.unnormalizedCoordinates;
    this.cornerSampled = image.cornerSampled;
    this.axes = addressModes(sampler).map((mode) => {
      const reduction = this.unnormalized ? 'none' : reductionOf(seamless ? 'clamp_to_edge' : mode);
      return new TexelCoordinate(address, this.format, reduction);
    });
  }

  /**
   * @param s float32, normalized unless the sampler says otherwise
   * @param size of the level along the axis, in texels
   * @param half what is taken off before the snap: 0.5 for linear filtering, 0 for nearest
   * @param offset texel offset
   * @param reduced by how much the plane that is read is smaller than the level
   * @returns in texels of the plane, an integer of the coordinate format
   */
  snap(axis: number, s: number, size: number, half: number, offset: number, reduced: number): number {
    const scale = this.unnormalized ? 1 : this.cornerSampled ? size - 1 : size;
    const shift = this.cornerSampled ? half - 0.5 : half;
    return this.axes[axis].snap(s, scale / reduced, shift, offset / reduced);
  }
}
