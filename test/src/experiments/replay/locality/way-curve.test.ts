import { describe, expect, it } from 'vitest';
import { LineStudy, type Lookups } from '../../../../../src/experiments/replay/locality/line-study.ts';
import { missClasses } from '../../../../../src/experiments/replay/locality/miss-curve.ts';
import { WayCurve } from '../../../../../src/experiments/replay/locality/way-curve.ts';
import { lookups, randomLookups } from './streams.ts';

/** Misses of a set-associative LRU cache, look-up by look-up. */
function misses({ line, count }: Lookups, ways: number, setOf: (line: number) => number): number {
  const kept = new Map<number, number[]>();
  let found = 0;
  for (let n = 0; n < count; n++) {
    const set = (kept.get(setOf(line[n])) ?? []).filter((other) => other !== line[n] || ++found === 0);
    kept.set(setOf(line[n]), [line[n], ...set].slice(0, ways));
  }
  return count - found;
}

describe('the curve over ways', () => {
  it('equals a direct simulation of each number of ways', () => {
    for (const sets of [1, 2, 7, 16]) {
      const batch = randomLookups(50 + sets, 3000, 200);
      const curve = new WayCurve(sets, 12);
      curve.take(batch);
      const direct = Array.from({ length: 13 }, (_, ways) => misses(batch, ways, (line) => line % sets));
      expect(curve.result()).toEqual({ sets, lookups: 3000, misses: direct });
    }
  });

  it('accepts another set index', () => {
    const batch = randomLookups(60, 2000, 500);
    const setOf = (line: number) => (line * 5 + Math.floor(line / 64)) % 8;
    const curve = new WayCurve(8, 4, setOf);
    curve.take(batch);
    expect(curve.result().misses[4]).toBe(misses(batch, 4, setOf));
  });

  it('of one set is the miss curve', () => {
    const batch = randomLookups(61, 2000, 40);
    const ways = new WayCurve(1, 40);
    const study = new LineStudy();
    ways.take(batch);
    study.take(batch);
    const { curve } = study.result();
    expect(ways.result().misses).toEqual(Array.from({ length: 41 }, (_, lines) => curve.misses(lines)));
  });
});

describe('the classes of misses', () => {
  const curveOf = (batch: Lookups) => {
    const study = new LineStudy();
    study.take(batch);
    return study.result().curve;
  };

  it('of two lines that share a set are conflicts', () => {
    const batch = lookups([0, 4, 0, 4, 0, 4]);
    expect(missClasses(6, 4, curveOf(batch))).toEqual({ compulsory: 2, capacity: 0, conflict: 4 });
  });

  it('of a loop one line longer than the cache are capacity', () => {
    const batch = lookups(Array.from({ length: 50 }, (_, n) => n % 5));
    expect(missClasses(50, 4, curveOf(batch))).toEqual({ compulsory: 5, capacity: 45, conflict: 0 });
  });

  it('have a negative conflict where the sets do better than one LRU stack', () => {
    // Lines 0 and 2 compete for set 0, line 1 has set 1 alone. One stack of two lines loses all three.
    const batch = lookups(Array.from({ length: 30 }, (_, n) => n % 3));
    const direct = misses(batch, 1, (line) => line % 2);
    expect(missClasses(direct, 2, curveOf(batch))).toEqual({ compulsory: 3, capacity: 27, conflict: -9 });
  });
});
