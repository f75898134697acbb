import type { AnisotropicSpacing, LodDesign } from '../design/design.ts';
import type { Steps } from '../steps/steps.ts';

/**
 * Positions of the N samples of an anisotropic footprint on its major axis, as float32 fractions of its length from the
 * centre (Vulkan: Texel Anisotropic Filtering, i/(N+1) - 1/2; `centered` divides the axis evenly instead).
 */
export function samplePositions(n: number, spacing: AnisotropicSpacing): Float32Array {
  return Float32Array.from({ length: n }, (_, i) =>
    spacing === 'centered' ? (i + 0.5) / n - 0.5 : (i + 1) / (n + 1) - 0.5,
  );
}

/** The positions for every number of samples that a design takes, those of N as entry N. */
export function anisotropicPositions({ anisotropicRates, anisotropicSpacing }: LodDesign): readonly Float32Array[] {
  const most = Math.max(...anisotropicRates);
  return Array.from({ length: most + 1 }, (_, n) => samplePositions(n, anisotropicSpacing));
}

/** A coordinate of the sample at `position` on the major axis, float32. */
export function alongAxis<V>({ float32 }: Steps<V>, center: V, axis: V, position: V): V {
  return float32.add(center, float32.multiply(axis, position));
}
