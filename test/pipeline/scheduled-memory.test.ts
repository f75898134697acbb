import { describe, expect, test } from 'vitest';
import type { MemoryDesign, RowDesign } from '../../rtl-model/design/design.ts';
import { DesignError } from '../../rtl-model/design/design.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import { CAUSE } from '../../pipeline/counters/causes.ts';
import { MemoryPort } from '../../pipeline/memory/memory-port.ts';
import { ScheduledMemory } from '../../pipeline/memory/scheduled-memory.ts';
import { draws } from '../oracle/draws.ts';
import { type PlainRequest, plainMemory } from '../oracle/plain-memory.ts';
import { plainScheduler } from '../oracle/plain-scheduler.ts';
import { pick, type RandomSource, randomNumbers } from './random-source.ts';
import { randomMemory } from './random-work.ts';
import { FULL } from './wide-row.ts';

const LATENCY = 100;

/** Two banks of four lines of 64 bytes; a line takes the bus for four cycles. */
function memory(window: number, changes: Partial<MemoryDesign> = {}, row: Partial<RowDesign> = {}): MemoryDesign {
  return {
    ...FULL.pipeline.memory,
    latency: LATENCY,
    bytesPerCycle: 16,
    burstBytes: 1,
    rows: {
      banks: 2,
      rowBytes: 256,
      policy: 'open',
      activateCycles: 30,
      prechargeCycles: 0,
      window,
      ranks: 1,
      queue: null,
      timing: null,
      hitLimit: 'unlimited',
      ...row,
    },
    ...changes,
  };
}

/**
 * The cycles in which requests are back, with the memory settled cycle by cycle, as a unit does it.
 *
 * @throws Error where a unit would be told of an arrival too late
 */
function served(
  port: ScheduledMemory,
  requests: readonly PlainRequest[],
  sent = ({ cycle }: PlainRequest) => cycle,
): readonly number[] {
  const back = requests.map(() => Number.NaN);
  let next = 0;
  let settled = 0;
  for (let cycle = 0; back.some(Number.isNaN); cycle++) {
    settled = cycle;
    port.settle(cycle);
    for (; next < requests.length && sent(requests[next]) === cycle; next++) {
      const at = next;
      const { cycle: comes, address, bytes } = requests[at];
      port.unknown.whenKnown(port.request(comes, address, bytes), (known) => {
        back[at] = known;
        if (known < settled) throw new Error(`back in ${known}, known in ${settled}`);
      });
    }
  }
  return back;
}

/** Requests of lines, all in cycle 0. */
const lines = (...numbers: readonly number[]) => numbers.map((line) => ({ cycle: 0, address: 64 * line, bytes: 64 }));

function randomRequests(random: RandomSource): readonly PlainRequest[] {
  let cycle = 0;
  return Array.from({ length: 60 }, () => {
    cycle += Math.floor(random() * pick(random, [1, 20, 200]));
    return { cycle, address: 16 * Math.floor(random() * 1024), bytes: pick(random, [16, 64, 256]) };
  });
}

/** A random memory with rows and a window. */
function randomWindow(random: RandomSource, windows: readonly number[]): MemoryDesign {
  const design = randomMemory(random);
  const rows = design.rows ?? memory(1).rows!;
  const rowBytes = Math.max(rows.rowBytes, design.burstBytes);
  return {
    ...design,
    latency: pick(random, [0, design.latency]),
    requests: 'pipelined',
    rows: { ...rows, rowBytes, window: pick(random, windows) },
  };
}

describe('a memory that takes open rows first', () => {
  test('serves the requests to one row before an older one to another row of the bank', () => {
    const first = LATENCY + 30 + 4;
    const turns = lines(0, 8, 1, 9);
    expect(served(new ScheduledMemory(memory(2)), turns)).toEqual([first, first + 4 + 34, first + 4, first + 4 + 38]);
    expect(plainMemory(memory(1), turns).back).toEqual([1, 2, 3, 4].map((n) => LATENCY + 34 * n));
  });

  test('moves the data of another bank while a row is opened', () => {
    const turns = lines(0, 8, 4);
    const [a, b, c] = served(new ScheduledMemory(memory(3)), turns);
    expect([a, c, b]).toEqual([LATENCY + 34, LATENCY + 38, LATENCY + 34 + 34]);
  });

  test('lets no more requests overtake than its window holds', () => {
    for (const window of [2, 3, 5]) {
      const back = served(new ScheduledMemory(memory(window)), lines(0, 8, 1, 2, 3, 1, 2, 3));
      expect(back.filter((cycle) => cycle < back[1]).length, `window ${window}`).toBe(1 + (window - 1));
    }
  });

  test('knows a time as soon as the data begin to move, and no sooner', () => {
    const port = new ScheduledMemory(memory(4));
    const known: number[] = [];
    port.unknown.whenKnown(port.request(0, 0, 64), (cycle) => known.push(cycle));
    port.settle(30);
    expect(known).toEqual([]);
    port.settle(31);
    expect(known).toEqual([LATENCY + 34]);
  });

  test('counts writes among the requests, and the end of the last one', () => {
    const port = new ScheduledMemory(memory(4));
    port.write(0, 0, 64);
    port.write(0, 64, 64);
    port.settle(Infinity);
    expect(port.written).toBe(LATENCY + 30 + 8);
    expect(port.totals()).toMatchObject({ writes: 2, writeBytes: 128, rowHits: 1, rowMisses: 1, busyCycles: 8 });
  });
});

