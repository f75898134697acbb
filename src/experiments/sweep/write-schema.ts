import { writeFileSync } from 'node:fs';
import { planJsonSchema } from './plan/plan-schema.ts';

// Writes sweep.schema.json, from which editors complete plans: npm run schema.
writeFileSync(new URL('sweep.schema.json', import.meta.url), `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
