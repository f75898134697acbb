import { expect } from 'vitest';
import { checkVcd, type VcdReport } from '../../../traces/stages/vcd-check.ts';

/** Time units of a cycle. */
const UNITS = 10;
const CLOCK = 'texunit.clock';

/** The report of a waveform with its times in cycles. The clock is checked, and not among the signals. */
export function checkCycles(text: string): VcdReport {
  const report = checkVcd(text);
  expect(report.faults).toEqual([]);
  expect(report.endTime % UNITS).toBe(0);
  const endTime = report.endTime / UNITS;
  const [initial, ...edges] = report.signals.get(CLOCK)!.changes;
  expect(initial.value).toBe('x');
  // It rises with every cycle from the first one that is told, and falls in the middle.
  const first = edges.length === 0 ? endTime : edges[0].time / UNITS;
  const cycles = Array.from({ length: endTime - first }, (_, n) => UNITS * (first + n));
  const expected = cycles.flatMap((time) => [
    { time, value: '1' },
    { time: time + UNITS / 2, value: '0' },
  ]);
  expect(edges).toEqual(expected);
  const signals = [...report.signals.values()].filter(({ path }) => path !== CLOCK);
  const inCycles = signals.map((signal) => ({
    ...signal,
    changes: signal.changes.map(({ time, value }) => ({ time: time / UNITS, value })),
  }));
  return { ...report, endTime, signals: new Map(inCycles.map((signal) => [signal.path, signal])) };
}
