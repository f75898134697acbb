/**
 * The weights of the taps of a linear filter that interpolates among three texels of a square. The square is cut from
 * texel (1, 0) to (0, 1). Before the cut, texel (0, 0) has what the two weights leave of 1, and texel (1, 1) nothing;
 * from it on, (1, 1) has what the weights of (1, 0) and (0, 1), those from the other side, leave. A slice of a volume has
 * its part of each.
 *
 * @param axes weights of the second texels along u, v and w, 0 to `one`; 0 along an axis that is absent
 * @param slices 1, or 2 for a volume, whose weights have twice the fraction bits
 * @param midTexel true for quarters where both weights are a half
 * @param split receives the weight of the tap at i + 2 j + 4 k, where i, j and k are 0 or 1 along u, v and w
 */
export function threePointWeights(
  axes: Int32Array,
  one: number,
  slices: number,
  midTexel: boolean,
  split: Int32Array,
): void {
  const [a, b, c] = axes;
  const rest = one - a - b;
  if (midTexel && 2 * a === one && 2 * b === one) {
    split.fill(one / 4, 0, 4);
  } else if (rest > 0) {
    split[0] = rest;
    split[1] = a;
    split[2] = b;
    split[3] = 0;
  } else {
    split[0] = 0;
    split[1] = one - b;
    split[2] = one - a;
    split[3] = -rest;
  }
  if (slices === 1) return;
  for (let tap = 0; tap < 4; tap++) {
    split[4 + tap] = split[tap] * c;
    split[tap] *= one - c;
  }
}
