import type { Lookups } from './line-study.ts';

const EMPTY = -1;

/**
 * The miss curve over the number of ways in one pass: an LRU stack for each set (Mattson et al. 1970; Hill and Smith
 * 1989). A line at depth w of its set's stack hits with w ways or more.
 */
export class WayCurve {
  /** The stack of each set s, from s * ways on, top first. */
  private readonly stacks = new Float64Array(this.sets * this.ways).fill(EMPTY);
  private readonly depths = new Float64Array(this.ways + 1);
  private lookups = 0;

  /**
   * @param ways the largest number of ways
   * @param setOf the set of a line, 0 to sets - 1; line modulo sets if absent
   */
  constructor(
    private readonly sets: number,
    private readonly ways: number,
    private readonly setOf = (line: number) => line - Math.floor(line / sets) * sets,
  ) {}

  take({ line, count }: Pick<Lookups, 'line' | 'count'>): void {
    const { ways, stacks, depths } = this;
    for (let n = 0; n < count; n++) {
      const top = this.setOf(line[n]) * ways;
      let at = top;
      while (at < top + ways && stacks[at] !== line[n]) at++;
      // Depth 0 counts the look-ups that miss with any number of ways.
      depths[at === top + ways ? 0 : at - top + 1]++;
      for (let down = Math.min(at, top + ways - 1); down > top; down--) stacks[down] = stacks[down - 1];
      stacks[top] = line[n];
    }
    this.lookups += count;
  }

  /** The misses of a set-associative LRU cache with a fixed number of sets, for every number of ways. */
  result() {
    let left = this.lookups;
    /** Entry w: the misses with w ways, from 0 to the most that were requested. */
    const misses = Array.from(this.depths, (hits, ways) => (left -= ways === 0 ? 0 : hits));
    return { sets: this.sets, lookups: this.lookups, misses };
  }
}
