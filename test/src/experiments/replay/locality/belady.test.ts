import { expect, test } from 'vitest';
import { BeladyOptimum } from '../../../../../src/experiments/replay/locality/belady.ts';
import { TAGS } from '../../../../../rtl-model/design/design-fields.ts';
import { ABSENT, TagArray } from '../../../../../rtl-model/texel-cache/tag-array.ts';
import { foldedSet } from '../../../../../rtl-model/texel-cache/set-index.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { lookups, randomLines } from '../streams.ts';

function optimum(sets: number, ways: number, lines: readonly number[]): number {
  const optimum = new BeladyOptimum(sets, ways);
  optimum.take(lookups(lines));
  return optimum.misses;
}

/** The fewest misses of one set, found by trying every choice of a line to replace. */
function bruteForce(ways: number, lines: readonly number[]): number {
  const known = new Map<string, number>();
  const from = (n: number, held: readonly number[]): number => {
    if (n === lines.length) return 0;
    if (held.includes(lines[n])) return from(n + 1, held);
    const state = `${n}:${held.join()}`;
    const before = known.get(state);
    if (before !== undefined) return before;
    const choices = held.length < ways ? [held] : held.map((_, way) => held.toSpliced(way, 1));
    const least =
      1 +
      Math.min(
        ...choices.map((kept) =>
          from(
            n + 1,
            [...kept, lines[n]].toSorted((a, b) => a - b),
          ),
        ),
      );
    known.set(state, least);
    return least;
  };
  return from(0, []);
}

/** Belady's own rule for one set: the line whose next look-up is farthest away is replaced. */
function farthestNext(ways: number, lines: readonly number[]): number {
  const held: number[] = [];
  let misses = 0;
  lines.forEach((line, n) => {
    if (held.includes(line)) return;
    misses++;
    if (held.length === ways) {
      const next = held.map((other) => (lines.indexOf(other, n) + lines.length + 1) % (lines.length + 1));
      const distance = next.map((at) => (at === 0 ? Infinity : at));
      held.splice(distance.indexOf(Math.max(...distance)), 1);
    }
    held.push(line);
  });
  return misses;
}

/** Every stream of `length` look-ups of up to `most` lines, numbered in the order of their appearance. */
function* streams(length: number, most: number, begun: readonly number[] = []): Generator<readonly number[]> {
  if (begun.length === length) yield begun;
  else {
    const seen = Math.max(-1, ...begun) + 1;
    for (let line = 0; line <= Math.min(seen, most - 1); line++) yield* streams(length, most, [...begun, line]);
  }
}

test('the misses are the minimum over all choices, on every stream of 7 look-ups of up to 4 lines', () => {
  let count = 0;
  for (const lines of streams(7, 4)) {
    for (const ways of [1, 2, 3]) {
      if (optimum(1, ways, lines) !== bruteForce(ways, lines)) expect.fail(`${lines.join()} with ${ways} ways`);
    }
    count++;
  }
  // The sum counts the partitions of 7 look-ups into 1 to 4 lines.
  expect(count).toBe(1 + 63 + 301 + 350);
});

test('the misses are the minimum over all choices, on random streams of 16 look-ups', () => {
  const dice = new Dice(51);
  for (let k = 0; k < 150; k++) {
    const lines = Array.from({ length: 16 }, () => dice.integer(0, 6));
    const ways = dice.integer(1, 5);
    expect(optimum(1, ways, lines), `${lines.join()} with ${ways} ways`).toBe(bruteForce(ways, lines));
  }
});

test('the misses are those of replacing the line that is needed last, on long streams', () => {
  const dice = new Dice(52);
  for (let k = 0; k < 30; k++) {
    const lines = randomLines(dice, 600, dice.integer(2, 60), 2 ** 45);
    const ways = dice.integer(1, 12);
    expect(optimum(1, ways, lines)).toBe(farthestNext(ways, lines));
  }
});

test('each set has its own optimum', () => {
  const dice = new Dice(53);
  const lines = randomLines(dice, 3000, 200);
  const apart = [0, 1, 2, 3].map((set) =>
    farthestNext(
      3,
      lines.filter((line) => line % 4 === set),
    ),
  );
  expect(optimum(4, 3, lines)).toBe(apart.reduce((sum, misses) => sum + misses));
});

test('in a loop of one line more than fits, as many lines are kept as the ways can hold', () => {
  const lines = Array.from({ length: 5 * 400 }, (_, n) => n % 5);
  expect(optimum(1, 5, lines)).toBe(5);
  expect(optimum(1, 4, lines)).toBe(farthestNext(4, lines));
  expect(optimum(1, 1, lines)).toBe(lines.length);
});

test.each(TAGS.replacement.values)('%s never misses less', (replacement) => {
  const dice = new Dice(54);
  for (const setIndex of ['modulo', 'xor-folded'] as const) {
    for (let k = 0; k < 20; k++) {
      const [sets, ways] = [dice.pick([1, 2, 8]), dice.pick([1, 2, 4, 8])];
      const lines = randomLines(dice, 2000, dice.integer(2, 3 * sets * ways), 2 ** 40);
      const tags = new TagArray({ lineBytes: 64, sets, ways, setIndex, indexBits: null, replacement, rrpvBits: 2 });
      let misses = 0;
      for (const line of lines) {
        if (tags.find(line) !== ABSENT) continue;
        tags.allocate(line);
        misses++;
      }
      const setOf = setIndex === 'modulo' ? undefined : (line: number) => foldedSet(line, sets);
      const optimum = new BeladyOptimum(sets, ways, setOf);
      optimum.take(lookups(lines));
      expect(optimum.misses).toBeLessThanOrEqual(misses);
      expect(optimum.lookups - optimum.hits).toBe(optimum.misses);
    }
  }
});
