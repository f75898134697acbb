import { expect, test } from 'vitest';
import { LruTags } from '../../../../../src/experiments/replay/caches/lru-levels.ts';
import { Dice } from '../../../../oracle/dice.ts';

/** Lines that come back after short and long whiles, some of them the largest there are. */
function randomLines(dice: Dice, count: number): Float64Array {
  const base = dice.pick([0, 2 ** 31 - 40, 2 ** 47, 2 ** 53 - 100]);
  let line = base;
  return Float64Array.from({ length: count }, () => {
    if (dice.chance(0.7)) line = base + dice.integer(0, dice.pick([3, 12, 99]));
    return line;
  });
}

/** The misses of a list of the lines in use for each set, the latest first. */
function bySets(lines: Float64Array, sets: number, used: Map<number, number[]>): number[] {
  return Array.from(lines).flatMap((line, n) => {
    const of = used.get(line % sets) ?? [];
    used.set(line % sets, [line, ...of.filter((other) => other !== line)].slice(0, 4));
    return of.includes(line) ? [] : [n];
  });
}

test.each([
  [1, 'with', true],
  [8, 'with', true],
  [64, 'with', true],
  [8, 'without', false],
])('%i sets of four ways miss as lists do, %s WebAssembly', (sets, _, wasm) => {
  for (let seed = 1; seed <= 8; seed++) {
    const dice = new Dice(seed);
    const tags = new LruTags(sets, 4, wasm);
    const used = new Map<number, number[]>();
    // The last are more than the kernel takes at a time.
    for (const count of [0, 1, 37, 3000, 8192, 20_000]) {
      const lines = randomLines(dice, count);
      const missed = new Int32Array(count);
      const misses = tags.lookUp(lines, count, missed);
      expect([...missed.subarray(0, misses)]).toEqual(bySets(lines, sets, used));
    }
    const held = Array.from({ length: sets }, (_set, set) => (used.get(set) ?? []).toReversed()).flat();
    expect([...tags.held()]).toEqual(held);
  }
});
