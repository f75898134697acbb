import { expect, test } from 'vitest';
import type { MemoryDesign, RowDesign } from '../../../rtl-model/design/design.ts';
import { MemoryTraffic, ROW } from '../../../rtl-model/texel-cache/memory-traffic.ts';
import { MEMORY, ROWS } from '../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../rtl-model/design/field.ts';
import { pick, randomNumbers } from '../../pipeline/random-source.ts';

const BANKS: RowDesign = { ...freeValues(ROWS), banks: 2, rowBytes: 256, activateCycles: 20 };

/** Bytes, bank and 1 for an open row, of each part of a request. */
function parts(traffic: MemoryTraffic, address: number, bytes: number) {
  const count = traffic.split(address, bytes);
  return Array.from({ length: count }, (_, n) => [
    traffic.partBytes[n],
    traffic.partBank[n],
    Number(traffic.open(traffic.partChannel[n], traffic.partBank[n], traffic.partRow[n]) === ROW.hit),
  ]);
}

const trafficOf = (memory: Pick<MemoryDesign, 'burstBytes' | 'rows'>) =>
  new MemoryTraffic({ ...freeValues(MEMORY), ...memory });

test('a transfer consists of all bursts that it touches', () => {
  const traffic = trafficOf({ burstBytes: 32, rows: null });
  for (const [address, bytes, moved] of [
    [64, 8, 32],
    [64, 64, 64],
    [60, 8, 64],
  ]) {
    expect(traffic.split(address, bytes)).toBe(1);
    expect(traffic.partBytes[0]).toBe(moved);
  }
  expect(traffic.totals()).toMatchObject({ requests: 3, bytes: 160, rowHits: 0, rowMisses: 0, rowConflicts: 0 });
});

test('a bank keeps the row of its last part open, and successive rows are in successive banks', () => {
  const traffic = trafficOf({ burstBytes: 1, rows: BANKS });
  expect(parts(traffic, 0, 64)).toEqual([[64, 0, 0]]);
  expect(parts(traffic, 64, 64)).toEqual([[64, 0, 1]]);
  expect(parts(traffic, 256, 64)).toEqual([[64, 1, 0]]);
  expect(parts(traffic, 192, 64)).toEqual([[64, 0, 1]]);
  expect(parts(traffic, 512, 64)).toEqual([[64, 0, 0]]);
  expect(parts(traffic, 0, 64)).toEqual([[64, 0, 0]]);
  expect(traffic.totals()).toMatchObject({ requests: 6, bytes: 384, rowHits: 2, rowMisses: 4, rowConflicts: 2 });
});

test('a request over several rows is split into one part for each', () => {
  const traffic = trafficOf({ burstBytes: 16, rows: BANKS });
  expect(parts(traffic, 250, 300)).toEqual([
    [16, 0, 0],
    [256, 1, 0],
    [48, 0, 0],
  ]);
  expect(traffic.totals()).toMatchObject({ requests: 1, bytes: 320, rowHits: 0, rowMisses: 3, rowConflicts: 1 });
});

test('each burst is in the row and bank of its address', () => {
  const random = randomNumbers(3);
  for (let round = 0; round < 20; round++) {
    const burstBytes = pick(random, [1, 16, 64]);
    const rows = { ...BANKS, banks: pick(random, [1, 4]), rowBytes: burstBytes * pick(random, [16, 64]) };
    const traffic = trafficOf({ burstBytes, rows });
    const open = new Map<number, number>();
    const totals = { requests: 0, bytes: 0, rowHits: 0, rowMisses: 0, rowConflicts: 0 };
    for (let k = 0; k < 60; k++) {
      const address = pick(random, [0, 2 ** 45]) + Math.floor(random() * 8192);
      const bytes = 1 + Math.floor(random() * 1024);
      const want: number[][] = [];
      let lastRow = -1;
      for (let at = address - (address % burstBytes); at < address + bytes; at += burstBytes) {
        const row = Math.floor(at / rows.rowBytes);
        const bank = row % rows.banks;
        if (row !== lastRow) {
          const hit = open.get(bank) === row;
          if (hit) totals.rowHits++;
          else totals.rowMisses++;
          if (!hit && open.has(bank)) totals.rowConflicts++;
          open.set(bank, row);
          want.push([0, bank, Number(hit)]);
          lastRow = row;
        }
        want[want.length - 1][0] += burstBytes;
        totals.bytes += burstBytes;
      }
      totals.requests++;
      expect(parts(traffic, address, bytes)).toEqual(want);
    }
    expect(traffic.totals()).toMatchObject(totals);
  }
});

test('blocks of addresses lie in the channels in turn, and rows of a channel in its banks', () => {
  const traffic = new MemoryTraffic({ burstBytes: 16, channels: { count: 2, interleaveBytes: 128 }, rows: BANKS });
  const places = (address: number, bytes: number) => {
    const count = traffic.split(address, bytes);
    const { partBytes, partChannel, partBank, partRow } = traffic;
    return Array.from({ length: count }, (_, n) => [partBytes[n], partChannel[n], partBank[n], partRow[n]]);
  };
  expect(places(0, 128)).toEqual([[128, 0, 0, 0]]);
  // A row of a channel has two of its blocks, which are 256 bytes apart.
  expect(places(100, 300)).toEqual([
    [32, 0, 0, 0],
    [128, 1, 0, 0],
    [128, 0, 0, 0],
    [16, 1, 0, 0],
  ]);
  expect(places(2 ** 40 + 512, 16)).toEqual([[16, 0, 1, 2 ** 31 + 1]]);
  expect(places(2 ** 40 + 896, 16)).toEqual([[16, 1, 1, 2 ** 31 + 1]]);
});

test('a bank that closes its row after each part neither hits nor has conflicts', () => {
  const traffic = trafficOf({ burstBytes: 1, rows: { ...BANKS, policy: 'closed' } });
  for (const address of [0, 64, 512, 0]) traffic.request(address, 64);
  expect(traffic.totals()).toMatchObject({ rowHits: 0, rowMisses: 4, rowConflicts: 0 });
});

test('writes count apart from requests, but open rows as these do', () => {
  const traffic = trafficOf({ burstBytes: 32, rows: BANKS });
  traffic.request(0, 64);
  traffic.request(64, 16, true);
  traffic.request(512, 64, true);
  const writes = { writes: 2, writeBytes: 32 + 64 };
  const rows = { rowHits: 1, rowMisses: 2, rowConflicts: 1 };
  expect(traffic.totals()).toEqual({ requests: 1, bytes: 64, ...writes, ...rows });
});
