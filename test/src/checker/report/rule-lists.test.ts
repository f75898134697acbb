import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkerRuleList, validityRuleList } from '../../../../src/checker/report/rule-lists.ts';
import { ALL_RULES } from '../../../../src/checker/rules/all-rules.ts';
import { RULE_GROUPS } from '../../../../src/validity/rules.ts';

const [checker, validity] = ['checker', 'validity'].map((page) =>
  readFileSync(new URL(`../../../../docs/${page}.md`, import.meta.url), 'utf8'),
);

describe('docs/checker.md', () => {
  it('ends with the rules as npx tsx src/checker/report/write-rules-page.ts writes them', () => {
    expect(checker.slice(checker.indexOf('## Rules of D3D11.3\n'))).toBe(checkerRuleList());
  });

  it('has an entry with a limit for every rule', () => {
    const entries = [...checker.matchAll(/^- `([^`]+)` [\s\S]*?\n {2}- limit: /gm)];
    expect(entries.map(([, id]) => id).toSorted()).toEqual(ALL_RULES.map(({ id }) => id).toSorted());
  });
});

describe('docs/validity.md', () => {
  it('ends with the rules as npx tsx src/checker/report/write-rules-page.ts writes them', () => {
    expect(validity.slice(validity.indexOf('## Samplers\n'))).toBe(validityRuleList());
  });

  it('has an entry for every rule, which says what follows if it is broken', () => {
    const entries = [...validity.matchAll(/^- `([^`]+)` [\s\S]*?\n {2}- otherwise (?:an error|undefined|defined)/gm)];
    expect(entries.map(([, id]) => id)).toEqual(RULE_GROUPS.flatMap(({ rules }) => rules.map(({ id }) => id)));
  });
});
