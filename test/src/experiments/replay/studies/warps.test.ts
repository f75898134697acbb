import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../../src/designs/presets.ts';
import { performed } from '../../../../../src/experiments/replay/studies/study-plan.ts';
import { WARPS_GOAL, warpsPlan } from '../../../../../src/experiments/replay/studies/warps.ts';
import { warpsPage, warpsTable } from '../../../../../src/experiments/replay/studies/warps-report.ts';
import { resultOf } from '../../../platform/threads/steps.ts';

const OPTIONS = { width: 160, height: 120, warps: [1, 4, 16, 256], fragmentFifos: [32, 256], instructionsBetween: 20 };

const study = await resultOf(performed(warpsPlan(PRESETS.get('full-quality')!, OPTIONS)));

describe('the study of warps in small', () => {
  const cases = study.runs
    .filter(({ warps }) => warps === null)
    .map((unlimited) => ({
      unlimited,
      limited: study.runs.filter(
        ({ scene, fragmentFifo, warps }) =>
          warps !== null && scene === unlimited.scene && fragmentFifo === unlimited.fragmentFifo,
      ),
    }));

  it('has every scene with every depth of the FIFO', () => {
    expect(cases).toHaveLength(3 * OPTIONS.fragmentFifos.length);
    for (const { limited } of cases) expect(limited.map(({ warps }) => warps)).toEqual(OPTIONS.warps);
  });

  it('finds more throughput with more warps, up to that of requests that wait for nothing', () => {
    for (const { unlimited, limited } of cases) {
      const cycles = limited.map((run) => run.cycles);
      expect(cycles.toSorted((a, b) => b - a)).toEqual(cycles);
      expect(cycles[0]).toBeGreaterThan(2 * unlimited.cycles);
      expect(limited.at(-1)!.ofUnlimited).toBeGreaterThanOrEqual(WARPS_GOAL);
      expect(unlimited.waiting).toBe(0);
      expect(limited[0].waiting).toBeGreaterThan(0.15);
      expect(limited.at(-1)!.waiting).toBeLessThan(0.02);
    }
  });

  it('finds that a shallow FIFO limits what warps can gain', () => {
    const [shallow, deep] = [cases[0], cases[1]].map(({ unlimited }) => unlimited.cycles);
    expect(shallow).toBeGreaterThan(1.5 * deep);
  });

  it('has a page and a table', () => {
    expect(warpsPage(study).match(/<svg /g)).toHaveLength(OPTIONS.fragmentFifos.length);
    const { head, rows } = warpsTable(study);
    expect(rows).toHaveLength(cases.length);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  });
});
