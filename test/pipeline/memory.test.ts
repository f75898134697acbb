import { describe, expect, test } from 'vitest';
import type { MemoryDesign, RowDesign } from '../../rtl-model/design/design.ts';
import { MemoryPort } from '../../pipeline/memory/memory-port.ts';
import { plainMemory } from '../oracle/plain-memory.ts';
import { pick, randomNumbers } from './random-source.ts';
import { randomMemory } from './random-work.ts';
import { FULL } from './wide-row.ts';
import { draws } from '../oracle/draws.ts';

const LATENCY = 100;

function memory(changes: Partial<MemoryDesign> = {}): MemoryPort {
  return new MemoryPort({ ...FULL.pipeline.memory, latency: LATENCY, bytesPerCycle: 16, burstBytes: 1, ...changes });
}

/** Banks of four lines of 64 bytes. */
const rows = (banks: number, activateCycles = 30, changes: Partial<RowDesign> = {}): RowDesign => ({
  banks,
  rowBytes: 256,
  policy: 'open',
  activateCycles,
  prechargeCycles: 0,
  window: 1,
  ranks: 1,
  queue: null,
  timing: null,
  hitLimit: 'unlimited',
  ...changes,
});

/** Requests lines of 64 bytes, all in cycle 0. @returns the cycles in which they are back */
const lines = (port: MemoryPort, numbers: readonly number[]) => numbers.map((line) => port.request(0, 64 * line, 64));

describe('a memory without rows', () => {
  test('delivers the last byte after the latency and the cycles of its bus', () => {
    expect(memory().request(7, 0, 64)).toBe(7 + LATENCY + 4);
    expect(memory().request(7, 0, 65)).toBe(7 + LATENCY + 5);
  });

  test('moves one request after the other, each when the bus is free', () => {
    expect(lines(memory(), [5, 9, 5])).toEqual([1, 2, 3].map((n) => LATENCY + 4 * n));
    const port = memory();
    port.request(0, 0, 64);
    expect(port.request(50, 0, 64)).toBe(50 + LATENCY + 4);
    expect(port.totals()).toMatchObject({ requests: 2, bytes: 128, busyCycles: 8, bankWaits: 0 });
  });

  test('moves whole bursts', () => {
    const port = memory({ burstBytes: 128 });
    expect(lines(port, [0, 1])).toEqual([LATENCY + 8, LATENCY + 16]);
    expect(port.totals()).toMatchObject({ bytes: 256, busyCycles: 16 });
  });
});

describe('a memory with rows', () => {
  test('opens the row of the first request, and serves later ones at the speed of its bus', () => {
    const port = memory({ rows: rows(1) });
    expect(lines(port, [0, 1, 2, 3])).toEqual([1, 2, 3, 4].map((n) => 30 + LATENCY + 4 * n));
    expect(port.totals()).toMatchObject({ rowHits: 3, rowMisses: 1, rowConflicts: 0 });
  });

  test('takes the activation and the transfer for each request to two alternating rows of a bank', () => {
    const port = memory({ rows: rows(1) });
    const turns = Array.from({ length: 20 }, (_, k) => 4 * (k % 2));
    expect(lines(port, turns)).toEqual(turns.map((_, k) => LATENCY + (k + 1) * (30 + 4)));
    expect(port.totals()).toMatchObject({ rowHits: 0, rowMisses: 20, rowConflicts: 19, bankWaits: 19 });
  });

  test.each([2, 4])('opens rows of %i banks at the same time', (banks) => {
    const port = memory({ rows: rows(banks) });
    const turns = Array.from({ length: 10 * banks }, (_, k) => 4 * k);
    const back = lines(port, turns);
    // Every bank takes the period of a conflict; the banks follow each other on the bus.
    const want = turns.map((_, k) => LATENCY + Math.floor(k / banks) * (30 + 4) + 30 + 4 * ((k % banks) + 1));
    expect(back).toEqual(want);
  });

  test('hides the activations if the transfers of the other banks take as long', () => {
    // Sixteen banks move 15 * 4 cycles while one of them needs 30.
    const turns = Array.from({ length: 160 }, (_, k) => 4 * k);
    expect(lines(memory({ rows: rows(16) }), turns)).toEqual(turns.map((_, k) => LATENCY + 30 + 4 * (k + 1)));
  });

  test('lets a request wait only for its own bank', () => {
    const port = memory({ rows: rows(2) });
    port.request(0, 0, 64);
    // Bank 0 works until cycle 34. Bank 1 begins at once, and the bus is free when it delivers.
    expect(port.request(1, 256, 64)).toBe(1 + 30 + LATENCY + 4 + 3);
    expect(port.request(2, 512, 64)).toBe(34 + 30 + LATENCY + 4);
    expect(port.totals()).toMatchObject({ bankWaits: 1, bankWaitCycles: 32 });
  });

  test('with activations of 0 cycles equals one without rows', () => {
    const turns = Array.from({ length: 50 }, (_, k) => (k * 7) % 23);
    expect(lines(memory({ rows: rows(4, 0) }), turns)).toEqual(lines(memory(), turns));
  });
});

