import { writeFileSync } from 'node:fs';
import { designJsonSchema } from './json-schema.ts';

// Writes design.schema.json, which editors complete design files from: npm run schema.
const schema = JSON.stringify(designJsonSchema(), null, 2);
writeFileSync(new URL('design.schema.json', import.meta.url), `${schema}\n`);
