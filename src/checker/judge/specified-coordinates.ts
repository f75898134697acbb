import { type Interval, interval } from '../../specification/exact/interval.ts';
import { isFree, type Profile } from '../profiles.ts';
import { TEXEL_RANGE } from '../../specification/coordinates/texel-coordinates.ts';
import { type Lane, texelCoordinatesOf } from '../../specification/state/lane.ts';
import type { CoordinateFreedom } from '../../specification/texels/reading.ts';
import type { SampleState } from '../../specification/state/state.ts';

/** A lane whose sample a profile judges. */
export interface JudgedLane {
  readonly state: SampleState;
  readonly lane: Lane;
  readonly profile: Profile;
}

/** The finest grid that is tried, 2^-20. Finer designs are within half its step of the number. */
export const FINEST_BITS = 20;

/** The error of a fixed-point number, in ULP (D3D11.3 3.2.4.1). */
const D3D11_TOLERANCE = 0.6;

/**
 * The numbers that designs which meet a profile may snap a number to: the hull over every grid of 2^-bits and finer.
 *
 * D3D11.3 3.2.4.1 lets a grid take any of its numbers within 0.6 ULP: a number that lies on the profile's grid lies on
 * every finer one, so it alone is right. Vulkan gives the bits and no rounding: either neighbour is right, and those of
 * the coarsest grid hold all others.
 *
 * @param x the interval of numbers that arithmetic before the snap may give
 * @param bits fraction bits that the profile demands
 * @param anyRounding true if either neighbour is right, as for Vulkan
 * @returns ends that are whole multiples of 2^-20, or infinite
 */
export function snappedHull(x: Interval, bits: number, anyRounding: boolean): Interval {
  if (anyRounding) return onGrid(x, bits);
  let { lower, upper } = onGrid(x, FINEST_BITS);
  for (let grid = bits; grid <= FINEST_BITS; grid++) {
    const one = 2 ** grid;
    lower = Math.min(lower, Math.ceil(x.lower * one - D3D11_TOLERANCE) / one);
    upper = Math.max(upper, Math.floor(x.upper * one + D3D11_TOLERANCE) / one);
  }
  return interval(lower, upper);
}

function onGrid({ lower, upper }: Interval, bits: number): Interval {
  const one = 2 ** bits;
  return interval(Math.floor(lower * one) / one, Math.ceil(upper * one) / one);
}

/** The freedom that a profile leaves to coordinates. */
export function freedomOfCoordinates(profile: Profile): CoordinateFreedom {
  const anyRounding = isFree(profile, 'coordinate-rounding');
  return {
    snapped: (texels) => snappedHull(texels, profile.subTexelPrecisionBits, anyRounding),
    unreducedRange: isFree(profile, 'unreduced-range'),
  };
}

/** True if a coordinate is so far out that a Vulkan implementation need not hold it. */
export function isFar({ state, lane, profile }: JudgedLane): boolean {
  if (profile.specification !== 'Vulkan') return false;
  const sizes = state.texels.size(state.view.baseMipLevel);
  const { unnormalizedCoordinates } = state.sampler;
  return (texelCoordinatesOf(state, lane) ?? []).some(({ lower, upper }, axis) => {
    const texels = Math.max(-lower, upper) * (unnormalizedCoordinates ? 1 : sizes[axis]);
    return !(texels <= TEXEL_RANGE);
  });
}
