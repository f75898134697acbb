import { describe, expect, it } from 'vitest';
import { plotSvg } from '../../../../src/checker/report/plot-svg.ts';

const marks = (svg: string) => [...svg.matchAll(/class="x(?: label)?">([^<]+)<\/text>/g)].map(([, text]) => text);
const rows = (svg: string) => [...svg.matchAll(/class="y">([^<]+)<\/text>/g)].map(([, text]) => text);
const plot = (points: readonly (readonly [number, number])[]) =>
  plotSvg({ title: 'error', x: 'bits', y: 'ULP', series: [{ name: 'measured', points }] });

describe('a plot', () => {
  it('marks only whole numbers if all of its x are whole: there is no half bit', () => {
    expect(marks(plot([[7, 1.5], [8, 0.5]]))).toEqual(['7', '8', 'bits', 'ULP']); // prettier-ignore
    expect(marks(plot([[0, 1], [0.5, 0]]))).toContain('0.1'); // prettier-ignore
  });

  it('marks only whole numbers if all of its y are whole: there is no half case', () => {
    expect(rows(plot([[7, 1], [8, 0]]))).toEqual(['0', '1']); // prettier-ignore
    expect(rows(plot([[7, 1.5], [8, 0]]))).toContain('0.2'); // prettier-ignore
  });
});
