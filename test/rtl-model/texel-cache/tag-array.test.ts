import { expect, test } from 'vitest';
import type { CacheDesign, Replacement } from '../../../rtl-model/design.ts';
import { ABSENT, TagArray } from '../../../rtl-model/texel-cache/tag-array.ts';
import { randomNumbers } from '../../pipeline/random-source.ts';
import { preset } from '../../pipeline/random-work.ts';

function cache(sets: number, ways: number, replacement: Replacement): CacheDesign {
  return { ...preset('full-quality').cache, sets, ways, replacement };
}

/** Looks a line up and allocates it if it is absent. */
function touch(tags: TagArray, line: number): 'hit' | 'miss' {
  if (tags.find(line) !== ABSENT) return 'hit';
  tags.allocate(line);
  return 'miss';
}

const run = (tags: TagArray, lines: readonly number[]) => lines.map((line) => touch(tags, line));

test('an empty cache misses, and hits the second time', () => {
  expect(run(new TagArray(cache(4, 2, 'lru')), [5, 5, 9, 5, 9])).toEqual(['miss', 'hit', 'miss', 'hit', 'hit']);
});

test('LRU replaces the line that was used longest ago, FIFO the one that came first', () => {
  // Line 0 is used again before line 2 needs a way.
  const lines = [0, 1, 0, 2, 0, 1];
  expect(run(new TagArray(cache(1, 2, 'lru')), lines)).toEqual(['miss', 'miss', 'hit', 'miss', 'hit', 'miss']);
  expect(run(new TagArray(cache(1, 2, 'fifo')), lines)).toEqual(['miss', 'miss', 'hit', 'miss', 'miss', 'miss']);
});

test('lines compete only with lines of their own set', () => {
  const tags = new TagArray(cache(4, 1, 'lru'));
  expect(run(tags, [0, 1, 2, 3, 0, 1, 2, 3])).toEqual([...Array(4).fill('miss'), ...Array(4).fill('hit')]);
  expect(run(tags, [4, 1, 0])).toEqual(['miss', 'hit', 'miss']);
});

test('slots are set * ways + way, and a set fills its ways before it replaces', () => {
  const tags = new TagArray(cache(2, 3, 'fifo'));
  expect([1, 3, 5].map((line) => tags.allocate(line)).toSorted((a, b) => a - b)).toEqual([3, 4, 5]);
  expect(tags.allocate(7)).toBe(tags.find(7));
  expect(tags.find(1)).toBe(ABSENT);
});

test.each(['lru', 'fifo'] as const)('%s agrees with a list that is kept in order, on random lines', (replacement) => {
  const [sets, ways] = [8, 3];
  const tags = new TagArray(cache(sets, ways, replacement));
  const random = randomNumbers(11);
  const lists: number[][] = Array.from({ length: sets }, () => []);
  for (let k = 0; k < 20_000; k++) {
    const line = Math.floor(random() * 64);
    const list = lists[line % sets];
    const at = list.indexOf(line);
    expect(touch(tags, line)).toBe(at < 0 ? 'miss' : 'hit');
    if (at >= 0 && replacement === 'lru') list.push(...list.splice(at, 1));
    if (at < 0) list.push(line);
    if (list.length > ways) list.shift();
  }
});
