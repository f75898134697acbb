import { describe, expect, it } from 'vitest';
import { chartSvg, type PlotArea, squareSign, textLines } from '../../../../src/platform/pages/chart.ts';
import { linearScale } from '../../../../src/platform/pages/chart-scale.ts';
import { figure } from '../../../../src/platform/pages/figure.ts';
import { htmlPage, htmlTable, PALETTE } from '../../../../src/platform/pages/page.ts';
import { shareBars } from '../../../../src/platform/pages/share-bars.ts';

describe('a table', () => {
  const table = htmlTable('a < b', ['name', 'count', 'unused', 'text'], [['one', '1 000', '', '12 designs'], ['two', '-', '', 'none']]); // prettier-ignore

  it('has a caption, and names its columns and rows', () => {
    expect(table).toContain('<caption>a &lt; b</caption>');
    expect(table.match(/<th scope="col"/g)).toHaveLength(3);
    expect(table.match(/<th scope="row">/g)).toHaveLength(2);
  });

  it('aligns columns of numbers to the right, and leaves out columns without a text', () => {
    expect(table.match(/<t[hd][^>]* class="number">[^<]*/g)!.map((cell) => cell.split('>')[1])).toEqual([
      'count',
      '1 000',
      '-',
    ]);
    expect(table).not.toContain('unused');
  });
});

describe('a page', () => {
  it('has the script of the buttons once if it has figures, and no script else', () => {
    const one = figure('chart', '<svg></svg>');
    expect(htmlPage('', '', one + one).match(/<script>/g)).toHaveLength(1);
    expect(htmlPage('', '', '<header></header><p>none</p>')).not.toContain('<script>');
  });

  it('has colours of series that stand out from the panel by 4.5 to 1 in light and in dark', () => {
    const panels = ['#ffffff', '#1c2027'];
    const pairs = [...PALETTE.matchAll(/--series-\d+: light-dark\((#\w{6}), (#\w{6})\)/g)];
    expect(pairs).toHaveLength(12);
    for (const [, ...pair] of pairs) {
      for (const [n, color] of pair.entries()) expect(contrast(color, panels[n])).toBeGreaterThan(4.5);
    }
  });
});

/** The contrast of two colours (WCAG 2.2, "contrast ratio"). */
function contrast(...colors: readonly [string, string]): number {
  const [low, high] = colors.map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The relative luminance of a colour #rrggbb (WCAG 2.2). */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((code) => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('a legend', () => {
  it('stands above the area of the marks, however many lines it has', () => {
    const axis = { label: 'x', scale: linearScale(0, 1) };
    const tops = [1, 12].map((count) => {
      const keys = Array.from({ length: count }, (_, n) => ({
        name: `a rather long name ${n}`,
        sign: squareSign('red'),
      }));
      let top = 0;
      const marks = (area: PlotArea) => {
        ({ top } = area);
        return '';
      };
      const svg = chartSvg({ title: 't', height: 100, x: axis, y: axis, keys, marks }, 400);
      const [, legend] = /<g class="legend" transform="translate\(4 (\d+)\)">/.exec(svg)!;
      const rows = [...svg.matchAll(/<text x="[\d.]+" y="(\d+)">a rather/g)].map(([, y]) => Number(legend) + Number(y));
      expect(rows).toHaveLength(count);
      expect(Math.max(...rows)).toBeLessThan(top);
      return top;
    });
    expect(tops[1]).toBeGreaterThan(tops[0] + 80);
  });

  it('breaks a text at spaces, and a word that is longer than a line', () => {
    expect(textLines('cache sets 16 lineBytes', 10)).toEqual(['cache sets', '16', 'lineBytes']);
    expect(textLines('abcdefghijkl m', 5)).toEqual(['abcde', 'fghij', 'kl m']);
  });
});

describe('share bars', () => {
  it('have their whole names, so that what tells designs apart is seen', () => {
    const names = [16, 64].map(
      (sets) => `a-design-with-a-very-long-name cache.lineBytes 128 cache.ways 4 cache.sets ${sets}`,
    );
    const kinds = [{ name: 'hits', color: 'green' }];
    const html = shareBars('bars', 'share', kinds, names.map((name) => ({ name, counts: [1], of: 2 }))); // prettier-ignore
    for (const [svg] of html.matchAll(/<svg.*?<\/svg>/gs)) {
      const texts = [...svg.split('<g class="marks">')[1].matchAll(/<text x="[\d.]+" y="[\d.]+">([^<]*)/g)];
      expect(texts.map(([, text]) => text).join(' ')).toBe(names.join(' '));
    }
  });
});
