import { writeFileSync } from 'node:fs';
import { rulesPage } from './rules-page.ts';
import { validityPage } from './validity-page.ts';

// Writes docs/checker.md and docs/validity.md from the rules: npx tsx src/checker/report/write-rules-page.ts.
const DOCS = new URL('../../../docs/', import.meta.url);
writeFileSync(new URL('checker.md', DOCS), rulesPage());
writeFileSync(new URL('validity.md', DOCS), validityPage());
