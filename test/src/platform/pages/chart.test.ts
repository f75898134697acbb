import { describe, expect, it } from 'vitest';
import { chartSvg, type PlotArea, polyline } from '../../../../src/platform/pages/chart.ts';
import { decadeScale, linearScale, octaveScale } from '../../../../src/platform/pages/chart-scale.ts';

describe('scales', () => {
  it('run from 0 to 1 over their range', () => {
    const linear = linearScale(-2, 6);
    expect([-2, 0, 6].map(linear.share)).toEqual([0, 0.25, 1]);
    const octaves = octaveScale(3, 60, String);
    expect([2, 4, 64].map(octaves.share)).toEqual([0, 0.2, 1]);
    const decades = decadeScale(0.03, 0.6, String);
    expect([0, 0.02, 1].map(decades.share)).toEqual([0, 0, 1]);
    expect(decades.share(Math.sqrt(0.02))).toBeCloseTo(0.5, 12);
  });

  it('are marked at powers of two, at 1, 2 and 5, and at round numbers', () => {
    expect(octaveScale(3, 60, String).ticks.map(({ at }) => at)).toEqual([2, 4, 8, 16, 32, 64]);
    expect(octaveScale(1, 2 ** 20, String, 11).ticks.map(({ at }) => Math.log2(at))).toEqual([
      0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
    ]);
    expect(decadeScale(0.03, 0.6, String).ticks.map(({ at }) => at)).toEqual([0.02, 0.05, 0.1, 0.2, 0.5, 1]);
    expect(decadeScale(1e-6, 1, String).ticks.map(({ at }) => at)).toEqual([1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1]);
    expect(linearScale(0, 0.47).ticks.map(({ at }) => at)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  });

  it('have texts without zeros that end a fraction, whatever the unit', () => {
    const percents = linearScale(0, 0.2, (value) => `${(100 * value).toFixed(1)} %`).ticks.map(({ text }) => text);
    expect(percents).toEqual(['0 %', '5 %', '10 %', '15 %', '20 %']);
    const seconds = linearScale(1, 1.1, (value) => `${value.toFixed(3)} s`).ticks.map(({ text }) => text);
    expect(seconds).toEqual(['1 s', '1.02 s', '1.04 s', '1.06 s', '1.08 s', '1.1 s']);
  });

  it('have a range even if all values are equal', () => {
    for (const scale of [octaveScale(64, 64, String), decadeScale(0.5, 0.5, String), decadeScale(1, 1, String)]) {
      const shares = scale.ticks.map(({ at }) => scale.share(at));
      expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    }
  });
});

describe('a chart', () => {
  it('has the smallest values at the bottom left and the largest at the top right', () => {
    let corners: PlotArea | undefined;
    const axis = (label: string) => ({ label, scale: linearScale(0, 10) });
    const marks = (area: PlotArea) => {
      corners = area;
      return polyline(
        [
          [0, 0],
          [10, 10],
        ],
        area,
      );
    };
    const svg = chartSvg({ title: 'a < b', height: 200, x: axis('x & y'), y: axis('y'), marks }, 400);
    const { left, right, top, bottom } = corners!;
    expect(svg).toContain(`M${left} ${bottom}L${right} ${top}`);
    expect(svg).toContain('a &lt; b</text>');
    expect(svg).toContain('x &amp; y</text>');
  });
});
