import type { LodDesign } from '../design/design.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import type { Sampler } from '../state/sampler.ts';

/** The slopes of level weights. */
export function levelWeightSlopes(lod: LodDesign): readonly number[] {
  return lod.levelWeightSlopes ?? [1];
}

/** Which of the slopes a sampler has: that of its octave of maxAnisotropy. */
export function slopeIndex(slopes: readonly number[], { anisotropyEnable, maxAnisotropy }: Sampler): number {
  const octave = anisotropyEnable ? Math.floor(Math.log2(Math.max(1, maxAnisotropy))) : 0;
  return Math.min(octave, slopes.length - 1);
}

/**
 * Weight of the coarser level for every fraction of the LOD. The specification's is the fraction itself (D3D11.3
 * 7.18.10); a curve or a slope models implementations that bend it.
 *
 * @returns 2^f integers from 0 to 2^f
 */
export function levelWeights(lod: LodDesign, slope = 1): Uint16Array {
  const one = 2 ** lod.format.fractionBits;
  const curve = lod.levelWeightCurve;
  if (slope !== 1) {
    const start = Math.floor((one * (1 - 1 / slope)) / 2);
    return new Uint16Array(one).map((_, k) => Math.max(0, Math.min(one, roundToInteger(slope * (k - start), 'floor'))));
  }
  return new Uint16Array(one).map((_, k) =>
    curve === null ? k : roundToInteger(interpolate(curve, k / one) * one, 'nearest-even'),
  );
}

function interpolate(knots: readonly (readonly [number, number])[], x: number): number {
  const next = knots.findIndex(([fraction]) => fraction >= x);
  if (next === 0) return knots[0][1];
  if (next < 0) return knots[knots.length - 1][1];
  const [x0, y0] = knots[next - 1];
  const [x1, y1] = knots[next];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
