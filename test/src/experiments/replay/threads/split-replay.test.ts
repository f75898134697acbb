import { expect, test } from 'vitest';
import type { L2Design } from '../../../../../rtl-model/design/design.ts';
import { lookupLevels } from '../../../../../src/experiments/replay/caches/design-levels.ts';
import { type ReplayDesign, totalsOf } from '../../../../../src/experiments/replay/caches/lookup-levels.ts';
import { ManyReplays } from '../../../../../src/experiments/replay/caches/many-replays.ts';
import { partOf, splitKey } from '../../../../../src/experiments/replay/threads/split-key.ts';
import { SplitReplay } from '../../../../../src/experiments/replay/threads/split-replay.ts';
import {
  accessesThatFit,
  BLOCK_ACCESSES,
  BLOCK_SECTORS,
  BLOCKS,
} from '../../../../../src/experiments/replay/threads/split-block.ts';
import { lookUpsOf } from '../../../../../src/experiments/replay/caches/lookup-streams.ts';
import { SplitLists } from '../../../../../src/experiments/replay/threads/split-lists.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { draws, inTurn } from '../../../../oracle/draws.ts';
import { cacheDesign, randomReplayDesign } from '../random-replay-design.ts';
import { AccessBatch } from '../../../../../traces/accesses/access-batch.ts';
import { pieces, randomAccesses, randomLines } from '../streams.ts';
import { L2 as L2_FIELDS, MEMORY, ROWS } from '../../../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../../../rtl-model/design/field.ts';

