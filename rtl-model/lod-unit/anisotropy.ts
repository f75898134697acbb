/**
 * Ratio and minor axis of a footprint (D3D11.3 7.18.11, "if(ComputeAnisotropicLOD)"; Vulkan: Scale Factor Operation).
 * Float32 throughout.
 */
export interface Anisotropy {
  /** eta: 1 for a point, maxAniso for a line, clamped so that the area is preserved. */
  ratio: number;
  /** The length whose log2 is the LOD. It may be less than 1: a later bias can still bring the LOD back. */
  minor: number;
}

/**
 * @param major,minor lengths of the axes in texels, float32, major >= minor >= 0
 * @param maxAnisotropy at least 1
 */
export function anisotropy(major: number, minor: number, maxAnisotropy: number, result: Anisotropy): void {
  let ratio = major === 0 ? 1 : Math.fround(major / minor);
  let lodLength = minor;
  if (ratio > maxAnisotropy) {
    ratio = maxAnisotropy;
    lodLength = Math.fround(major / ratio);
  }
  result.ratio = Math.max(1, Math.fround(ratio * Math.min(lodLength, 1)));
  result.minor = lodLength;
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
