import { writeFileSync } from 'node:fs';
import { arithmeticPage } from './arithmetic-page.ts';
import { designsPage } from './designs-page.ts';
import { designJsonSchema } from '../json-schema.ts';

// Writes design.schema.json, from which editors complete design files, docs/designs.md and docs/arithmetic.md: npm run
// schema.
const schema = JSON.stringify(designJsonSchema(), null, 2);
writeFileSync(new URL('../design.schema.json', import.meta.url), `${schema}\n`);
writeFileSync(new URL('../../../docs/designs.md', import.meta.url), designsPage());
writeFileSync(new URL('../../../docs/arithmetic.md', import.meta.url), arithmeticPage());