const L2: L2Design = {
  ...freeValues(L2_FIELDS),
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

/** The totals of the levels on random sectors, as a whole and as the sum of parts that see only their own sectors. */
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

test('parts by cache set add up to the whole exactly, for any caches, policies and memory', () => {
  const dice = new Dice(91);
  const split = { address: 0, set: 0, nothing: 0 };
  for (let k = 0; k < draws(800, 2); k++) {
    const { cache, ...rest } = randomReplayDesign(dice);
    const design = {
      ...rest,
      cache: { ...cache, tlb: k % 10 === 0 ? cache.tlb : null, l3: k % 10 === 1 ? cache.l3 : null },
    };
    const { key, whole, sum, ofParts } = wholeAndParts(design, dice.pick([2, 4]), dice);
    expect(sum, JSON.stringify(key)).toEqual(whole);
    split[key.by]++;
    if (key.by === 'nothing') expect(ofParts[0].length).toBe(1000);
  }
  expect(split.address).toBeGreaterThan(draws(15, 2));
  expect(split.set).toBeGreaterThan(draws(8, 2));
});

test('a design whose sets duel for a replacement policy is simulated as a whole', () => {
  const reason = 'the sets of a level share a counter of their replacement';
  expect(splitKey(cacheDesign({ sets: 16, replacement: 'drrip' }), 2)).toEqual({ by: 'nothing', reason });
  const l2 = { ...L2, replacement: 'drrip' } as const;
  expect(splitKey(cacheDesign({ sets: 16, l2 }), 2)).toEqual({ by: 'nothing', reason });
});

test('a design that fetches sectors ahead, which lie in other sets, is simulated as a whole', () => {
  const design = cacheDesign({ sets: 16, prefetch: { next: 'line', sectors: 2 } });
  expect(splitKey(design, 2)).toEqual({ by: 'nothing', reason: 'a miss fetches a sector of another set ahead' });
});

test('a design with a TLB, whose pages have lines of all sets, is simulated as a whole', () => {
  const design = cacheDesign({ sets: 16, tlb: { pageBytes: 4096, sets: 1, ways: 4, walkLatency: 1, walks: 1 } });
  expect(splitKey(design, 2)).toEqual({ by: 'nothing', reason: 'the lines of all sets share the pages of the TLB' });
});

test('a design is split by the lowest address bits that name a set in every level', () => {
  expect(splitKey(cacheDesign({ sets: 16 }), 2)).toEqual({ by: 'address', bytes: 64 });
  expect(splitKey(cacheDesign({ sets: 16, l2: { ...L2, lineBytes: 256 } }), 4)).toEqual({ by: 'address', bytes: 256 });
  const rows = { ...freeValues(ROWS), banks: 8, rowBytes: 512, activateCycles: 1 };
  const design = cacheDesign({ sets: 16 });
  const keyOf = (interleaveBytes: number | null) => {
    const channels = interleaveBytes === null ? null : { count: 2, interleaveBytes };
    return splitKey({ ...design, memory: { ...freeValues(MEMORY), burstBytes: 16, rows, channels } }, 2);
  };
  expect(keyOf(null)).toEqual({ by: 'address', bytes: 512 });
  // The sets have the bits from 64 to 1024, the banks those from 512, above or below the bit of the channel.
  expect(keyOf(64)).toMatchObject({ by: 'nothing' });
  expect(keyOf(512)).toMatchObject({ by: 'nothing' });
  expect(keyOf(1024)).toEqual({ by: 'address', bytes: 512 });
  const l2 = { ...L2, allocation: 'none', setIndex: 'xor-folded' } as const;
  expect(splitKey(cacheDesign({ sets: 16, l2: { ...l2, setIndex: 'modulo' } }), 2)).toEqual({
    by: 'address',
    bytes: 64,
  });
});

test.each([
  [cacheDesign({ sets: 1 }), /not 2 sets/],
  [cacheDesign({ sets: 1, setIndex: 'xor-folded' }), /not 2 sets/],
  [cacheDesign({ sets: 2, indexBits: [7], l2: L2 }), /spread over all/],
  [cacheDesign({ sets: 64, victimLines: 1 }), /victim buffer/],
  [cacheDesign({ sets: 4, l2: { ...L2, lineBytes: 256 } }), /share no address bits/],
  [cacheDesign({ sets: 64, setIndex: 'xor-folded', l2: L2 }), /spread over all/],
])('a design whose sets cannot be distinguished stays whole, and says why: %#', (design, reason) => {
  const key = splitKey(design, 2);
  expect(key).toMatchObject({ by: 'nothing', reason: expect.stringMatching(reason) });
});

/** The totals of one thread, and of several; random pieces of the last batch go into batches that the latter lend. */
async function serialAndSplit(designs: readonly ReplayDesign[], batches: readonly AccessBatch[], cores: number) {
  const serial = new ManyReplays(designs);
  for (const batch of batches) serial.take(batch);
  const split = new SplitReplay(designs, cores);
  for (const batch of batches.slice(0, -1)) await split.take(batch);
  await takeLent(split, batches.at(-1)!, new Dice(98));
  return { serial: serial.totals(), split: await split.finish(), keys: split.keys };
}

async function takeLent(split: SplitReplay, batch: AccessBatch, dice: Dice) {
  for (let from = 0; from < batch.count;) {
    const lent = await split.next();
    const until = Math.min(batch.count, from + dice.integer(1, 3000));
    lent.add(batch, from, until);
    await split.take(lent);
    from = until;
  }
}

/** Accesses near and far from each other, each with its pass and its bytes. */
function manyAccesses(
  dice: Dice,
  count: number,
  passOf: (n: number) => number,
  bytesOf: (n: number) => number,
): AccessBatch {
  const batch = new AccessBatch(count);
  batch.count = batch.capacity;
  for (let n = 0; n < batch.count; n++) {
    batch.quad[n] = passOf(n) >> 1;
    batch.pass[n] = passOf(n) & 1;
    batch.bytes[n] = bytesOf(n);
    batch.write[n] = n > count / 2 && n % 7 === 0 ? 1 : 0;
    batch.address[n] = 16 * (n % 5 === 0 ? dice.integer(0, 20_000) : n % 777);
  }
  return batch;
}

test.each([2, 4])('%i threads have the totals of one, over several blocks and all kinds of keys', async (cores) => {
  const dice = new Dice(92 + cores);
  const folded = { sets: 64, setIndex: 'xor-folded' } as const;
  const designs = [
    cacheDesign({ sets: 16, ways: 4 }),
    cacheDesign({ ...folded, replacement: 'random' }),
    cacheDesign({ sets: 8, ways: 8, indexBits: [8, 10, 13] }),
    cacheDesign({ ...folded, victimLines: 2 }),
    ...Array.from({ length: draws(2) }, () => randomReplayDesign(dice)),
  ];
  const random = randomAccesses(dice, 500, 20_000);
  const lone = manyAccesses(
    dice,
    1.5 * BLOCK_ACCESSES,
    (n) => n,
    () => 4,
  );
  const { serial, split, keys } = await serialAndSplit(designs, [random, lone, ...pieces(random, dice)], cores);
  expect(split).toEqual(serial);
  expect(new Set(keys.map(({ by }) => by)).size).toBe(3);
});

const KINDS: readonly (readonly [string, (n: number) => number, (n: number) => number])[] = [
  ['of a pass each', (n) => n, () => 4],
  ['in passes of some', (n) => Math.floor(n / 12), () => 4],
  ['of one pass that no block holds', () => 7, () => 4],
  ['in passes of which the rest is too long for the block before', (n) => n >> 11, () => 4],
  ['of passes that have the same numbers again and again', (n) => (Math.imul(n >> 3, 0x9e3779b1) >>> 20) & 1, () => 4],
  ['of which some are wide, in passes of many', (n) => n >> 7, (n) => (n % 500 === 1 ? 65_535 : 16)],
];

test.each(KINDS.map((kind, turn) => [...kind, turn] as const))(
  'two threads have the totals of one of accesses %s, copied and lent',
  async (_, passOf, bytesOf, turn) => {
    const dice = new Dice(96);
    const designs = inTurn([cacheDesign({ sets: 64, ways: 2 }), cacheDesign({ sets: 64, lineBytes: 16 })], turn);
    const batches = [1.5 * BLOCK_ACCESSES, 3 * BLOCKS * 1500].map((count) =>
      manyAccesses(dice, count, passOf, bytesOf),
    );
    const { serial, split } = await serialAndSplit(designs, batches, 2);
    expect(split).toEqual(serial);
  },
);

test('two threads have the totals of one when a block fills the list of one part and its last pass is long', async () => {
  const accesses = manyAccesses(
    new Dice(99),
    BLOCK_ACCESSES + 2500,
    (n) => (n < BLOCK_ACCESSES + 2000 ? Math.min(n, BLOCK_ACCESSES - 1) : n),
    () => 31,
  );
  // Each access has three sectors, in odd lines.
  for (let n = 0; n < accesses.count; n++) accesses.address[n] = 64 * (2 * (n % 5000) + 1) + 15;
  const design = cacheDesign({ sets: 64, sectorBytes: 16 });
  const { serial, split } = await serialAndSplit([design], [accesses, randomAccesses(new Dice(101), 9, 5000)], 2);
  expect(serial[0].lookups).toBeGreaterThan(3 * accesses.count);
  expect(split).toEqual(serial);
});

test('a block contains no access whose sectors might not fit', () => {
  const dice = new Dice(100);
  const widths = [4, 31, 32, 500, 65_535];
  for (let k = 0; k < draws(40); k++) {
    const widest = widths[k % widths.length];
    const accesses = manyAccesses(
      dice,
      BLOCK_ACCESSES,
      (n) => n,
      () => dice.integer(1, widest),
    );
    const fit = accessesThatFit(accesses, 16);
    const most = (count: number) => accesses.bytes.slice(0, count).reduce((sum, bytes) => sum + (bytes >> 4) + 2, 0);
    expect(most(fit)).toBeLessThanOrEqual(BLOCK_SECTORS);
    expect(fit < BLOCK_ACCESSES).toBe(most(fit + 1) > 3 * BLOCK_ACCESSES);
  }
});

test.each([2, 8])('every sector is in the list of its part, in order: %i parts', (parts) => {
  const dice = new Dice(97);
  const line = Float64Array.from(randomLines(dice, 1000, 500, 2 ** 40));
  const lookups = { line, quad: new Uint32Array(1000), passStart: new Uint8Array(1000), write: null, count: 1000 };
  const folded = cacheDesign({ sets: 64, setIndex: 'xor-folded' });
  const chosen = cacheDesign({ sets: 16, indexBits: [9, 7, 8, 45] });
  for (const design of [cacheDesign({ sets: 64 }), cacheDesign({ sets: 64, sectorBytes: 16 }), folded, chosen]) {
    const key = splitKey(design, parts);
    const { sectorBytes } = design.cache;
    const lists = new SplitLists(
      { lookUps: lookUpsOf(design.cache), sectorBytes, key, part: 0 },
      parts,
      SplitLists.memory(parts),
    );
    lists.deal(1, { ...lookups, count: 3 });
    lists.clear(1);
    for (const [from, until] of [
      [0, 300],
      [300, 1000],
    ]) {
      lists.deal(1, { ...lookups, line: line.subarray(from, until), count: until - from });
    }
    const part = partOf(key, parts, sectorBytes, 0);
    for (let p = 0; p < parts; p++) {
      const { sectors, count } = lists.of(1, p);
      expect(sectors.slice(0, count)).toEqual(line.filter((sector) => part(sector) === p));
      expect(count).toBeGreaterThan(0);
    }
  }
});

test('an error of a worker reaches the caller', async () => {
  const { cache, ...rest } = cacheDesign({ sets: 16 });
  const split = new SplitReplay([{ ...rest, cache: { ...cache, ways: -1 } }], 2);
  await expect(
    (async () => {
      const batch = randomAccesses(new Dice(93), 200, 50_000);
      for (let k = 0; k < 1000; k++) await split.take(batch);
      await split.finish();
    })(),
  ).rejects.toThrow();
  await split.stop();
});
