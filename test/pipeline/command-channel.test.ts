import { describe, expect, test } from 'vitest';
import type { DramTiming, MemoryDesign, RowDesign } from '../../rtl-model/design/design.ts';
import { DesignError } from '../../rtl-model/design/design.ts';
import { ScheduledMemory } from '../../pipeline/memory/scheduled-memory.ts';
import { DRAMS } from '../../src/designs/drams.ts';
import { draws } from '../oracle/draws.ts';
import { type PlainAccess, plainCommands } from '../oracle/plain-commands.ts';
import { pick, type RandomSource, randomNumbers } from './random-source.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import { FULL } from './wide-row.ts';

const BOTH_LONG = { transactions: 32, commands: 8, writes: null };
const NEVER: Partial<DramTiming> = { tREFI: 'never' };

/** A channel of DDR4-2400 without refreshes and without a way to it: bursts of 64 bytes take four cycles of the bus. */
function ddr4(timing: Partial<DramTiming> = NEVER, row: Partial<RowDesign> = {}): MemoryDesign {
  return {
    ...FULL.pipeline.memory,
    latency: 0,
    bytesPerCycle: 16,
    burstBytes: 64,
    requests: 'pipelined',
    channels: null,
    refresh: null,
    otherClient: null,
    rows: {
      banks: 16,
      rowBytes: 8192,
      ranks: 1,
      policy: 'open',
      activateCycles: 0,
      prechargeCycles: 0,
      window: 1,
      queue: null,
      timing: { ...DRAMS['ddr4-2400'], ...timing },
      hitLimit: 'unlimited',
      ...row,
    },
  };
}

/** The cycles in which requests are back, with the memory settled cycle by cycle, as a unit does it. */
function served(
  port: ScheduledMemory,
  requests: readonly PlainAccess[],
  run = { taken: [] as number[], settled: 0 },
): readonly number[] {
  const back = requests.map(() => Number.NaN);
  let next = 0;
  for (let cycle = 0; back.some(Number.isNaN); cycle++) {
    port.settle(cycle);
    for (; next < requests.length && requests[next].cycle === cycle; next++) {
      const at = next;
      const { address, bytes, write } = requests[at];
      if (!write) port.unknown.whenKnown(port.request(cycle, address, bytes), (known) => (back[at] = known));
      else {
        port.write(cycle, address, bytes);
        back[at] = 0;
      }
      port.unknown.whenKnown(port.taken, (known) => (run.taken[at] = known));
    }
    run.settled = cycle;
  }
  port.settle(Infinity);
  return back;
}

/** Requests of a burst in cycle 0, in banks and rows of each. */
const bursts = (...places: readonly (readonly [bank: number, row: number, column?: number])[]) =>
  places.map(([bank, row, column = 0]) => ({
    cycle: 0,
    address: (16 * row + bank) * 8192 + 64 * column,
    bytes: 64,
    write: false,
  }));

const lastOf = (memory: MemoryDesign, requests: readonly PlainAccess[]) =>
  Math.max(...served(new ScheduledMemory(memory), requests));

