import { describe, expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { DerivedColumns } from '../../../../src/experiments/sweep/rows/derived-columns.ts';
import type { Cell, Row } from '../../../../src/experiments/sweep/runs/design-row.ts';

const PLAN = {
  designs: ['full-quality'],
  vary: { 'cache.ways': [1, 2, 4], 'cache.sets': [8, 16] },
  workloads: [
    { scene: 'globe', name: 'a', weight: 3 },
    { scene: 'plane', name: 'b' },
  ],
  measures: ['cycles', 'sram_bits'],
  derived: {
    speedup: 'baseline(cycles) / cycles',
    mean_speedup: 'geomean(baseline(cycles) / cycles)',
    per_area: 'geomean(baseline(cycles) / cycles) * baseline(sram_bits) / sram_bits',
    more_ways: 'cache.ways > baseline(cache.ways)',
  },
  baseline: { 'cache.ways': 1 },
};

/** The rows of a design with both workloads. */
function rowsOf(design: number, cycles: readonly Cell[], fault: string | null = null): readonly Row[] {
  return cycles.map((each, w) => {
    const row = { design, workload: 'ab'[w], design_hash: '', base: 'full-quality' };
    return { ...row, cycles: each, sram_bits: each === null ? null : 100 * (design + 1), fault };
  });
}

/** The derived cells of a design, row by row. */
function derivedOf(rows: readonly Row[], ...others: readonly (readonly Row[])[]) {
  const columns = new DerivedColumns(parsePlan(JSON.stringify(PLAN), 'p.json', loadDesign).plan);
  const all = new Map(others.map((each) => [each[0].design, each]));
  return columns
    .of(rows, (design) => all.get(design) ?? [])
    .map((row) => Object.keys(PLAN.derived).map((name) => row[name]));
}

describe('the derived columns of rows', () => {
  // The design 5 has 4 ways and 16 sets. Its baseline has 1 way and 16 sets: the design 1.
  it('compare each row with that of the baseline on its workload, and means with means', () => {
    const [a, b] = derivedOf(rowsOf(5, [20, 50]), rowsOf(1, [80, 50]), rowsOf(0, [7, 7]));
    const mean = 4 ** (3 / 4);
    expect(a).toEqual([4, expect.closeTo(mean, 12), expect.closeTo((mean * 200) / 600, 12), 1]);
    expect(b).toEqual([1, expect.closeTo(mean, 12), expect.closeTo((mean * 200) / 600, 12), 1]);
  });

  it('of the baseline itself are one', () => {
    expect(derivedOf(rowsOf(1, [80, 50]), rowsOf(1, [80, 50]))).toEqual([
      [1, 1, 1, 0],
      [1, 1, 1, 0],
    ]);
  });

  it('are empty where the baseline has no row or no measure, and means where one workload lacks either', () => {
    expect(derivedOf(rowsOf(5, [20, 50]))).toEqual([
      [null, null, null, null],
      [null, null, null, null],
    ]);
    expect(derivedOf(rowsOf(5, [20, 50]), rowsOf(1, [80, null]))[0]).toEqual([4, null, null, 1]);
    expect(derivedOf(rowsOf(5, [20, 50]), rowsOf(1, [80]))[0]).toEqual([4, null, null, 1]);
    expect(derivedOf(rowsOf(5, [20]), rowsOf(1, [80, 50]))[0]).toEqual([4, null, null, 1]);
  });

  it('are inf over zero, and means of a zero are empty', () => {
    expect(derivedOf(rowsOf(5, [0, 50]), rowsOf(1, [80, 50]))[0].slice(0, 2)).toEqual(['inf', 'inf']);
    expect(derivedOf(rowsOf(5, [20, 50]), rowsOf(1, [0, 50]))[0].slice(0, 2)).toEqual([0, null]);
    expect(derivedOf(rowsOf(5, [0, 50]), rowsOf(1, [0, 50]))[0].slice(0, 2)).toEqual([null, null]);
  });

  it('are empty beside a fault', () => {
    expect(derivedOf(rowsOf(5, [null], 'levels: 17'), rowsOf(1, [80, 50]))).toEqual([[null, null, null, null]]);
  });
});
