import type { LodDesign } from '../design/design.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';

/**
 * Weight of the coarser level for every fraction of the LOD. The specification's is the fraction itself (D3D11.3
 * 7.18.10); a curve models implementations that bend it.
 *
 * @returns 2^f integers from 0 to 2^f
 */
export function levelWeights(lod: LodDesign): Uint16Array {
  const one = 2 ** lod.format.fractionBits;
  const curve = lod.levelWeightCurve;
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
