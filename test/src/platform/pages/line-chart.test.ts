import { describe, expect, it } from 'vitest';
import { linearScale } from '../../../../src/platform/pages/chart-scale.ts';
import { type ChartLine, lineChart } from '../../../../src/platform/pages/line-chart.ts';

const axis = (label: string) => ({ label, scale: linearScale(0, 100) });
const points = (step: number) => Array.from({ length: 50 }, (_, n) => [n * step, n] as const);

/** The number of marks on the line of a chart. */
function marks(line: Omit<ChartLine, 'name' | 'series'>): number {
  const svg = lineChart({
    title: 'chart',
    x: axis('bits'),
    y: axis('ULP'),
    lines: [{ name: 'own', series: 0, ...line }],
  });
  return svg.split('<g class="marks">')[1].match(/style="fill:/g)?.length ?? 0;
}

describe('a line', () => {
  it('has a mark at each point if its x are whole, or if the points are few', () => {
    expect(marks({ points: points(1) })).toBe(50);
    expect(marks({ points: points(0.5) })).toBe(0);
    expect(marks({ points: points(0.5).slice(0, 10) })).toBe(10);
  });

  it('has no mark if it is dashed, for a bound', () => {
    expect(marks({ points: points(1), dashed: true })).toBe(0);
  });

  it('ends at a point that is not finite, and goes on behind it; a point alone is a mark', () => {
    const gap = [...points(0.5).slice(0, 30), [15, Infinity], [16, 3]] as const;
    const svg = lineChart({
      title: 'gap',
      x: axis('x'),
      y: axis('y'),
      lines: [{ name: 'own', series: 0, points: gap }],
    });
    const drawn = svg.split('<g class="marks">')[1];
    expect(drawn.match(/class="line"/g)).toHaveLength(1);
    expect(drawn.match(/style="fill:/g)).toHaveLength(1);
    expect(drawn).not.toContain('NaN');
  });
});
