import { describe, expect, it } from 'vitest';
import { WARPS_GOAL } from '../../../../src/experiments/studies/warps.ts';
import { plannedStudy, tableOf } from './planned-study.ts';

const WARP_COUNTS = [1, 4, 16, 256];
const FIFOS = [32, 256];

const study = await plannedStudy('warps', {
  vary: { 'pipeline.shader.warps': ['unlimited', ...WARP_COUNTS], 'pipeline.fifoDepth.fragment': FIFOS },
});

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
    expect(cases).toHaveLength(3 * FIFOS.length);
    for (const { limited } of cases) expect(limited.map(({ warps }) => warps)).toEqual(WARP_COUNTS);
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
    expect(study.html.match(/<svg /g)).toHaveLength(FIFOS.length);
    const [head, ...rows] = tableOf(study);
    expect(rows).toHaveLength(cases.length);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  });
});