describe('a memory with its own clock', () => {
  test.each([
    [{ cycles: 2, unitCycles: 3 }, [6, 12, 18, 24]],
    [{ cycles: 3, unitCycles: 2 }, [3, 6, 8, 11]],
    [{ cycles: 256, unitCycles: 1 }, [1, 1, 1, 1]],
    [{ cycles: 7, unitCycles: 7 }, [4, 8, 12, 16]],
  ])('of %o moves four cycles for each line', (busClock, back) => {
    const port = memory({ latency: 0, busClock });
    expect(lines(port, [0, 1, 2, 3])).toEqual(back);
    expect(port.busyCycles).toBe(16);
  });

  test('gives a fractional rate without any drift', () => {
    // 16 bytes in 3 cycles of the bus, of which 7 take 11 of the unit: exactly 48 cycles for 11 lines of 4.
    const port = memory({ latency: 0, busClock: { cycles: 7, unitCycles: 11 } });
    for (let k = 1; k <= 700_000; k++) {
      const back = port.request(0, 0, 64);
      if (k % 7 === 0 && back !== (4 * k * 11) / 7) expect(back, `${k}`).toBe((4 * k * 11) / 7);
    }
    expect(port.utilization((4 * 700_000 * 11) / 7)).toBe(1);
  });
});

describe('a memory with channels', () => {
  const channels = { count: 4, interleaveBytes: 64 };

  test('moves lines of different channels at the same time', () => {
    expect(lines(memory({ channels }), [0, 1, 2, 3, 4, 8, 1])).toEqual(
      [1, 1, 1, 1, 2, 3, 2].map((n) => LATENCY + 4 * n),
    );
  });

  test('has a request back when the last of its parts is', () => {
    const port = memory({ channels });
    expect(port.request(0, 0, 256)).toBe(LATENCY + 4);
    expect(port.request(0, 32, 64)).toBe(LATENCY + 4 + 2);
    expect(port.totals()).toMatchObject({ requests: 2, bytes: 320, busyCycles: 20 });
    expect(port.utilization(10)).toBe(20 / 40);
  });

  test('has rows in each of them', () => {
    const port = memory({ channels, rows: rows(1) });
    expect(lines(port, [0, 1, 4, 5])).toEqual([30 + LATENCY + 4, 30 + LATENCY + 4, 30 + LATENCY + 8, 30 + LATENCY + 8]);
    expect(port.totals()).toMatchObject({ rowHits: 2, rowMisses: 2 });
  });
});

describe('the policy of rows', () => {
  const costs = { prechargeCycles: 20 };

  test('open closes a row when another one is asked for', () => {
    const port = memory({ rows: rows(1, 30, costs) });
    // Opened, open, closed and opened.
    expect(lines(port, [0, 1, 4])).toEqual([34, 38, 38 + 50 + 4].map((n) => n + LATENCY));
  });

  test('closed closes it at once, which is done before the next request of a bank that rests', () => {
    const port = memory({ rows: rows(1, 30, { ...costs, policy: 'closed' }) });
    expect(lines(port, [0, 1])).toEqual([34, 34 + 20 + 34].map((n) => n + LATENCY));
    expect(port.request(200, 64 * 4, 64)).toBe(200 + 34 + LATENCY);
    expect(memory({ rows: rows(1, 30, costs) }).request(200, 0, 64)).toBe(200 + 34 + LATENCY);
  });
});

