import { describe, expect, test } from 'vitest';
import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import { MemoryPort } from '../../pipeline/memory.ts';

const LATENCY = 100;

function memory(changes: Partial<MemoryDesign> = {}): MemoryPort {
  return new MemoryPort({
    latency: LATENCY,
    bytesPerCycle: 16,
    burstBytes: 1,
    requests: 'pipelined',
    rows: null,
    ...changes,
  });
}

/** Banks of four lines of 64 bytes. */
const rows = (banks: number, activateCycles = 30) => ({ banks, rowBytes: 256, activateCycles });

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
