import type { TagDesign } from '../design/design.ts';

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

/** Bits of a line number below those that are split off by division. */
const LOW_BITS = 30;

/** The set of each line, by its number, an exact integer from 0 to 2^53 - 1 (docs/caches.md, Sets). */
export function setsOf({ lineBytes, sets, setIndex, indexBits }: SetRule): (line: number) => number {
  // `&` sees the low 32 bits of a larger integer.
  if (indexBits === null) return setIndex === 'modulo' ? (line) => line & (sets - 1) : (line) => foldedSet(line, sets);
  const places = Int32Array.from(indexBits, (bit) => bit - Math.log2(lineBytes));
  const bits = Math.log2(sets);
  return (line) => {
    const high = Math.floor(line / 2 ** LOW_BITS);
    let set = 0;
    for (let k = 0; k < places.length; k++) {
      const place = places[k];
      const bit = place < LOW_BITS ? line >> place : high >> (place - LOW_BITS);
      set ^= (bit & 1) << (k % bits);
    }
    return set;
  };
}

/** The fields that give the set of a line. */
export type SetRule = Pick<TagDesign, 'lineBytes' | 'sets' | 'setIndex' | 'indexBits'>;