describe('other work of a memory', () => {
  test('refreshes at each interval, after the data of earlier requests and before those of later ones', () => {
    const refresh = { interval: 100, cycles: 30 };
    const port = memory({ refresh });
    expect(port.request(98, 0, 64)).toBe(98 + LATENCY + 4);
    // The bank delivers until cycle 102, and refreshes until 132.
    expect(port.request(100, 0, 64)).toBe(132 + LATENCY + 4);
    expect(port.request(200, 0, 64)).toBe(230 + LATENCY + 4);
    expect(port.request(299, 0, 64)).toBe(299 + LATENCY + 4);
  });

  test('closes the rows with a refresh', () => {
    const port = memory({ rows: rows(1), refresh: { interval: 100, cycles: 10 } });
    expect(lines(port, [0, 1])).toEqual([34 + LATENCY, 38 + LATENCY]);
    expect(port.request(120, 0, 64)).toBe(120 + 30 + 4 + LATENCY);
    expect(port.totals()).toMatchObject({ rowHits: 1, rowMisses: 2, rowConflicts: 0 });
  });

  test('takes the share of the bus that refreshes need', () => {
    const port = memory({ refresh: { interval: 50, cycles: 10 } });
    let back = 0;
    for (let k = 0; k < 1000; k++) back = port.request(4 * k, 0, 64);
    // 4000 cycles of data stretch to those that leave 4/5 for them, less the refreshes due after the last request.
    expect(back).toBe(LATENCY + 4000 + 10 * Math.floor((4 * 999) / 50));
  });

  test("moves the other client's bytes at its rate, in turn with the requests", () => {
    const port = memory({ otherClient: { bytes: 32, interval: 8 } });
    const busy: number[] = [];
    for (let k = 0; k < 100; k++) busy.push(port.request(6 * k, 0, 64));
    // Of 24 cycles the lines take 16 and the other client 6.
    expect(busy[99] - busy[3]).toBe(96 * 6);
    const free = memory({ otherClient: { bytes: 32, interval: 8 } });
    let back = 0;
    for (let k = 0; k < 1000; k++) back = free.request(4 * k, 0, 64);
    expect(back).toBe(LATENCY + 4000 + 2 * Math.floor((4 * 999) / 8));
  });

  test('sends the other client to the channels in turn', () => {
    const channels = { count: 2, interleaveBytes: 64 };
    const port = memory({ channels, otherClient: { bytes: 160, interval: 100 } });
    // Transfers of 10 cycles are due in channel 0 in cycles 100 and 300, in channel 1 in cycle 200.
    expect([0, 1].map((line) => port.request(100, 64 * line, 64))).toEqual([114 + LATENCY, 104 + LATENCY]);
    expect([0, 1].map((line) => port.request(200, 64 * line, 64))).toEqual([204 + LATENCY, 214 + LATENCY]);
    expect([0, 1].map((line) => port.request(300, 64 * line, 64))).toEqual([314 + LATENCY, 304 + LATENCY]);
  });
});

/**
 * Commands of a DRAM, worked out by hand from its rules, for reads that all come in cycle 0: RD comes tRCD after ACT,
 * ACT tRP after PRE, PRE no earlier than the burst's length (tRTP) after the last RD of its bank, data CL after RD, and
 * a burst takes 4 cycles of the bus.
 */
const DRAM = { tRCD: 14, tRP: 12, CL: 16 };
const COMMANDS = [
  // line, PRE, ACT, RD, end of data
  { line: 0, pre: null, act: 0, rd: 14, end: 34 },
  { line: 1, pre: null, act: null, rd: 18, end: 38 },
  // Row 2 of bank 0. Its PRE waits for the RD in cycle 18.
  { line: 8, pre: 22, act: 34, rd: 48, end: 68 },
  // Row 1 of bank 1, which is opened in cycle 0, but the bus is in order.
  { line: 4, pre: null, act: 0, rd: 52, end: 72 },
  { line: 9, pre: null, act: null, rd: 56, end: 76 },
  // Row 3 of bank 1: PRE comes after the RD in cycle 52.
  { line: 12, pre: 56, act: 68, rd: 82, end: 102 },
];

test('reads take the times of the commands of a DRAM, worked out by hand', () => {
  const policy = rows(2, DRAM.tRCD, { prechargeCycles: DRAM.tRP });
  const port = memory({ latency: DRAM.CL, rows: policy });
  for (const { line, pre, act, rd, end } of COMMANDS) {
    if (pre !== null) expect(act).toBe(pre + DRAM.tRP);
    expect(end).toBe(rd + DRAM.CL + 4);
    expect(port.request(0, 64 * line, 64), `line ${line}`).toBe(end);
  }
  expect(port.totals()).toMatchObject({ rowHits: 2, rowMisses: 4, rowConflicts: 2 });
});

test('random requests come back as a plain model of the memory says, with the same hits and misses of rows', () => {
  const seen = { rowHits: 0, rowMisses: 0, rowConflicts: 0 };
  for (let seed = 1; seed <= draws(300); seed++) {
    const random = randomNumbers(seed);
    const design = randomMemory(random);
    let cycle = 0;
    const requests = Array.from({ length: 60 }, () => {
      cycle += Math.floor(random() * pick(random, [1, 20, 200]));
      return { cycle, address: 16 * Math.floor(random() * 1024), bytes: pick(random, [16, 64, 256]) };
    });
    const port = new MemoryPort(design);
    const back = requests.map((request) => port.request(request.cycle, request.address, request.bytes));
    const plain = plainMemory(design, requests);
    expect(back, JSON.stringify([seed, design])).toEqual(plain.back);
    if (design.rows !== null) expect(port.totals(), `seed ${seed}`).toMatchObject(plain.rows);
    for (const count of ['rowHits', 'rowMisses', 'rowConflicts'] as const) seen[count] += plain.rows[count];
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(draws(600));
});
