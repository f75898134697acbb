/**
 * A linear filter in exact arithmetic, for texels and weights of some bits; float64 holds every step.
 *
 * @param texels 2^n of them, the first axis fastest
 * @param weights of the second texel along each of n axes, in 2^-8
 */
export function filteredTexels(texels: readonly number[], weights: readonly number[]): number {
  let values = texels;
  for (const weight of weights) {
    const next: number[] = [];
    for (let n = 0; n < values.length; n += 2) {
      next.push((values[n] * (256 - weight) + values[n + 1] * weight) / 256);
    }
    values = next;
  }
  return values[0];
}
