import { expect, test } from 'vitest';
import type { L2Design } from '../../../rtl-model/design.ts';
import { lookupLevels, type ReplayDesign } from '../../../src/replay/lookup-levels.ts';
import { ManyReplays } from '../../../src/replay/many-replays.ts';
import { totalsOf } from '../../../src/replay/replay-totals.ts';
import { partOf, splitKey } from '../../../src/replay/split-key.ts';
import { SplitReplay } from '../../../src/replay/split-replay.ts';
import { BLOCK_ACCESSES } from '../../../src/replay/split-block.ts';
import { SplitLists } from '../../../src/replay/split-lists.ts';
import { BLOCKS } from '../../../src/replay/split-schedule.ts';
import { Dice } from '../../oracle/dice.ts';
import { cacheDesign, randomReplayDesign } from './random-replay-design.ts';
import { AccessBatch } from '../../../traces/access-batch.ts';
import { pieces, randomAccesses, randomLines } from './streams.ts';

const L2: L2Design = {
  lineBytes: 64,
  sets: 64,
  ways: 2,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 1,
  bytesPerCycle: 16,
};
const STREAM = { accesses: 0, passes: 0, bankConflicts: 0 };

/** The levels' totals on random sectors, as a whole and as the sum of parts that see their own sectors alone. */
function wholeAndParts(design: ReplayDesign, parts: number, dice: Dice) {
  const sectors = Float64Array.from(randomLines(dice, 1000, dice.integer(10, 1000), dice.pick([0, 2 ** 40])));
  const key = splitKey(design, parts);
  const part = partOf(key, parts, design.cache.sectorBytes, 0);
  const totals = (own: Float64Array) => {
    const levels = lookupLevels(design);
    levels.lookUp(own, own.length, null);
    return levels.totals();
  };
  const ofParts = Array.from({ length: parts }, (_, p) => sectors.filter((sector) => part(sector) === p));
  return { key, ofParts, whole: totalsOf(STREAM, [totals(sectors)]), sum: totalsOf(STREAM, ofParts.map(totals)) };
}

test('parts by cache set add up to the whole exactly, whatever the caches, policies and memory', () => {
  const dice = new Dice(91);
  const split = { address: 0, 'folded-set': 0, nothing: 0 };
  for (let k = 0; k < 150; k++) {
    const { key, whole, sum, ofParts } = wholeAndParts(randomReplayDesign(dice), dice.pick([2, 4]), dice);
    expect(sum, JSON.stringify(key)).toEqual(whole);
    split[key.by]++;
    if (key.by === 'nothing') expect(ofParts[0].length).toBe(1000);
  }
  expect(split.address).toBeGreaterThan(15);
  expect(split['folded-set']).toBeGreaterThan(8);
});

test('a design is split by the lowest address bits that name a set in every level', () => {
  expect(splitKey(cacheDesign({ sets: 16 }), 2)).toEqual({ by: 'address', bytes: 64 });
  expect(splitKey(cacheDesign({ sets: 16, l2: { ...L2, lineBytes: 256 } }), 4)).toEqual({ by: 'address', bytes: 256 });
  const rows = { banks: 8, rowBytes: 512, activateCycles: 1 };
  const { cache } = cacheDesign({ sets: 16 });
  expect(splitKey({ cache, memory: { burstBytes: 16, rows } }, 2)).toEqual({ by: 'address', bytes: 512 });
  const l2 = { ...L2, allocation: 'none', setIndex: 'xor-folded' } as const;
  expect(splitKey(cacheDesign({ sets: 16, l2: { ...l2, setIndex: 'modulo' } }), 2)).toEqual({
    by: 'address',
    bytes: 64,
  });
});

test.each([
  [cacheDesign({ sets: 1 }), /not 2 sets/],
  [cacheDesign({ sets: 1, setIndex: 'xor-folded' }), /not 2 sets/],
  [cacheDesign({ sets: 64, victimLines: 1 }), /victim buffer/],
  [cacheDesign({ sets: 4, l2: { ...L2, lineBytes: 256 } }), /share no address bits/],
  [cacheDesign({ sets: 64, setIndex: 'xor-folded', l2: L2 }), /folded set/],
])('a design whose sets cannot be told apart stays whole, and says why: %#', (design, reason) => {
  const key = splitKey(design, 2);
  expect(key).toMatchObject({ by: 'nothing', reason: expect.stringMatching(reason) });
});

