import { readFileSync, writeFileSync } from 'node:fs';
import { checkerRuleList, validityRuleList } from './rule-lists.ts';

// Writes the lists of rules at the end of docs/checker.md and docs/validity.md, after the text that is written by hand:
// npx tsx src/checker/report/write-rules-page.ts.
for (const [page, list] of Object.entries({ checker: checkerRuleList(), validity: validityRuleList() })) {
  const file = new URL(`../../../docs/${page}.md`, import.meta.url);
  const before = readFileSync(file, 'utf8');
  const [heading] = list.split('\n');
  writeFileSync(file, before.slice(0, before.indexOf(`${heading}\n`)) + list);
}