describe('DDR4-2400, counted by hand', () => {
  test('a second row of a bank waits for tRAS and tRP: 39 + 17, then 17 + 17 + 4', () => {
    expect(lastOf(ddr4(), bursts([0, 0], [0, 1]))).toBe(94);
  });

  test('the fifth to eighth of eight banks wait for tFAW: 26 + 3 * 4, then 17 + 17 + 4', () => {
    expect(lastOf(ddr4(), bursts(...Array.from({ length: 8 }, (_, bank) => [bank, 0] as const)))).toBe(76);
  });

  test('four hits of one group follow each other by tCCD_L: 17 + 3 * 6, then 17 + 4', () => {
    expect(lastOf(ddr4(), bursts([0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]))).toBe(56);
  });

  test('four hits in four groups follow each other by tCCD_S, once their rows are open', () => {
    const open = bursts([0, 0], [1, 0], [2, 0], [3, 0]);
    const hits = bursts([0, 0, 1], [1, 0, 1], [2, 0, 1], [3, 0, 1]).map((one) => ({ ...one, cycle: 100 }));
    expect(lastOf(ddr4(), [...open, ...hits])).toBe(100 + 3 * 4 + 17 + 4);
  });

  test('two banks of one group open by tRRD_L', () => {
    expect(lastOf(ddr4(), bursts([0, 0], [4, 0]))).toBe(6 + 17 + 17 + 4);
  });

  test('a read after a write of its group waits for the data and tWTR_L: 17 + 12 + 4 + 9, then 17 + 4', () => {
    const [write, read] = bursts([0, 0, 0], [0, 0, 1]);
    expect(lastOf(ddr4(), [{ ...write, write: true }, read])).toBe(63);
  });

  test('a refresh in cycle 9360 takes 420 cycles, after its banks are closed', () => {
    const [first, second] = bursts([0, 0], [0, 0, 1]);
    const requests = [
      { ...first, cycle: 9000 },
      { ...second, cycle: 9360 },
    ];
    expect(lastOf(ddr4({}), requests)).toBe(9360 + 17 + 420 + 17 + 17 + 4);
  });

  test('a row of which four bursts have moved is closed for an older part, though others of the row wait', () => {
    const open = bursts([0, 0]);
    const more = bursts([0, 1], ...Array.from({ length: 12 }, (_, n) => [0, 0, n + 1] as const));
    const requests = [...open, ...more.map((one) => ({ ...one, cycle: 30 }))];
    const back = (hitLimit: RowDesign['hitLimit']) =>
      served(new ScheduledMemory(ddr4({ ...NEVER, tRTP: 4 }, { window: 64, hitLimit })), requests)[1];
    // Hits are read in cycles 17, 30, 36 and 42, and tRTP is 4: there is time for a precharge before the next one.
    expect(back(4)).toBe(42 + 4 + 17 + 17 + 17 + 4);
    expect(back('unlimited')).toBeGreaterThan(back(4));
  });

  test('the bursts of a row are counted from its activation on', () => {
    const memory = ddr4({ ...NEVER, tRTP: 4 }, { window: 64, hitLimit: 6 });
    const seven = (row: number) => Array.from({ length: 7 }, (_, n) => [0, row, n + 1] as const);
    const back = served(new ScheduledMemory(memory), bursts(...seven(0), [0, 1], [0, 2], ...seven(1)));
    // Six reads of the second row, then its precharge and the third row: 5 * 6 + 4 + 17 + 17 from the first read on.
    expect(back[8] - back[7]).toBe(68);
  });

  test('a part of the open row that comes with the cycle of a precharge keeps the row open', () => {
    const memory = ddr4({ ...NEVER, tRAS: 18, tRTP: 2 }, { window: 64 });
    const [first, conflict, hit] = bursts([0, 0], [0, 1], [0, 0, 1]);
    const back = (cycle: number) => served(new ScheduledMemory(memory), [first, conflict, { ...hit, cycle }])[2];
    expect(back(19)).toBe(17 + 6 + 17 + 4);
    expect(back(20)).toBeGreaterThan(back(19));
  });
});

