import { maxNumber, minNumber } from '../fixed-point/float32.ts';

/**
 * The smallest or largest value that one component takes among the texels with non-zero weights, negative ones included
 * (Vulkan: Texel Linear Filtering, Texel Cubic Filtering; VK_SAMPLER_REDUCTION_MODE_MIN and MAX). By the float rules of
 * D3D11.3 3.1.3, as `minNumber` has them: a NaN loses against a number and is the result of NaNs alone, -0 is smaller
 * than +0, denorms are flushed. A single texel is no arithmetic and stays as it is.
 *
 * @param texel the component of tap n at `at` + 4n, float32 (codes below 2^24 are float32 values too)
 * @param weights the weight of tap n at `from` + n, at least one of them not zero
 */
export function reduceTexels(
  mode: 'min' | 'max',
  texel: Float32Array,
  at: number,
  weights: ArrayLike<number>,
  from: number,
  taps: number,
): number {
  let extreme = 0;
  let found = false;
  for (let n = 0; n < taps; n++) {
    if (weights[from + n] === 0) continue;
    const value = texel[at + 4 * n];
    if (!found) extreme = value;
    else extreme = mode === 'min' ? minNumber(extreme, value) : maxNumber(extreme, value);
    found = true;
  }
  return extreme;
}

/**
 * A weighted average held between the extremes of its texels (Vulkan: Texel Range Clamp). A NaN stays one: a texel put
 * it there, or infinities of both signs did.
 *
 * @param smallest,largest from `reduceTexels`, in the scale of the average
 */
export function rangeClamp(average: number, smallest: number, largest: number): number {
  if (average < smallest) return smallest;
  return average > largest ? largest : average;
}
