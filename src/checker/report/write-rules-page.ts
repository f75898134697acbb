import { writeFileSync } from 'node:fs';
import { rulesPage } from './rules-page.ts';

// Writes docs/checker.md from the rules: npx tsx src/checker/report/write-rules-page.ts.
writeFileSync(new URL('../../../docs/checker.md', import.meta.url), rulesPage());
