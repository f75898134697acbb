import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rulesPage } from '../../../../src/checker/report/rules-page.ts';
import { ALL_RULES } from '../../../../src/checker/rules/all-rules.ts';

const page = readFileSync(new URL('../../../../docs/checker.md', import.meta.url), 'utf8');

describe('docs/checker.md', () => {
  it('is what npx tsx src/checker/report/write-rules-page.ts writes', () => {
    expect(page).toBe(rulesPage());
  });

  it('has an entry with a limit for every rule', () => {
    const entries = [...page.matchAll(/^- `([^`]+)` [\s\S]*?\n {2}- limit: /gm)];
    expect(entries.map(([, id]) => id).toSorted()).toEqual(ALL_RULES.map(({ id }) => id).toSorted());
  });
});
