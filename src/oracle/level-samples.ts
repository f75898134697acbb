import type { Design } from '../../rtl-model/design.ts';
import { breakpoints, snappedRange } from './coordinates.ts';
import { hull, type Interval, interval, scaled } from './interval.ts';
import { narrowed } from './narrowing.ts';
import type { SampleState } from './state.ts';
import type { Texel } from './texels.ts';

/** A sample's place in normalized coordinates, and how far either of them may be off. */
export interface SamplePlace {
  readonly u: number;
  readonly v: number;
  readonly errorU: number;
  readonly errorV: number;
  readonly layer: number;
  readonly offsetU: number;
  readonly offsetV: number;
}

/** What a sample of one level may come to before anything is narrowed, r, g, b, a in codes. */
export interface SampleRange {
  readonly value: readonly Interval[];
  /** Largest magnitude among the texels; infinity when one is not finite. */
  readonly largest: number;
}

/**
 * A point or bilinear sample over every coordinate that the design may snap to (D3D11.3 7.18.7, 7.18.8; Vulkan: Texel
 * Filtering). The weights are whole fractions, so the sums are exact in float64 for normalized formats.
 */
export function sampleRange(
  { design, sampler, texels }: SampleState,
  level: number,
  linear: boolean,
  place: SamplePlace,
): SampleRange {
  const { address, filter } = design;
  const one = 2 ** address.coordinate.fractionBits;
  const half = linear ? 0.5 : 0;
  const [width, height] = [texels.width[level], texels.height[level]];
  const u = snappedRange(place.u, place.errorU, width, half, place.offsetU, sampler.addressModeU, address);
  const v = snappedRange(place.v, place.errorV, height, half, place.offsetV, sampler.addressModeV, address);
  // A weight narrower than the coordinate's fraction is a coordinate on a coarser grid.
  const step = 2 ** (address.coordinate.fractionBits - filter.weightBits);
  const onWeights = (k: Interval) => (linear ? scaled(narrowed(scaled(k, 1 / step), weightMode(design)), step) : k);
  const columns = breakpoints(onWeights(u), width, sampler.addressModeU, one);
  const rows = breakpoints(onWeights(v), height, sampler.addressModeV, one);
  const fetch = (i: number, j: number) => texels.at(level, place.layer, i, j);
  let range: SampleRange | undefined;
  for (const y of rows) {
    for (const x of columns) range = joined(range, linear ? bilinear(fetch, x, y, one) : nearest(fetch, x, y, one));
  }
  return range!;
}

/** A fraction is not negative: toward zero is down. */
function weightMode({ filter }: Design) {
  return filter.rounding === 'toward-zero' ? 'floor' : filter.rounding;
}

type Fetch = (i: number, j: number) => Texel;

function nearest(fetch: Fetch, x: number, y: number, one: number): SampleRange {
  const texel = fetch(Math.floor(x / one), Math.floor(y / one));
  return { value: texel.map((c) => interval(c, c)), largest: magnitude(texel) };
}

function bilinear(fetch: Fetch, x: number, y: number, one: number): SampleRange {
  const [i, j] = [Math.floor(x / one), Math.floor(y / one)];
  const [a, b] = [x / one - i, y / one - j];
  const taps = [fetch(i, j), fetch(i + 1, j), fetch(i, j + 1), fetch(i + 1, j + 1)];
  const weights = [(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b];
  const value = [0, 1, 2, 3].map((c) => {
    const sum = weights.reduce((total, weight, tap) => total + weight * taps[tap][c], 0);
    return interval(sum, sum);
  });
  return { value, largest: Math.max(...taps.map(magnitude)) };
}

function magnitude(texel: Texel): number {
  return texel.every(Number.isFinite) ? Math.max(...texel.map(Math.abs)) : Infinity;
}

/** Everything that either of two ranges holds. */
export function joined(a: SampleRange | undefined, b: SampleRange): SampleRange {
  if (a === undefined) return b;
  return { value: a.value.map((range, c) => hull(range, b.value[c])), largest: Math.max(a.largest, b.largest) };
}
