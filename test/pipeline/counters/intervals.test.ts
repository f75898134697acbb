import { expect, test } from 'vitest';
import { Intervals, NONE } from '../../../pipeline/counters/intervals.ts';
import { randomNumbers } from '../random-source.ts';

test('every cycle is found in its interval, and its kind holds until the returned cycle', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomNumbers(seed);
    const intervals = new Intervals();
    const kinds: number[] = [];
    let asked = 0;
    while (asked < 20_000) {
      // More intervals are added than there is room for at first, before any is asked for.
      for (let n = Math.floor(random() * 3000); n > 0; n--) {
        const gap = Math.floor(random() * 3);
        const cycles = 1 + Math.floor(random() * 4);
        const kind = Math.floor(random() * 3);
        for (let k = 0; k < gap; k++) kinds.push(NONE);
        intervals.push(kinds.length, kinds.length + cycles, kind);
        for (let k = 0; k < cycles; k++) kinds.push(kind);
      }
      const until = asked + Math.floor(random() * (kinds.length - asked));
      while (asked < until) {
        const kind = intervals.kindAt(asked);
        const end = Math.min(until, intervals.changesAt);
        if (end <= asked) expect(end, `seed ${seed}`).toBeGreaterThan(asked);
        for (; asked < end; asked++) {
          if (kinds[asked] !== kind) expect(kinds[asked], `seed ${seed}, cycle ${asked}`).toBe(kind);
        }
      }
      if (random() < 0.5) intervals.forget(asked);
    }
  }
});

test('after the last interval nothing holds, until another one is added', () => {
  const intervals = new Intervals();
  expect([intervals.kindAt(0), intervals.changesAt]).toEqual([NONE, Infinity]);
  intervals.push(5, 7, 2);
  expect([intervals.kindAt(4), intervals.changesAt]).toEqual([NONE, 5]);
  expect([intervals.kindAt(5), intervals.changesAt]).toEqual([2, 7]);
  intervals.push(7, 9, 2);
  expect(intervals.kindAt(8)).toBe(2);
  expect([intervals.kindAt(9), intervals.changesAt]).toEqual([NONE, Infinity]);
});
