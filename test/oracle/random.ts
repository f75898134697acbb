/** A generator of 32-bit patterns, 0 to 2^32 - 1, the same sequence for the same non-zero seed (xorshift, 13 17 5). */
export function randomBits(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
