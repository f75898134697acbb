import { describe, expect, it } from 'vitest';
import { TimeLine } from '../../../../../src/experiments/replay/locality/time-line.ts';
import { Dice } from '../../../../oracle/dice.ts';

describe('the time line', () => {
  it('adds up the look-ups of each window, for any length of the run', () => {
    for (const length of [0, 1, 7, 8, 9, 16, 17, 100, 1000, 4096]) {
      const dice = new Dice(length + 1);
      const run = Array.from({ length }, () => ({ misses: dice.integer(0, 1), bytes: dice.integer(0, 256) }));
      const line = new TimeLine(8);
      for (let from = 0; from < length;) {
        const part = run.slice(from, from + dice.integer(1, 20));
        const missed = Uint8Array.from(part, (one) => one.misses);
        line.take(part.length, { missed, memoryBytes: Float64Array.from(part, (one) => one.bytes) });
        from += part.length;
      }
      const { lookupsEach, lookups, misses, bytes } = line.result();
      const stretches = lookups.map((_, n) => run.slice(n * lookupsEach, (n + 1) * lookupsEach));
      expect(lookupsEach).toBe(Math.max(1, 2 ** Math.ceil(Math.log2(length / 8))));
      expect(lookups.reduce((a, b) => a + b, 0)).toBe(length);
      expect(lookups).toEqual(stretches.map((stretch) => stretch.length));
      expect(misses).toEqual(stretches.map((stretch) => stretch.reduce((sum, one) => sum + one.misses, 0)));
      expect(bytes).toEqual(stretches.map((stretch) => stretch.reduce((sum, one) => sum + one.bytes, 0)));
    }
  });
});
