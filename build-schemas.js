// Writes the JSON Schemas from which editors complete designs and the plans of sweeps, dist/*.schema.json, when they are
// older than the compiled program. `npm run build` and texunit.js call it.
import { existsSync, statSync, writeFileSync } from 'node:fs';

const [design, sweep, compiled] = ['design.schema.json', 'sweep.schema.json', 'tsconfig.build.tsbuildinfo'].map(
  (name) => new URL(`dist/${name}`, import.meta.url),
);
const time = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

if (Math.min(time(design), time(sweep)) < time(compiled)) {
  const { designJsonSchema } = await import('./dist/src/designs/json-schema.js');
  const { planJsonSchema } = await import('./dist/src/experiments/sweep/plan/plan-schema.js');
  writeFileSync(design, `${JSON.stringify(designJsonSchema(), null, 2)}\n`);
  writeFileSync(sweep, `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
}