describe('DDR4-2400 with ranks and queues, counted by hand', () => {
  test('a bank without requests closes its row, and the next row of it opens without a precharge', () => {
    const [first, second] = bursts([0, 0], [0, 1]);
    const next = (policy: RowDesign['policy'], cycle: number) =>
      lastOf(ddr4(NEVER, { policy }), [first, { ...second, cycle }]) - cycle;
    expect(next('open', 200)).toBe(17 + 17 + 17 + 4);
    expect(next('idle-closed', 200)).toBe(17 + 17 + 4);
    // The row of the first is closed in cycle 39 = tRAS, and the next one opens 17 cycles later.
    expect(next('idle-closed', 40)).toBe(56 - 40 + 17 + 17 + 4);
    expect(next('idle-closed', 39)).toBe(17 + 17 + 17 + 4);
  });

  test('a row that its idle bank has closed is opened again, and is no conflict', () => {
    const port = new ScheduledMemory(ddr4(NEVER, { policy: 'idle-closed' }));
    const [first, same, other] = bursts([0, 0], [0, 0, 1], [0, 1]);
    served(port, [first, { ...same, cycle: 200 }, { ...other, cycle: 400 }]);
    expect(port.totals()).toMatchObject({ rowHits: 0, rowMisses: 3, rowConflicts: 0 });
  });

  test('the fifth row in another rank waits for no tFAW, but its data for tRTRS', () => {
    const five = bursts([0, 0], [1, 0], [2, 0], [3, 0], [8, 0]);
    expect(lastOf(ddr4(), five)).toBe(26 + 17 + 17 + 4);
    expect(lastOf(ddr4(NEVER, { ranks: 2 }), five)).toBe(12 + 17 + 17 + 4 + 2 + 4);
  });

  test('a rank serves requests while another one is refreshed', () => {
    // Rank 0 is refreshed in cycle 4680 and rank 1 in 9360.
    const [first, second] = bursts([0, 0], [8, 0]).map((one) => ({ ...one, cycle: 4690 }));
    expect(lastOf(ddr4({}, { ranks: 2, window: 2 }), [second])).toBe(4690 + 17 + 17 + 4);
    expect(lastOf(ddr4({}, { ranks: 2, window: 2 }), [first])).toBe(4680 + 420 + 17 + 17 + 4);
  });

  test('queues of one place let a request in when the one before has moved on, and serve it a cycle later', () => {
    const run = { taken: [], settled: 0 };
    const three = bursts([0, 0, 0], [0, 0, 1], [0, 0, 2]);
    const port = new ScheduledMemory(ddr4(NEVER, { queue: { transactions: 1, commands: 1, writes: null } }));
    expect(served(port, three, run)).toEqual([1 + 17 + 17 + 4, 18 + 6 + 17 + 4, 24 + 6 + 17 + 4]);
    // The second leaves the transactions with the read of the first, in cycle 18.
    expect(run.taken).toEqual([0, 1, 19]);
  });

  test('the bank that got the last command is the last one in turn', () => {
    // Banks 0 and 4 are in one group: both may be read in cycle 18 + tCCD_L = 24.
    const requests = bursts([0, 0, 0], [0, 0, 1], [4, 0]);
    const back = served(new ScheduledMemory(ddr4(NEVER, { window: 64, queue: BOTH_LONG })), requests);
    expect(back).toEqual([18 + 21, 30 + 21, 24 + 21]);
  });

  test('data written to another rank follow at once', () => {
    const port = new ScheduledMemory(ddr4(NEVER, { ranks: 2, window: 2 }));
    served(
      port,
      bursts([0, 0], [8, 0]).map((one) => ({ ...one, write: true })),
    );
    expect(port.written).toBe(17 + 12 + 4 + 4);
  });

  test('writes wait for a second one while no read comes, and for the end of the run', () => {
    const queue = { ...BOTH_LONG, writes: { entries: 4, low: 2 } };
    const [one, two, read] = bursts([0, 0], [0, 0, 1], [0, 0, 2]);
    const after = (writes: readonly PlainAccess[]) => {
      const port = new ScheduledMemory(ddr4(NEVER, { queue }));
      const requests = [...writes.map((write) => ({ ...write, write: true })), { ...read, cycle: 100 }];
      return [served(port, requests).at(-1), port.written];
    };
    // Two writes have opened the row of the read: 18 + 6, then 12 + 4. One is written after it.
    expect(after([one, two])).toEqual([101 + 17 + 4, 24 + 12 + 4]);
    const [alone, written] = after([one]);
    expect(alone).toBe(101 + 17 + 17 + 4);
    expect(written).toBeGreaterThan(alone!);
  });

  test('a full queue of writes goes before the reads that wait', () => {
    const queue = { ...BOTH_LONG, writes: { entries: 2, low: 2 } };
    const [one, two, read] = bursts([0, 0], [0, 0, 1], [0, 1]);
    const [, , back] = served(new ScheduledMemory(ddr4(NEVER, { queue })), [
      { ...one, write: true },
      { ...two, write: true },
      read,
    ]);
    // The last data of the writes, tWR, tRP, tRCD, tCL and the burst.
    expect(back).toBe(24 + 12 + 4 + 18 + 17 + 17 + 17 + 4);
  });
});

/** Short limits of which each may be the longest. */
function randomTiming(random: RandomSource, banksOfRank: number): DramTiming {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const [tRP, tRAS, tRFC] = [upTo(12), upTo(30), upTo(40)];
  return {
    bankGroups: pick(random, [1, Math.min(2, banksOfRank), Math.min(4, banksOfRank)]),
    tRCD: upTo(12),
    tRP,
    tRAS,
    tCL: upTo(15),
    tCWL: upTo(10),
    tRRD_S: upTo(6),
    tRRD_L: upTo(9),
    tFAW: upTo(30),
    tCCD_S: upTo(4),
    tCCD_L: upTo(8),
    tRTP: upTo(8),
    tRTW: upTo(12),
    tRTRS: upTo(6),
    tWR: upTo(12),
    tWTR_S: upTo(6),
    tWTR_L: upTo(9),
    tRFC,
    tREFI: pick(random, ['never', tRFC + 2 * (tRAS + tRP) + 1 + upTo(200)] as const),
  };
}

const QUEUES: readonly RowDesign['queue'][] = [
  null,
  BOTH_LONG,
  { transactions: 1, commands: 1, writes: null },
  { transactions: 4, commands: 2, writes: null },
  { transactions: 4, commands: 2, writes: { entries: 3, low: 2 } },
  { transactions: 2, commands: 8, writes: { entries: 8, low: 8 } },
  { transactions: 16, commands: 4, writes: { entries: 4, low: 1 } },
];

