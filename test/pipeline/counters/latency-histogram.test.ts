import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../../../pipeline/counters/latency-histogram.ts';
import { randomNumbers } from '../random-source.ts';

function histogramOf(latencies: readonly number[]) {
  const histogram = new LatencyHistogram();
  for (const latency of latencies) histogram.add(latency);
  return histogram.summary();
}

/** The percentile by its definition: the smallest latency that so many per cent did not exceed. */
function percentile(latencies: readonly number[], percent: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)];
}

describe('percentiles of the latency', () => {
  it('are exact below 2^12 cycles', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = randomNumbers(seed);
      const latencies = Array.from({ length: 1 + Math.floor(random() * 300) }, () =>
        Math.floor(random() ** 4 * 2 ** 12),
      );
      const { mean, p50, p90, p99, max } = histogramOf(latencies);
      expect([p50, p90, p99], `seed ${seed}`).toEqual([50, 90, 99].map((percent) => percentile(latencies, percent)));
      expect(max).toBe(Math.max(...latencies));
      expect(mean).toBe(latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length);
    }
  });

  it('are exact to 12 bits above', () => {
    const random = randomNumbers(9);
    const latencies = Array.from({ length: 500 }, () => Math.floor(2 ** (12 + 24 * random())));
    const { p50, p90, p99, max } = histogramOf(latencies);
    for (const [percent, found] of [
      [50, p50],
      [90, p90],
      [99, p99],
    ]) {
      const exact = percentile(latencies, percent);
      expect(found).toBeGreaterThanOrEqual(exact);
      expect(found).toBeLessThan(exact * (1 + 2 ** -11));
    }
    expect(max).toBe(Math.max(...latencies));
  });

  it('have at most 64 bins, which contain every quad', () => {
    for (const span of [1, 5, 64, 65, 1000, 300_000]) {
      const random = randomNumbers(span);
      const latencies = Array.from({ length: 400 }, () => 40 + Math.floor(random() * span));
      const { histogram, max } = histogramOf(latencies);
      expect(histogram.length).toBeLessThanOrEqual(64);
      expect(histogram[0].from).toBe(Math.min(...latencies));
      expect(histogram.at(-1)!.to).toBeGreaterThan(max);
      for (const { from, to, quads } of histogram.filter(() => span <= 1000)) {
        expect(quads).toBe(latencies.filter((latency) => latency >= from && latency < to).length);
      }
      expect(histogram.reduce((sum, { quads }) => sum + quads, 0)).toBe(400);
    }
  });

  it('of no quads are zero', () => {
    expect(histogramOf([])).toEqual({ mean: 0, p50: 0, p90: 0, p99: 0, max: 0, histogram: [] });
  });
});
