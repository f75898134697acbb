import { writeFileSync } from 'node:fs';
import { arithmeticPage } from './arithmetic-page.ts';
import { designsPage } from './designs-page.ts';

// Writes docs/designs.md, and the formats of docs/arithmetic.md: npm run schema.
writeFileSync(new URL('../../../docs/designs.md', import.meta.url), designsPage());
writeFileSync(new URL('../../../docs/arithmetic.md', import.meta.url), arithmeticPage());
