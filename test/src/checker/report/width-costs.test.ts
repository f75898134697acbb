import { describe, expect, it } from 'vitest';
import { answered } from '../../../../src/checker/minimize/minimize.ts';
import { widthsWithGates } from '../../../../src/checker/minimize/gates-of-sweeps.ts';
import { minimize } from '../../../../src/checker/minimize/minimize.ts';
import { PARAMETERS } from '../../../../src/checker/minimize/parameters.ts';
import type { WidthSweep } from '../../../../src/checker/minimize/search.ts';
import { sweepWidths } from '../../../../src/checker/minimize/sweep-widths.ts';
import { D3D11_3 } from '../../../../src/checker/profiles.ts';
import { minimizeHtml } from '../../../../src/checker/report/minimize-html.ts';
import { minimizeTerminal } from '../../../../src/checker/report/minimize-terminal.ts';
import { lastBitCost, widthCosts } from '../../../../src/checker/report/width-costs.ts';
import { type Rule, verdictOf } from '../../../../src/checker/rule.ts';
import { preset } from '../../../pipeline/random-work.ts';

const START = preset('d3d11.3-minimum');

/** A rule whose error halves with each bit of the guard bits, and that allows what six bits leave. */
function guardRule(id: string, factor: number): Rule {
  return {
    id,
    specification: 'D3D11.3',
    section: '0',
    title: `${id} errors`,
    limit: '1/64',
    method: 'looks',
    unit: 'ULP',
    applies: () => true,
    // oxlint-disable-next-line require-yield
    *check({ design }) {
      const measured = factor * 2 ** -design.filter.guardBits;
      const required = 2 ** -8;
      return {
        verdict: verdictOf(measured <= required),
        required,
        measured,
        margin: required - measured,
        witness: null,
        cases: { tried: 1, exhaustive: true, seed: null },
      };
    },
  };
}

function sweep(field: string, rules: readonly Rule[]): WidthSweep {
  const parameters = PARAMETERS.filter((parameter) => parameter.field === field);
  const steps = answered(sweepWidths(START, D3D11_3, rules, parameters), D3D11_3);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value[0];
}

/** 100 gates a bit; those of nine are not known. */
const gates = (_field: string, bits: number) => (bits === 9 ? null : 100 * bits);

/** The rows of the page's table, their cells as text. */
function rows(html: string): readonly (readonly string[])[] {
  return Array.from(html.matchAll(/<tr>(.*?)<\/tr>/g), ([, row]) =>
    Array.from(row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g), ([, cell]) => cell.replaceAll(/<[^>]*>/g, '')),
  );
}

describe('the cost and the benefit of a bit of a width', () => {
  it('links each value to the inspector, but one that no design may have', () => {
    const given = sweep('filter.guardBits', [guardRule('guard', 1)]);
    const html = widthCosts([given], gates, ({ field }, bits) => `page.html#${field}=${bits}`);
    const linked = Array.from(html.matchAll(/<a href="page\.html#filter\.guardBits=(\d+)"[^>]*>(\d+)<\/a>/g));
    expect(linked.map(([, address, text]) => [address, text])).toEqual(['7', '8', '9'].map((bits) => [bits, bits]));
    const impossible = { ...given.trials[0], obstacle: { verdict: null, reason: 'too few' } };
    const rest = { ...given, trials: [impossible, ...given.trials.slice(1)] };
    const fewer = widthCosts([rest], gates, (_, bits) => `page.html#${bits}`);
    expect(fewer.match(/page\.html#\d+/g)).toHaveLength(2);
  });

  it('has a width one bit narrower and wider than it is, with the error of each and the rule that breaks', () => {
    expect(START.filter.guardBits).toBe(8);
    const html = widthCosts([sweep('filter.guardBits', [guardRule('other', 1 / 16), guardRule('guard', 1)])], gates);
    expect(rows(html)).toEqual([
      ['bits', 'NAND2', 'difference', 'error, ULP', 'breaks'],
      ['7', '700', '-100', '0.007813', 'guard: guard errors'],
      ["8, the design's", '800', '+0', '0.003906', 'nothing'],
      ['9', 'not known', '', '0.001953', 'nothing'],
    ]);
  });

  it('shows the error that changes most where no rule breaks', () => {
    const html = widthCosts(
      [sweep('filter.guardBits', [guardRule('small', 1 / 64), guardRule('large', 1 / 4)])],
      gates,
    );
    expect(html).toContain('large: large errors');
    expect(html).not.toContain('small');
  });

  it('says that no rule measures a difference where none does', () => {
    expect(widthCosts([sweep('filter.weightBits', [guardRule('guard', 1)])], gates)).toContain('No rule measures');
  });

  it('draws the errors alone where gates were not asked for', () => {
    const html = widthCosts([sweep('filter.guardBits', [guardRule('guard', 1)])], null);
    expect(html).toContain('<svg');
    expect(html).not.toContain('NAND2');
  });

  it('shows the gates of the last bit, and nothing where they are not known', () => {
    const one = sweep('filter.guardBits', [guardRule('guard', 1)]);
    expect(lastBitCost(one, gates)).toBe('+100');
    expect(lastBitCost({ ...one, start: 10 }, gates)).toBe('');
  });

  it('leaves out widths on which no module depends', () => {
    const fields = widthsWithGates(START).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['filter.guardBits', 'lod.log2Table.entryBits']));
    expect(fields).not.toContain('filter.cubicWeightBits');
  });
});

describe('the result of minimize', () => {
  const steps = minimize(START, D3D11_3, [guardRule('guard', 1 / 4)], 'quick');
  let step = steps.next();
  while (!step.done) step = steps.next();
  const minimum = step.value;
  const known = { of: gates, start: 512_345, narrowest: 423_456 };

  it('has the gates of a bit of each width, and those of the whole design', () => {
    const text = minimizeTerminal('start', D3D11_3, minimum, known, false);
    expect(text).toMatch(/field[ │]+start[ │]+alone[ │]+together[ │]+NAND2 of a bit[ │]+one less breaks/);
    expect(text).toMatch(/filter\.guardBits[ │]+8[ │]+6[ │]+6[ │]+\+100[ │]+guard: guard errors/);
    expect(text).toContain('512 345 NAND2 at the start, and 423 456 narrowed');
    const html = minimizeHtml('start', D3D11_3, minimum, known);
    expect(html).toMatch(/<th scope="row">filter\.guardBits<\/th>.*<td class="number">\+100<\/td>/);
    expect(html).toContain('512 345 NAND2 at the start');
  });

  it('names the option that adds them where they were not asked for', () => {
    expect(minimizeHtml('start', D3D11_3, minimum, null)).toContain('--area');
    expect(minimizeTerminal('start', D3D11_3, minimum, null, false)).not.toContain('NAND2');
  });
});
