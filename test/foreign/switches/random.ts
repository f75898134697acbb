/** A generator of random numbers that a seed repeats. */
export interface Random {
  /** A number from 0 to below 1. */
  unit(): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** A number from `low` to below `high`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** The 32-bit generator "mulberry32". */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    unit,
    integer: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    between: (low, high) => low + unit() * (high - low),
    chance: (probability) => unit() < probability,
    pick: (list) => list[Math.floor(unit() * list.length)],
  };
}
