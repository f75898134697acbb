/**
 * The exclusive or of all groups of log2(sets) bits of a line number, from the lowest on. Lines whose numbers differ by
 * a power of two above the sets then spread over the sets.
 *
 * @param line an exact integer from 0 to 2^53 - 1
 * @param sets a power of two, from 1 to 2^30
 */
export function foldedSet(line: number, sets: number): number {
  if (sets === 1) return 0;
  const mask = sets - 1;
  const bits = 31 - Math.clz32(sets);
  let set = 0;
  let rest = line;
  // Above 31 bits, groups are removed by division.
  while (rest > 0x7fffffff) {
    const above = Math.floor(rest / sets);
    set ^= rest - above * sets;
    rest = above;
  }
  for (; rest !== 0; rest >>= bits) set ^= rest & mask;
  return set;
}
