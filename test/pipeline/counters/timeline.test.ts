import { expect, it } from 'vitest';
import { CAUSES } from '../../../pipeline/counters/causes.ts';
import { Timeline } from '../../../pipeline/counters/timeline.ts';
import { randomNumbers } from '../random-source.ts';

it('keeps every cycle in its bin, for any number of doublings of the bins', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed);
    const timeline = new Timeline();
    const causes: number[] = [];
    while (causes.length < 2000) {
      const cause = Math.floor(random() * CAUSES.length);
      const cycles = 1 + Math.floor(random() ** 3 * 300);
      timeline.add(causes.length, causes.length + cycles, cause);
      for (let n = 0; n < cycles; n++) causes.push(cause);
    }
    const { width } = timeline;
    expect(width).toBe(2 ** Math.ceil(Math.log2(causes.length / 128)));
    const count = Math.ceil(causes.length / width);
    for (let cause = 0; cause < CAUSES.length; cause++) {
      const bins = Array.from(
        { length: count },
        (_, bin) => causes.slice(bin * width, (bin + 1) * width).filter((own) => own === cause).length,
      );
      expect(timeline.bins(cause, count), `seed ${seed}`).toEqual(bins);
      expect(timeline.total(cause)).toBe(causes.filter((own) => own === cause).length);
    }
  }
});
