/**
 * A weighted average held between the extremes of its texels (Vulkan: Texel Range Clamp). A NaN stays one: a texel put
 * it there, or infinities of both signs did.
 *
 * @param smallest,largest of the texels with a weight, in the scale of the average
 */
export function rangeClamp(average: number, smallest: number, largest: number): number {
  if (average < smallest) return smallest;
  return average > largest ? largest : average;
}