test('random reads and writes come back as a plain model of the commands says, with the same rows', () => {
  let conflicts = 0;
  for (let seed = 1; seed <= draws(60, 10); seed++) {
    const random = randomNumbers(seed);
    const banks = pick(random, [1, 4, 16]);
    const ranks = pick(random, [1, 1, Math.min(2, banks), Math.min(4, banks)]);
    const memory: MemoryDesign = {
      ...ddr4(),
      latency: pick(random, [0, 7, 30]),
      bytesPerCycle: pick(random, [8, 16, 24]),
      busClock: pick(random, [
        { cycles: 1, unitCycles: 1 },
        { cycles: 6, unitCycles: 5 },
        { cycles: 2, unitCycles: 3 },
      ]),
      burstBytes: pick(random, [16, 64]),
      channels: pick(random, [null, { count: 2, interleaveBytes: 64 }]),
      rows: {
        ...ddr4().rows!,
        banks,
        rowBytes: pick(random, [64, 256]),
        ranks,
        policy: pick(random, ['open', 'open', 'closed', 'idle-closed'] as const),
        window: pick(random, [1, 2, 8, 64]),
        queue: pick(random, QUEUES),
        timing: randomTiming(random, banks / ranks),
        hitLimit: pick(random, ['unlimited', 1, 4] as const),
      },
    };
    let cycle = 0;
    const requests = Array.from({ length: 50 }, () => {
      cycle += Math.floor(random() * pick(random, [1, 8, 100]));
      const address = 16 * Math.floor(random() * pick(random, [64, 1024]));
      return { cycle, address, bytes: pick(random, [16, 64, 256]), write: random() < pick(random, [0.2, 0.6]) };
    });
    const port = new ScheduledMemory(memory);
    const run = { taken: [], settled: 0 };
    const back = served(port, requests, run);
    const expected = plainCommands(memory, requests, run.settled);
    const seen = expected.back.map((known, n) => (requests[n].write ? 0 : known));
    expect(back, JSON.stringify([seed, memory])).toEqual(seen);
    expect(run.taken, `seed ${seed}`).toEqual(expected.taken);
    const { rowHits, rowMisses, rowConflicts } = port.totals();
    expect({ rowHits, rowMisses, rowConflicts }, `seed ${seed}`).toEqual(expected.rows);
    const written = expected.back.filter((_, n) => requests[n].write);
    expect(port.written, `seed ${seed}`).toBe(Math.max(0, ...written));
    conflicts += rowConflicts;
  }
  expect(conflicts).toBeGreaterThan(0);
});

describe('a design with a timing is refused', () => {
  const refusal = (change: Partial<MemoryDesign>, row: Partial<RowDesign> = {}) => {
    const memory = { ...ddr4({}), ...change };
    const design = { ...FULL, cache: { ...FULL.cache, l2: null }, pipeline: { ...FULL.pipeline, memory } };
    const rows = { ...memory.rows!, ...row };
    try {
      checkWidths({ ...design, pipeline: { ...design.pipeline, memory: { ...memory, rows } } });
    } catch (error) {
      if (error instanceof DesignError) return error.message;
      throw error;
    }
    return null;
  };
  const { timing } = ddr4({}).rows!;

  test('beside what says the same otherwise, and where it leaves no time for requests', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ requests: 'one-at-a-time' })).toMatch('rows.timing: given; expected null, or requests pipelined');
    expect(refusal({ refresh: { interval: 100, cycles: 1 } })).toMatch(
      'refresh: given; expected null beside rows.timing',
    );
    expect(refusal({ otherClient: { bytes: 1, interval: 100 } })).toMatch('otherClient: given; expected null');
    expect(refusal({}, { activateCycles: 1 })).toMatch('rows.activateCycles: 1; expected 0 beside rows.timing');
    expect(refusal({}, { prechargeCycles: 1 })).toMatch('rows.prechargeCycles: 1; expected 0 beside rows.timing');
    expect(refusal({}, { timing: { ...timing!, tREFI: 532 } })).toMatch('rows.timing.tREFI: 532; expected more');
    expect(refusal({}, { timing: { ...timing!, tREFI: 533 } })).toBeNull();
    expect(refusal({}, { timing: { ...timing!, bankGroups: 32 } })).toMatch('rows.timing.bankGroups');
    expect(refusal({}, { ranks: 8 })).toMatch('rows.ranks: 8; expected 4 at most, with 4 groups among the 16 banks');
    expect(refusal({}, { queue: { ...BOTH_LONG, writes: { entries: 4, low: 5 } } })).toMatch(
      'rows.queue.writes.low: 5; expected at most the 4 entries',
    );
    expect(refusal({}, { timing: null, ranks: 2 })).toMatch('rows.ranks: 2; expected 1 without a timing');
    expect(refusal({}, { timing: null, queue: BOTH_LONG })).toMatch(
      'rows.queue: given; expected null without a timing',
    );
    expect(refusal({}, { timing: null, policy: 'idle-closed' })).toMatch(
      'rows.policy: idle-closed; expected open or closed without a timing',
    );
    expect(refusal({}, { timing: null, hitLimit: 4 })).toMatch(
      'rows.hitLimit: 4; expected "unlimited" without a timing',
    );
  });
});
