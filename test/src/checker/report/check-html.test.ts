import { describe, expect, it } from 'vitest';
import { D3D11_3 } from '../../../../src/checker/profiles.ts';
import { checkHtml } from '../../../../src/checker/report/check-html.ts';
import type { Finding, ReportedVerdict } from '../../../../src/checker/rule.ts';

/** A rule that fails with the result of one request as its witness. */
function failing(id: string, request: string): ReportedVerdict {
  const rule = {
    id,
    specification: 'D3D11.3',
    section: '1',
    title: id,
    limit: 'none',
    method: 'looks',
    unit: 'cases',
  } as const;
  const witness = { inputs: { request }, raw: {}, expected: '1', got: '0' };
  const cases = { tried: 7, exhaustive: false, seed: null };
  const finding: Finding = { verdict: 'fail', required: 0, measured: 1, margin: -1, witness, cases };
  return { rule, finding };
}

/** The cards of a page by the ids of their rules. */
function cards(verdicts: readonly ReportedVerdict[]): ReadonlyMap<string, string> {
  const report = { texunit: '0', subject: 'results', profile: D3D11_3, effort: 'full', seconds: 1, verdicts } as const;
  const html = checkHtml(report);
  return new Map(Array.from(html.matchAll(/<section class="panel" id="(.*?)">(.*?)<\/section>/gs), ([, id, card]) => [id, card])); // prettier-ignore
}

describe('the page of a check', () => {
  it('shows a witness on the card of the first rule that has it; other cards link to it', () => {
    const shown = cards([failing('one', 'a.jsonl:3'), failing('two', 'a.jsonl:4'), failing('three', 'a.jsonl:3')]);
    expect([...shown.keys()]).toEqual(['one', 'two', 'three']);
    expect(shown.get('one')).toContain('<dd>a.jsonl:3</dd>');
    expect(shown.get('two')).toContain('<dd>a.jsonl:4</dd>');
    expect(shown.get('three')).not.toContain('<dl>');
    expect(shown.get('three')).toContain('<a href="#one">one</a>');
  });
});
