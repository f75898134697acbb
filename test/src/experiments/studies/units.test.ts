import { describe, expect, it } from 'vitest';
import { type UnitsRun, unitsThatPay } from '../../../../src/experiments/studies/units.ts';
import { plannedStudy, tableOf } from './planned-study.ts';

const UNIT_COUNTS = [1, 2, 4, 8];

const study = await plannedStudy('units', { vary: { 'pipeline.units.count': UNIT_COUNTS } });

describe('the study of units in small', () => {
  const groups = new Map<string, UnitsRun[]>();
  for (const run of study.runs) {
    const name = `${run.scene} ${run.distribution}`;
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }

  it('has every scene with every distribution and number of units', () => {
    expect(groups.size).toBe(3 * 2);
    for (const runs of groups.values()) expect(runs.map(({ units }) => units)).toEqual(UNIT_COUNTS);
  });

  it('finds a speedup that never exceeds the number of units, nor the room on the memory bus', () => {
    for (const [one, ...more] of groups.values()) {
      expect(one.speedup).toBe(1);
      for (const { speedup, units, memoryBus } of more) {
        expect(speedup).toBeGreaterThan(1);
        expect(speedup).toBeLessThanOrEqual(units);
        expect(memoryBus).toBeLessThanOrEqual(1);
      }
    }
  });

  it('finds more traffic between L2 and units where these share lines, and a balance of at least 1', () => {
    for (const runs of groups.values()) {
      expect(runs.at(-1)!.l2BytesPerPixel).toBeGreaterThan(runs[0].l2BytesPerPixel);
      for (const { imbalance, units } of runs) {
        expect(imbalance).toBeGreaterThanOrEqual(1);
        expect(imbalance).toBeLessThanOrEqual(units);
      }
    }
  });

  it.each([
    [[1, 1.9, 3.6, 4.2], 4],
    [[1, 1.4, 4, 8], 1],
    [[1, 2, 4, 6], 8],
  ])('says of speedups %j that %i units pay: each step adds half of its units', (speedups, pays) => {
    const runs = speedups.map((speedup, n): UnitsRun => ({ ...study.runs[0], units: 2 ** n, speedup }));
    expect(unitsThatPay(runs)).toBe(pays);
  });

  it('has a page and a table', () => {
    expect(study.html.match(/<svg /g)).toHaveLength(3 * 2);
    const [head, ...rows] = tableOf(study);
    expect(rows).toHaveLength(groups.size);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  });
});
