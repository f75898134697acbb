import type { Steps } from '../steps/steps.ts';

/**
 * Ratio and minor axis of a footprint (D3D11.3 7.18.11, "if(ComputeAnisotropicLOD)"; Vulkan: Scale Factor Operation).
 * Float32 throughout.
 */
export interface Anisotropy<V> {
  /** eta: 1 for a point, maxAniso for a line, clamped so that the area is preserved. */
  readonly ratio: V;
  /** The length whose log2 is the LOD. It may be less than 1: a later bias can still bring the LOD back. */
  readonly length: V;
}

/**
 * @param major,minor lengths of the axes in texels, float32, major >= minor >= 0
 * @param most float32, at least 1: maxAnisotropy
 */
export function anisotropy<V>(s: Steps<V>, major: V, minor: V, most: V): Anisotropy<V> {
  const f = s.float32;
  const one = f.constant(1);
  const quotient = s.select(s.equal(major, f.constant(0)), one, f.divide(major, minor));
  const thin = s.less(most, quotient);
  const ratio = s.select(thin, most, quotient);
  const length = s.select(thin, f.divide(major, most), minor);
  const magnified = s.larger(one, f.multiply(ratio, length));
  return { ratio: s.select(s.less(length, one), magnified, ratio), length };
}

/**
 * N = ceil(eta), rounded up to a supported rate (Vulkan: Scale Factor Operation).
 *
 * @param rates rising from 1; a ratio above the last takes the last, and NaN takes 1
 */
export function sampleCount(ratio: number, rates: readonly number[]): number {
  if (Number.isNaN(ratio)) return 1;
  for (const rate of rates) if (rate >= ratio) return rate;
  return rates[rates.length - 1];
}