/** The totals of one thread, and of some. */
async function serialAndSplit(designs: readonly ReplayDesign[], batches: readonly AccessBatch[], cores: number) {
  const serial = new ManyReplays(designs);
  const split = new SplitReplay(designs, cores);
  for (const batch of batches) {
    serial.take(batch);
    await split.take(batch);
  }
  return { serial: serial.totals(), split: await split.finish(), keys: split.keys };
}

/** As many accesses as some blocks hold, near each other and far, each given its pass and its bytes. */
function manyAccesses(
  dice: Dice,
  blocks: number,
  passOf: (n: number) => number,
  bytesOf: (n: number) => number,
): AccessBatch {
  const batch = new AccessBatch(blocks * BLOCK_ACCESSES);
  batch.count = batch.capacity;
  for (let n = 0; n < batch.count; n++) {
    batch.quad[n] = passOf(n) >> 1;
    batch.pass[n] = passOf(n) & 1;
    batch.bytes[n] = bytesOf(n);
    batch.address[n] = 16 * (n % 5 === 0 ? dice.integer(0, 20_000) : n % 777);
  }
  return batch;
}

test.each([2, 4])('%i threads have the totals of one, over many blocks and all kinds of keys', async (cores) => {
  const dice = new Dice(92 + cores);
  const folded = { sets: 64, setIndex: 'xor-folded' } as const;
  const designs = [
    cacheDesign({ sets: 16, ways: 4 }),
    cacheDesign({ ...folded, replacement: 'random' }),
    cacheDesign({ ...folded, victimLines: 2 }),
    ...Array.from({ length: 2 }, () => randomReplayDesign(dice)),
  ];
  const random = randomAccesses(dice, 500, 50_000);
  const lone = manyAccesses(
    dice,
    cores === 2 ? BLOCKS + 1 : 3,
    (n) => n,
    () => 4,
  );
  const { serial, split, keys } = await serialAndSplit(designs, [random, lone, ...pieces(random, dice)], cores);
  expect(split).toEqual(serial);
  expect(new Set(keys.map(({ by }) => by)).size).toBe(3);
});

test.each<readonly [string, (n: number) => number, (n: number) => number]>([
  ['of one pass that no block holds', () => 7, () => 4],
  ['of passes that have the same numbers again and again', (n) => (Math.imul(n >> 3, 0x9e3779b1) >>> 20) & 1, () => 4],
  ['of which some are wide, in passes of many', (n) => n >> 7, (n) => (n % 500 === 1 ? 65_535 : 16)],
])('two threads have the totals of one of accesses %s', async (_, passOf, bytesOf) => {
  const accesses = manyAccesses(new Dice(96), 4, passOf, bytesOf);
  const designs = [cacheDesign({ sets: 64, ways: 2 }), cacheDesign({ sets: 64, lineBytes: 16 })];
  const { serial, split } = await serialAndSplit(designs, [accesses], 2);
  expect(split).toEqual(serial);
});

test.each([2, 8])('every sector is in the list of its part, in order: %i parts', (parts) => {
  const dice = new Dice(97);
  const line = Float64Array.from(randomLines(dice, 1000, 500, 2 ** 40));
  const lookups = { line, quad: new Uint32Array(1000), passStart: new Uint8Array(1000), count: 1000 };
  const folded = cacheDesign({ sets: 64, setIndex: 'xor-folded' });
  for (const design of [cacheDesign({ sets: 64 }), cacheDesign({ sets: 64, sectorBytes: 16 }), folded]) {
    const key = splitKey(design, parts);
    const { sectorBytes } = design.cache;
    const lists = new SplitLists({ sectorBytes, key, part: 0 }, parts, SplitLists.memory(parts));
    lists.deal(1, lookups);
    const part = partOf(key, parts, sectorBytes, 0);
    for (let p = 0; p < parts; p++) {
      const { sectors, count } = lists.of(1, p);
      expect(sectors.slice(0, count)).toEqual(line.filter((sector) => part(sector) === p));
      expect(count).toBeGreaterThan(0);
    }
  }
});

test('a fault of a worker reaches who feeds it', async () => {
  const { cache, memory } = cacheDesign({ sets: 16 });
  const split = new SplitReplay([{ cache: { ...cache, ways: -1 }, memory }], 2);
  await expect(
    (async () => {
      const batch = randomAccesses(new Dice(93), 200, 50_000);
      for (let k = 0; k < 1000; k++) await split.take(batch);
      await split.finish();
    })(),
  ).rejects.toThrow();
  await split.stop();
});
