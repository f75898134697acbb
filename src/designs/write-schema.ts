import { writeFileSync } from 'node:fs';
import { designsPage } from './designs-page.ts';
import { designJsonSchema } from './json-schema.ts';

// Writes design.schema.json, from which editors complete design files, and docs/designs.md: npm run schema.
const schema = JSON.stringify(designJsonSchema(), null, 2);
writeFileSync(new URL('design.schema.json', import.meta.url), `${schema}\n`);
writeFileSync(new URL('../../docs/designs.md', import.meta.url), designsPage());
