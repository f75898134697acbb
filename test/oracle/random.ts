/**
 * A generator of 32-bit patterns, 0 to 2^32 - 1, the same sequence for the same seed (xorshift, 13 17 5).
 *
 * @throws RangeError for a seed of 0, which would give zeros alone
 */
export function randomBits(seed: number): () => number {
  let state = seed >>> 0;
  if (state === 0) throw new RangeError(`seed: ${seed} has no sequence`);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
