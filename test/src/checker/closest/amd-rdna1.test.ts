import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { D3D11_3, VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { reproduction } from '../../../../src/checker/closest/closest-preset.ts';
import { checkResults, fitResults } from '../../../../src/checker/closest/check-results.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { designOf, finished } from '../judge/random-requests.ts';

const FOLDER = new URL('../../../../traces/hardware/', import.meta.url);
const NAME = 'amd-rdna1-level-weights';

/** LOD and weight of each row, and the decimals of the table. */
const table = readFileSync(new URL(`${NAME}.csv`, FOLDER), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(',').map(Number) as [number, number]);
const DECIMALS = 0.00005;

const lines = readFileSync(new URL(`${NAME}.jsonl`, FOLDER), 'utf8')
  .trimEnd()
  .split('\n');
const trace = readMeasuredTrace(lines, `${NAME}.jsonl`, () => {
  throw new Error('there is no picture');
});

describe('the level weights measured on an RDNA 1 GPU', () => {
  it('are the same in the trace as in the table', () => {
    expect(table).toHaveLength(33);
    const asked = trace.requests.map(({ results, tolerance }, quad) => [
      trace.batch.lod[4 * quad],
      results!.texels![0],
      tolerance,
    ]);
    expect(asked).toEqual(table.map(([lod, weight]) => [lod, [Math.fround(weight), 0, 0, 1], DECIMALS]));
  });

  it('break D3D11.3 7.18.10 wherever they are not the fraction by more than the format may hide', () => {
    const { wrong, verdicts } = finished(judgeResults(trace, { kind: 'profile', profile: D3D11_3 }));
    // Half a code of r8_unorm for the lerp; every LOD of the table lies on the 8.8 grid.
    const off = table.flatMap(([lod, weight], n) =>
      lod < 1 && Math.abs(weight - lod) > 0.5 / 255 + DECIMALS ? [trace.requests[n].line] : [],
    );
    expect(wrong.map(({ line }) => line)).toEqual(off);
    expect(off).toHaveLength(30);
    expect(verdicts.find(({ rule }) => rule.id === 'results/lod-unit/level-weight')).toMatchObject({
      rule: { specification: 'D3D11.3', section: '7.18.10' },
      finding: { verdict: 'fail', measured: 30, cases: { tried: 33 } },
    });
  });

  it('are off near the levels by up to 24 / 256, where LODs are snapped', () => {
    const verdict = fitResults(trace, D3D11_3).levelWeightVerdict!;
    expect(verdict.finding.verdict).toBe('fail');
    expect(verdict.ranges).toEqual([
      { from: 0.03125, to: 0.09375, kind: 'snapped' },
      { from: 0.125, to: 0.46875, kind: 'small' },
      { from: 0.53125, to: 0.875, kind: 'large' },
      { from: 0.90625, to: 0.96875, kind: 'snapped' },
    ]);
    const most = Math.max(...table.map(([lod, weight]) => Math.abs(weight - lod)));
    expect(verdict.largest).toBeGreaterThan(most - 2 * DECIMALS);
    expect(verdict.largest).toBeLessThanOrEqual(most);
    expect(verdict.largestIn256ths).toBe(256 * verdict.largest);
    expect(Math.round(verdict.largestIn256ths)).toBe(24);
    expect(verdict.finding.witness!.inputs.request).toMatch(/jsonl:\d+$/);
  });

  it('are drawn beside the specification, with the difference', () => {
    const [curve, difference] = fitResults(trace, D3D11_3).levelWeightVerdict!.finding.plots!;
    expect(curve.series.map(({ name }) => name)).toEqual(['measured', 'specification']);
    const between = table.filter(([lod]) => lod > 0 && lod < 1);
    const [measured, specification] = curve.series.map(({ points }) => points);
    expect(measured.map(([x]) => x)).toEqual(between.map(([lod]) => lod));
    expect(specification).toEqual(between.map(([lod]) => [lod, lod]));
    between.forEach(([lod, weight], n) => {
      expect(measured[n][1]).toBeCloseTo(weight, 7);
      expect(difference.series[0].points[n][1]).toBeCloseTo(weight - lod, 7);
    });
  });

  it('break the demand of Vulkan with 4 mip bits, too', () => {
    expect(finished(judgeResults(trace, { kind: 'profile', profile: VULKAN_1_0 })).wrong.length).toBeGreaterThan(10);
    expect(fitResults(trace, VULKAN_1_0).levelWeightVerdict!.finding.verdict).toBe('fail');
  });

  it('are reproduced within their decimals by a design with the fitted curve', () => {
    const { levelWeights } = fitResults(trace, D3D11_3);
    expect(levelWeights).toMatchObject({
      curve: [
        [0.1, 0],
        [0.9, 1],
      ],
      requests: 31,
      contradicts: 0,
    });
    const design = designOf({ lod: { levelWeightCurve: levelWeights!.curve } });
    expect(reproduction(trace, design)).toMatchObject({ requests: 33, reproduced: 33, others: [], refused: null });
    // By the formula itself: 5/4 of the fraction less 1/8, held to 0 and 1.
    for (const [lod, weight] of table) {
      expect(Math.abs(Math.min(1, Math.max(0, 1.25 * lod - 0.125)) - weight)).toBeLessThanOrEqual(DECIMALS + 1e-12);
    }
  });

  it('are no results of a preset, not even of the closest', () => {
    const { presets } = fitResults(trace, D3D11_3);
    expect(presets[0].reproduced).toBeLessThan(10);
  });

  it('come with all that they show as plain data', () => {
    const check = finished(checkResults(trace, { kind: 'profile', profile: D3D11_3 }));
    expect(JSON.parse(JSON.stringify(check))).toEqual(check);
    const failed = check.verdicts.filter(({ finding }) => finding.verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed).toEqual(['results/lod-unit/level-weight']);
    expect(check.verdicts[0].finding.plots).toHaveLength(2);
    expect(check.closest).toMatchObject({ preset: 'full-quality', reproduced: 33, requests: 33 });
    expect(check.closest!.changes).toEqual([
      {
        field: 'lod.levelWeightCurve',
        from: null,
        to: [
          [0.1, 0],
          [0.9, 1],
        ],
      },
    ]);
  });
});
