import { expect, test } from 'vitest';
import { L2, MEMORY, ROWS, TAGS } from '../../../../../rtl-model/design/design-fields.ts';
import { ABSENT, TagArray } from '../../../../../rtl-model/texel-cache/tag-array.ts';
import { PolicyLevels } from '../../../../../src/experiments/replay/caches/policy-levels.ts';
import { CacheReplay } from '../../../../../src/experiments/replay/caches/many-replays.ts';
import { lookupLevels } from '../../../../../src/experiments/replay/caches/design-levels.ts';
import {
  type LookupLevels,
  type ReplayDesign,
  type ReplayTotals,
  WRITTEN,
} from '../../../../../src/experiments/replay/caches/lookup-levels.ts';
import { LruLevels } from '../../../../../src/experiments/replay/caches/lru-levels.ts';
import type { AccessBatch } from '../../../../../traces/accesses/access-batch.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { randomIndexBits } from '../../../../pipeline/random-work.ts';
import { cacheDesign, randomLruDesign, randomReplayDesign } from '../random-replay-design.ts';
import { type Access, accesses, pieces, randomAccesses, randomLines } from '../streams.ts';
import { freeValues } from '../../../../../rtl-model/design/field.ts';

function replay(design: ReplayDesign, list: readonly Access[]): ReplayTotals {
  const replay = new CacheReplay(design);
  replay.take(accesses(list));
  return replay.totals();
}

/** An access to each of `lines` lines of 64 bytes, `times` times. */
const rounds = (lines: number, times: number) =>
  Array.from({ length: lines * times }, (_, n) => ({ address: 64 * (n % lines) }));

test('a working set that fits misses once for each line', () => {
  const { lookups, misses, cache, memory } = replay(cacheDesign({ sets: 4, ways: 4 }), rounds(16, 10));
  expect([lookups, misses, cache.hits]).toEqual([160, 16, 144]);
  expect(memory).toMatchObject({ requests: 16, bytes: 16 * 64 });
});

test('accesses to a new line each are all misses', () => {
  const list = Array.from({ length: 100 }, (_, n) => ({ address: 64 * n }));
  expect(replay(cacheDesign({ sets: 4, ways: 4 }), list).misses).toBe(100);
});

test('a stride misses once in every (line bytes / stride) accesses', () => {
  for (const stride of [4, 8, 32, 64, 128]) {
    const list = Array.from({ length: 256 }, (_, n) => ({ address: stride * n }));
    expect(replay(cacheDesign({ sets: 4, ways: 4 }), list).misses).toBe(256 * Math.min(1, stride / 64));
  }
});

test('one line over capacity thrashes LRU and FIFO: every look-up of every round misses', () => {
  for (const replacement of ['lru', 'fifo'] as const) {
    expect(replay(cacheDesign({ sets: 1, ways: 16, replacement }), rounds(17, 10)).misses).toBe(170);
    expect(replay(cacheDesign({ sets: 1, ways: 16, replacement }), rounds(16, 10)).misses).toBe(16);
  }
});

test('a stride of as many lines as there are sets meets one set, unless the index is folded', () => {
  const list = Array.from({ length: 640 }, (_, n) => ({ address: 64 * 64 * (n % 64) }));
  expect(replay(cacheDesign({ sets: 64, ways: 1 }), list).misses).toBe(640);
  expect(replay(cacheDesign({ sets: 64, ways: 1, setIndex: 'xor-folded' }), list).misses).toBe(64);
});

test('a sector is fetched alone, under the tag of its line', () => {
  const design = cacheDesign({ sets: 1, ways: 2, sectorBytes: 16 });
  const { cache, misses, memory } = replay(
    design,
    [0, 16, 0, 48, 64, 0].map((address) => ({ address })),
  );
  expect(cache).toMatchObject({ lineMisses: 2, sectorMisses: 2, hits: 2 });
  expect([misses, memory.bytes]).toEqual([4, 4 * 16]);
});

test('a victim buffer of one line serves two lines that alternate in one way', () => {
  const { cache, misses } = replay(cacheDesign({ sets: 1, ways: 1, victimLines: 1 }), rounds(2, 10));
  expect(cache).toMatchObject({ lineMisses: 2, victimHits: 18, hits: 0 });
  expect(misses).toBe(2);
});

