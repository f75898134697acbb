/** The hash hash52, modulo 2^32 (ASTC: Partition Pattern Generation). */
function hash52(seed: number): number {
  let p = seed;
  p ^= p >>> 15;
  p = (p - (p << 17)) | 0;
  p = (p + (p << 7)) | 0;
  p = (p + (p << 4)) | 0;
  p ^= p >>> 5;
  p = (p + (p << 16)) | 0;
  p ^= p >>> 7;
  p ^= p >>> 3;
  p ^= p << 6;
  p ^= p >>> 17;
  return p >>> 0;
}

/** The square of the four bits of `hash` from `first` on, without its `dropped` low bits: 0 to 28. */
function slope(hash: number, first: number, dropped: number): number {
  const nibble = (hash >>> first) & 15;
  return (nibble * nibble) >> dropped;
}

/**
 * The partition of every texel of a 2D block (ASTC: Partition Pattern Generation): 0 to partitions - 1.
 *
 * @param seed the block's partition index, 0 to 1023
 * @param partitions 2 to 4
 */
export function partitionTexels(
  seed: number,
  partitions: number,
  width: number,
  height: number,
  pattern: Uint8Array,
): void {
  // Bits 0 and 1 of the seed equal those of the hashed seed.
  const hash = hash52(seed + 1024 * (partitions - 1));
  const step = width * height < 31 ? 2 : 1;
  const bySeed = seed & 2 ? 4 : 5;
  const byCount = partitions === 3 ? 6 : 5;
  const alongX = seed & 1 ? bySeed : byCount;
  const alongY = seed & 1 ? byCount : bySeed;
  const ax = slope(hash, 0, alongX) * step;
  const ay = slope(hash, 4, alongY) * step;
  const bx = slope(hash, 8, alongX) * step;
  const by = slope(hash, 12, alongY) * step;
  const cx = slope(hash, 16, alongX) * step;
  const cy = slope(hash, 20, alongY) * step;
  const dx = slope(hash, 24, alongX) * step;
  const dy = slope(hash, 28, alongY) * step;
  let texel = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const a = (ax * x + ay * y + (hash >>> 14)) & 63;
      const b = (bx * x + by * y + (hash >>> 10)) & 63;
      const c = partitions < 3 ? 0 : (cx * x + cy * y + (hash >>> 6)) & 63;
      const d = partitions < 4 ? 0 : (dx * x + dy * y + (hash >>> 2)) & 63;
      pattern[texel++] = a >= b && a >= c && a >= d ? 0 : b >= c && b >= d ? 1 : c >= d ? 2 : 3;
    }
  }
}
