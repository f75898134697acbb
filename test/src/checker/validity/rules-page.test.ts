import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rulesPage } from '../../../../src/checker/validity/rules-page.ts';
import { RULE_GROUPS } from '../../../../src/checker/validity/rules.ts';

const page = readFileSync(new URL('../../../../docs/validity.md', import.meta.url), 'utf8');

describe('docs/validity.md', () => {
  it('is what npx tsx src/checker/validity/write-rules-page.ts writes', () => {
    expect(page).toBe(rulesPage());
  });

  it('has a row for every rule, of four cells', () => {
    const rows = page.split('\n').filter((line) => /^\| `(VUID|vulkan|d3d11)/.test(line));
    expect(rows).toHaveLength(RULE_GROUPS.flatMap(({ rules }) => rules).length);
    for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
  });
});