test('an L2 that keeps what it misses serves a working set too large for the texel cache', () => {
  const l2 = {
    ...freeValues(L2),
    lineBytes: 128,
    sets: 8,
    ways: 1,
    setIndex: 'modulo',
    replacement: 'lru',
    allocation: 'on-miss',
    latency: 1,
    bytesPerCycle: 8,
  } as const;
  const { cache, memory } = replay(cacheDesign({ sets: 1, ways: 4, l2 }), rounds(16, 10));
  expect(cache).toMatchObject({ lineMisses: 160, l2Hits: 152, l2Misses: 8, l2ReadBytes: 160 * 64 });
  expect(memory).toMatchObject({ requests: 8, bytes: 8 * 128 });
});

test('misses open rows of memory in order, and a bank has one row open at a time', () => {
  const design = cacheDesign({ sets: 1, ways: 1 });
  const rows = { ...freeValues(ROWS), banks: 2, rowBytes: 128, activateCycles: 1 };
  // The rows are 0, 0, 1, 0, 2, 1: row 2 closes row 0 of the same bank.
  const list = [0, 64, 128, 0, 256, 192].map((address) => ({ address }));
  const { memory } = replay({ ...design, memory: { ...freeValues(MEMORY), burstBytes: 64, rows } }, list);
  expect(memory).toMatchObject({ rowHits: 3, rowMisses: 3, rowConflicts: 1 });
});

test('sectors of a pass that share a bank take a cycle each, independent of other passes', () => {
  const design = cacheDesign({ banks: 4 });
  const pass = (lines: readonly number[], quad: number) => lines.map((line) => ({ address: 64 * line, quad }));
  const conflicts = (...passes: readonly (readonly number[])[]) => replay(design, passes.flatMap(pass)).bankConflicts;
  expect(conflicts([0, 1, 2, 3])).toBe(0);
  expect(conflicts([0, 4, 8, 12])).toBe(3);
  // The passes' reads in order: 0 1 | 4 5 | 8.
  expect(conflicts([0, 1, 4, 5, 8])).toBe(2);
  expect(conflicts([0], [4], [8])).toBe(0);
  expect(replay(design, [...pass([0, 4], 0), ...pass([1], 1)])).toMatchObject({ passes: 2, accesses: 3, lookups: 3 });
});

test.each([
  [1, 3],
  [2, 1],
  [3, 1],
  [4, 0],
])('a bank with %i ports reads four sectors with %i cycles more', (dataPorts, more) => {
  const design = cacheDesign({ banks: 2, dataPorts });
  const lines = [0, 2, 4, 6, 1].map((line) => ({ address: 64 * line, quad: 0 }));
  expect(replay(design, lines).bankConflicts).toBe(more);
});

test.each(TAGS.replacement.values)('%s misses what its tags miss', (replacement) => {
  const dice = new Dice(71);
  for (const setIndex of TAGS.setIndex.values) {
    for (let k = 0; k < 10; k++) {
      const [sets, ways] = [dice.pick([1, 4, 32]), dice.pick([1, 2, 4, 8])];
      const lines = randomLines(dice, 1000, dice.integer(1, 3 * sets * ways), dice.pick([0, 2 ** 40]));
      const indexBits = randomIndexBits(() => dice.real(0, 1), { lineBytes: 64, sets, setIndex });
      const tags = new TagArray({ lineBytes: 64, sets, ways, setIndex, indexBits, replacement, rrpvBits: 2 });
      let misses = 0;
      for (const line of lines) {
        if (tags.find(line) !== ABSENT) continue;
        tags.allocate(line);
        misses++;
      }
      const list = lines.map((line) => ({ address: 64 * line }));
      expect(replay(cacheDesign({ sets, ways, setIndex, indexBits, replacement }), list).misses).toBe(misses);
    }
  }
});