test('a window of one serves random requests as the memory does that keeps their order', () => {
  for (let seed = 1; seed <= draws(300, 10); seed++) {
    const random = randomNumbers(seed);
    const design = randomWindow(random, [1]);
    const requests = randomRequests(random);
    const inOrder = new MemoryPort(design);
    const expected = requests.map(({ cycle, address, bytes }) => inOrder.request(cycle, address, bytes));
    const port = new ScheduledMemory(design);
    expect(served(port, requests), JSON.stringify([seed, design])).toEqual(expected);
    expect(port.totals(), `seed ${seed}`).toEqual(inOrder.totals());
  }
});

test('random requests come back as a plain model of the window says, with the same hits and misses of rows', () => {
  let overtakes = 0;
  for (let seed = 1; seed <= draws(300, 10); seed++) {
    const random = randomNumbers(seed);
    const design = randomWindow(random, [1, 2, 3, 8, 64]);
    const requests = randomRequests(random);
    const port = new ScheduledMemory(design);
    const plain = plainScheduler(design, requests);
    const back = served(port, requests);
    expect(back, JSON.stringify([seed, design])).toEqual(plain.back);
    expect(port.totals(), `seed ${seed}`).toMatchObject(plain.rows);
    for (let n = 1; n < back.length; n++) if (back[n] < back[n - 1]) overtakes++;
  }
  expect(overtakes).toBeGreaterThan(draws(1000, 10));
});

test('requests that come later than the ones sent after them, as those of an L2 with waits, are the older ones', () => {
  for (let seed = 1; seed <= draws(200, 10); seed++) {
    const random = randomNumbers(seed);
    const design = { ...randomWindow(random, [1, 2, 3, 8]), refresh: null, otherClient: null };
    const requests = randomRequests(random).map(({ cycle, ...request }) => ({
      ...request,
      sent: cycle,
      cycle: cycle + Math.floor(random() * 60),
    }));
    const port = new ScheduledMemory(design);
    const plain = plainScheduler(design, requests);
    const back = served(port, requests, (request) => (request as (typeof requests)[number]).sent);
    expect(back, JSON.stringify([seed, design])).toEqual(plain.back);
    expect(port.totals(), `seed ${seed}`).toMatchObject(plain.rows);
  }
});

test.each([
  ['a transfer of another client, while a row is opened', { otherClient: { bytes: 160, interval: 40 } }, [0], 40, 50],
  [
    'a refresh, from the cycle on in which a request waits for it',
    { refresh: { interval: 100, cycles: 20 } },
    [90, 160],
    160,
    174,
  ],
] as const)('a wait is seen in its own cycles: %s', (_, other, cycles, from, until) => {
  const port = new ScheduledMemory(memory(2, { latency: 0, ...other }, { activateCycles: 60 }));
  const seen: number[] = [];
  for (let cycle = 0; cycle < 180; cycle++) {
    port.settle(cycle);
    if (cycle > 0 && port.buses[0].kindAt(cycle - 1) === CAUSE.memoryElsewhere) seen.push(cycle - 1);
    if (cycles.some((each) => each === cycle)) port.request(cycle, 0, 64);
  }
  const inFirst = seen.filter((cycle) => cycle < from + 40);
  expect(inFirst).toEqual(Array.from({ length: until - from }, (_unused, n) => from + n));
});

test('the cycles in which a bus moves data are those of its transfers, one after the other', () => {
  for (let seed = 1; seed <= draws(100); seed++) {
    const random = randomNumbers(seed);
    const design = { ...randomWindow(random, [2, 8]), channels: null, otherClient: null, refresh: null };
    const clocked = { ...design, busClock: { cycles: 1, unitCycles: 1 } };
    const port = new ScheduledMemory(clocked);
    const back = served(port, randomRequests(random));
    let moving = 0;
    for (let cycle = 0; cycle < Math.max(...back); cycle++) {
      if (port.buses[0].kindAt(cycle) === CAUSE.memoryBandwidth) moving++;
    }
    expect(moving, `seed ${seed}`).toBe(port.busyCycles);
  }
});

test('a window is refused with requests one at a time', () => {
  const pipeline = { ...FULL.pipeline, memory: memory(2, { requests: 'one-at-a-time' }) };
  expect(() => checkWidths({ ...FULL, pipeline })).toThrow(
    new DesignError('pipeline.memory.rows.window', '2; expected 1, or requests pipelined'),
  );
});
