import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validityPage } from '../../../../src/checker/report/validity-page.ts';
import { RULE_GROUPS } from '../../../../src/validity/rules.ts';

const page = readFileSync(new URL('../../../../docs/validity.md', import.meta.url), 'utf8');

describe('docs/validity.md', () => {
  it('is what npx tsx src/checker/report/write-rules-page.ts writes', () => {
    expect(page).toBe(validityPage());
  });

  it('has an entry for every rule, which says what follows if it is broken', () => {
    const entries = [...page.matchAll(/^- `([^`]+)` [\s\S]*?\n {2}- otherwise (?:an error|undefined|defined)/gm)];
    expect(entries.map(([, id]) => id)).toEqual(RULE_GROUPS.flatMap(({ rules }) => rules.map(({ id }) => id)));
  });
});