/** The outcomes of each look-up. */
function outcomes(levels: LookupLevels, lines: number[], marked = false) {
  const found = { missed: new Uint8Array(lines.length), memoryBytes: new Float64Array(lines.length) };
  levels.lookUp(Float64Array.from(lines), lines.length, found, marked);
  return found;
}

test('the fast levels have the same outcomes as the general ones, look-up by look-up', () => {
  const dice = new Dice(72);
  for (let k = 0; k < 60; k++) {
    const design = randomLruDesign(dice);
    expect(lookupLevels(design)).toBeInstanceOf(LruLevels);
    const fast = new LruLevels(design.cache, design.memory);
    const any = new PolicyLevels(design.cache, design.memory);
    for (let batch = 0; batch < 3; batch++) {
      const lines = randomLines(dice, 300, dice.integer(1, 200), dice.pick([0, 2 ** 46 - 500]));
      expect(outcomes(fast, lines)).toEqual(outcomes(any, lines));
    }
    expect(fast.totals()).toEqual(any.totals());
  }
});

test('the fast levels have the same outcomes once lines are written, from any point on', () => {
  const dice = new Dice(75);
  let writes = 0;
  for (let k = 0; k < 60; k++) {
    const design = randomLruDesign(dice);
    const fast = new LruLevels(design.cache, design.memory);
    const any = new PolicyLevels(design.cache, design.memory);
    for (const marked of [false, true, false, true]) {
      const lines = randomLines(dice, 200, dice.integer(1, 200), dice.pick([0, 2 ** 46 - 500]));
      const some = marked ? lines.map((line) => line + (dice.chance(0.3) ? WRITTEN : 0)) : lines;
      expect(outcomes(fast, some, marked)).toEqual(outcomes(any, some, marked));
    }
    expect(fast.totals()).toEqual(any.totals());
    writes += fast.totals().memory.writes;
  }
  expect(writes).toBeGreaterThan(1000);
});

test('written lines go back to memory when others take their places', () => {
  const design = cacheDesign({ sets: 2, ways: 1 });
  // Lines 0, 1, 2, 3, 0: line 0 goes for line 2, line 1 for line 3, and line 2, which is only read, for line 0.
  const list = [0, 64, 128, 192, 0].map((address, n) => ({ address, write: n < 2 }));
  const { cache, memory, misses } = replay(design, list);
  expect(misses).toBe(5);
  expect(cache.writeBackBytes).toBe(128);
  expect(memory).toMatchObject({ requests: 5, bytes: 320, writes: 2, writeBytes: 128 });
});

test('outcomes add up to the totals, and recording them changes nothing', () => {
  const dice = new Dice(73);
  for (let k = 0; k < 40; k++) {
    const design = randomReplayDesign(dice);
    const batch = randomAccesses(dice, 300, 20_000, 0, dice.pick([0, 0.3]));
    let [lookups, misses, bytes] = [0, 0, 0];
    const watched = new CacheReplay(design, ({ count }, { missed, memoryBytes }) => {
      lookups += count;
      for (let n = 0; n < count; n++) {
        misses += missed[n];
        bytes += memoryBytes[n];
      }
    });
    const plain = new CacheReplay(design);
    for (const piece of pieces(batch, dice)) watched.take(piece);
    plain.take(batch);
    const totals = watched.totals();
    expect(totals).toEqual(plain.totals());
    expect([lookups, misses, bytes]).toEqual([totals.lookups, totals.misses, totals.memory.bytes]);
    expect(totals.accesses).toBe(batch.count);
    const { hits, victimHits } = totals.cache;
    expect(hits + victimHits + totals.misses).toBe(totals.lookups);
  }
});

test('more ways with the same sets never cost LRU a hit', () => {
  const dice = new Dice(74);
  for (let k = 0; k < 10; k++) {
    const sets = dice.pick([1, 4, 16]);
    const batch: AccessBatch = randomAccesses(dice, 400, 30_000);
    let fewer = 0;
    for (let ways = 1; ways <= 12; ways++) {
      const replay = new CacheReplay(cacheDesign({ sets, ways }));
      replay.take(batch);
      const { hits } = replay.totals().cache;
      expect(hits).toBeGreaterThanOrEqual(fewer);
      fewer = hits;
    }
  }
});
