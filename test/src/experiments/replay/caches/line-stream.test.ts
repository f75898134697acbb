import { expect, test } from 'vitest';
import { LineStream, type PassLineBatch } from '../../../../../src/experiments/replay/caches/line-stream.ts';
import type { AccessBatch } from '../../../../../traces/accesses/access-batch.ts';
import { Dice } from '../../../../oracle/dice.ts';
import { type Access, accesses, pieces, randomAccesses } from '../streams.ts';

/** Line, quad and pass start of every look-up. */
function entries({ line, quad, passStart, count }: PassLineBatch): number[][] {
  return Array.from({ length: count }, (_, n) => [line[n], quad[n], passStart[n]]);
}

const lookedUp = (lineBytes: number, list: readonly Access[]) =>
  entries(new LineStream(lineBytes).take(accesses(list)));

/** The look-ups computed with a set of lines for each pass, or for each access. */
function bySets(lineBytes: number, { address, bytes, quad, pass, count }: AccessBatch, coalesces = true): number[][] {
  const found: number[][] = [];
  let lines = new Set<number>();
  let of = '';
  for (let n = 0; n < count; n++) {
    const begins = of !== `${quad[n]} ${pass[n]}`;
    const first = found.length;
    if (begins || !coalesces) lines = new Set();
    of = `${quad[n]} ${pass[n]}`;
    for (let at = address[n]; at < address[n] + bytes[n]; at++) {
      const line = (at - (at % lineBytes)) / lineBytes;
      if (!lines.has(line)) found.push([line, quad[n], begins && found.length === first ? 1 : 0]);
      lines.add(line);
    }
  }
  return found;
}

test('a pass looks each of its lines up once, in the order of its accesses', () => {
  const list = [0, 70, 4, 200, 68, 0, 500].map((address) => ({ address, quad: 3 }));
  expect(lookedUp(64, list)).toEqual([
    [0, 3, 1],
    [1, 3, 0],
    [3, 3, 0],
    [7, 3, 0],
  ]);
});

test('without coalescing each access looks its line up, and a pass begins with the first of them', () => {
  const list = [0, 70, 4, 68].map((address) => ({ address, quad: 3 }));
  expect(entries(new LineStream(64, false).take(accesses([...list, { address: 4, quad: 4 }])))).toEqual([
    [0, 3, 1],
    [1, 3, 0],
    [0, 3, 0],
    [1, 3, 0],
    [0, 4, 1],
  ]);
});

test('the next pass, and the same pass of the next quad, look their lines up again', () => {
  const list = [
    { address: 0, quad: 0, pass: 0 },
    { address: 0, quad: 0, pass: 1 },
    { address: 0, quad: 1, pass: 1 },
  ];
  expect(lookedUp(64, list)).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [0, 1, 1],
  ]);
});

test('an access over several lines looks each of them up, and an access that ends at a line end only its own', () => {
  expect(lookedUp(16, [{ address: 30, bytes: 20, quad: 0 }]).map(([line]) => line)).toEqual([1, 2, 3]);
  expect(lookedUp(16, [{ address: 16, bytes: 16, quad: 0 }]).map(([line]) => line)).toEqual([1]);
});

test('passes of one access look up every line that the access touches, at any place and of any bytes', () => {
  const dice = new Dice(62);
  for (const most of [1, 4, 16, 40]) {
    const list = Array.from({ length: 500 }, () => ({ address: dice.integer(0, 999), bytes: dice.integer(1, most) }));
    const batch = accesses(list);
    expect(entries(new LineStream(16).take(batch)), `up to ${most} bytes`).toEqual(bySets(16, batch));
  }
});

test('lines beyond 2^31 are exact up to the last address', () => {
  const last = 2 ** 53 - 16;
  expect(lookedUp(16, [{ address: last, bytes: 15 }, { address: last - 16 }])).toEqual([
    [2 ** 49 - 1, 0, 1],
    [2 ** 49 - 2, 1, 1],
  ]);
});

test('the look-ups of random passes equal those with a set for each pass, for any batch sizes', () => {
  const dice = new Dice(61);
  for (let k = 0; k < 20; k++) {
    const lineBytes = dice.pick([16, 64, 256]);
    const batch = randomAccesses(dice, 300, 20_000, dice.pick([0, 2 ** 52]));
    for (const coalesces of [true, false]) {
      const stream = new LineStream(lineBytes, coalesces);
      const found = [...pieces(batch, dice)].flatMap((piece) => entries(stream.take(piece)));
      expect(found).toEqual(bySets(lineBytes, batch, coalesces));
    }
  }
});

test('the latest 64 lines of a long pass are remembered, for any batch sizes', () => {
  const around = (lines: number) =>
    accesses(Array.from({ length: 3 * lines }, (_, n) => ({ address: 16 * (n % lines), quad: 0 })));
  expect(new LineStream(16).take(around(64)).count).toBe(64);
  expect(new LineStream(16).take(around(65)).count).toBe(3 * 65);
  const cut = (batch: AccessBatch, length: number) => {
    const stream = new LineStream(16);
    let [found, starts] = [0, 0];
    for (let from = 0; from < batch.count; from += length) {
      const addresses = Array.from(batch.address.subarray(from, Math.min(batch.count, from + length)));
      const { count, passStart } = stream.take(accesses(addresses.map((address) => ({ address, quad: 0 }))));
      found += count;
      for (let n = 0; n < count; n++) starts += passStart[n];
    }
    return [found, starts];
  };
  for (const length of [1, 40, 63, 64, 65]) {
    expect(cut(around(64), length)).toEqual([64, 1]);
    expect(cut(around(65), length)).toEqual([3 * 65, 1]);
  }
});

test('the look-ups of a line to which a long pass returns do not depend on the batch sizes', () => {
  const found = (batches: readonly AccessBatch[]) => {
    const stream = new LineStream(16);
    return batches.flatMap((batch) => entries(stream.take(batch)));
  };
  for (let others = 0; others < 8; others++) {
    const list = Array.from({ length: 200 }, (_, n) => {
      const back = n === 0 || (n > others && (n - others) % 3 === 0);
      return { address: back ? 0 : 16 * n, quad: 0 };
    });
    expect(found(list.map((access) => accesses([access])))).toEqual(found([accesses(list)]));
  }
});
