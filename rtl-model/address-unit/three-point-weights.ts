import type { Steps } from '../steps/steps.ts';

/**
 * The weights of the taps of a linear filter that interpolates among three texels of a square. The square is cut from
 * texel (1, 0) to (0, 1). Before the cut, texel (0, 0) has what the two weights leave of 1, and texel (1, 1) nothing;
 * from it on, (1, 1) has what the weights of (1, 0) and (0, 1), those from the other side, leave.
 *
 * @param a,b weights of the second texels along u and v, 0 to 2^bits
 * @param midTexel true for quarters where both weights are a half
 * @param split receives the weight of the tap at i + 2 j, where i and j are 0 or 1 along u and v
 */
export function threePointWeights<V>(
  s: Steps<V>,
  a: V,
  b: V,
  bits: number,
  midTexel: boolean,
  split: { [tap: number]: V },
): void {
  const none = s.constant(0);
  const one = s.constant(2 ** bits);
  const rest = s.subtract(s.subtract(one, a), b);
  const before = s.less(none, rest);
  split[0] = s.select(before, rest, none);
  split[1] = s.select(before, a, s.subtract(one, b));
  split[2] = s.select(before, b, s.subtract(one, a));
  split[3] = s.select(before, none, s.subtract(none, rest));
  if (!midTexel) return;
  const half = s.constant(2 ** (bits - 1));
  const quarter = s.constant(2 ** (bits - 2));
  const middle = s.and(s.equal(a, half), s.equal(b, half));
  for (let tap = 0; tap < 4; tap++) split[tap] = s.select(middle, quarter, split[tap]);
}
