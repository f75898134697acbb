import { expect, test } from 'vitest';
import type { L2Design } from '../../../rtl-model/design.ts';
import { lookupLevels, type ReplayDesign } from '../../../src/replay/lookup-levels.ts';
import { ManyReplays } from '../../../src/replay/many-replays.ts';
import { totalsOf } from '../../../src/replay/replay-totals.ts';
import { partOf, splitKey } from '../../../src/replay/split-key.ts';
import { SplitReplay } from '../../../src/replay/split-replay.ts';
import { BLOCK_SECTORS } from '../../../src/replay/split-stream.ts';
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

test('two threads have the totals of one, over many blocks and all kinds of keys', async () => {
  const dice = new Dice(92);
  const folded = { sets: 64, setIndex: 'xor-folded' } as const;
  const designs = [
    cacheDesign({ sets: 16, ways: 4 }),
    cacheDesign({ ...folded, replacement: 'random' }),
    cacheDesign({ ...folded, victimLines: 2 }),
    ...Array.from({ length: 2 }, () => randomReplayDesign(dice)),
  ];
  const serial = new ManyReplays(designs);
  const split = new SplitReplay(designs, 2);
  const many = new AccessBatch(4 * BLOCK_SECTORS);
  many.count = many.capacity;
  many.bytes.fill(4);
  for (let n = 0; n < many.count; n++) {
    many.quad[n] = n;
    many.address[n] = 64 * (n % 5 === 0 ? dice.integer(0, 5000) : n % 777);
  }
  const batches = [many, many, randomAccesses(dice, 1000, 50_000)];
  for (const batch of batches) {
    serial.take(batch);
    await split.take(batch);
  }
  for (const piece of pieces(batches[2], dice)) {
    serial.take(piece);
    await split.take(piece);
  }
  expect(await split.finish()).toEqual(serial.totals());
  expect(new Set(split.keys.map(({ by }) => by)).size).toBe(3);
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
