import { writeFileSync } from 'node:fs';
import { rulesPage } from './rules-page.ts';

// Writes docs/validity.md from the rules: npx tsx src/checker/validity/write-rules-page.ts.
writeFileSync(new URL('../../../docs/validity.md', import.meta.url), rulesPage());
