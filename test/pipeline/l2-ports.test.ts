import { describe, expect, test } from 'vitest';
import { withValue } from '../../rtl-model/design/field.ts';
import type { Design, L2Design } from '../../rtl-model/design/design.ts';
import { L2 } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { L2Ports } from '../../pipeline/l2-ports.ts';
import { randomNumbers } from './random-source.ts';
import { preset } from './random-work.ts';

const PLAIN: L2Design = {
  ...freeValues(L2),
  lineBytes: 64,
  sets: 16,
  ways: 4,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 10,
  bytesPerCycle: 64,
};

function portsOf(fields: Partial<L2Design>, design: Design = preset('full-quality')): L2Ports {
  const l2 = { ...PLAIN, ...fields };
  return new L2Ports(l2, withValue(design, 'cache.l2', l2));
}

describe('the ports of an L2', () => {
  test('never wait where they are free', () => {
    const ports = portsOf({});
    for (let n = 0; n < 100; n++) expect(ports.lookUp(5, 64)).toBe(5);
  });

  test('serve so many look-ups of a bank in a cycle', () => {
    const ports = portsOf({ banks: 2, tagsPerCycle: 2 });
    const lines = [0, 2, 1, 3, 4, 1, 3, 6];
    // Two of bank 0 and two of bank 1 in cycle 7, then line 4 waits for bank 0 and holds those behind it.
    expect(lines.map((line) => ports.lookUp(7, 64 * line + 63))).toEqual([7, 7, 7, 7, 8, 8, 8, 8]);
    expect(ports.lookUp(8, 0)).toBe(9);
    expect(ports.lookUp(30, 0)).toBe(30);
  });

  test('agree with a list of all look-ups', () => {
    const random = randomNumbers(3);
    for (let run = 0; run < 20; run++) {
      const banks = 2 ** Math.floor(random() * 4);
      const tagsPerCycle = 1 + Math.floor(random() * 3);
      const ports = portsOf({ banks, tagsPerCycle });
      const seen: { readonly at: number; readonly bank: number }[] = [];
      for (let n = 0, cycle = 0; n < 300; n++) {
        cycle += Math.floor(random() * 2);
        const line = Math.floor(random() * 64);
        let at = Math.max(cycle, seen.at(-1)?.at ?? 0);
        while (seen.filter((one) => one.at === at && one.bank === line % banks).length === tagsPerCycle) at++;
        seen.push({ at, bank: line % banks });
        expect(ports.lookUp(cycle, 64 * line)).toBe(at);
      }
    }
  });

  test('let a miss ask memory after the latency of the tags, or as an outstanding one comes back', () => {
    const ports = portsOf({ tagLatency: 4, outstandingMisses: 2 });
    const asked: number[] = [];
    for (const cycle of [0, 1, 2, 3, 500]) {
      const request = ports.request(cycle);
      asked.push(request);
      ports.arrives(request + 100);
    }
    expect(asked).toEqual([4, 5, 104, 105, 504]);
  });

  test('have the latency of the L2 where that of the tags would be longer', () => {
    expect(portsOf({ tagLatency: 11 }).request(0)).toBe(10);
  });
});
