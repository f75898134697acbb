import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anisotropyTables } from './anisotropy-tables.ts';
import { compareTables } from './compare-tables.ts';
import { coordinateTables } from './coordinate-tables.ts';
import { filterTables } from './filter-tables.ts';
import { formatTables } from './format-tables.ts';
import { gradientTables } from './gradient-tables.ts';
import { levelTables } from './level-tables.ts';
import { residencyTables } from './residency-tables.ts';
import { SurveyTrace } from './survey-trace.ts';
import { texelTables } from './texel-tables.ts';

const TRACES: Readonly<Record<string, (trace: SurveyTrace) => void>> = {
  filter: filterTables,
  levels: levelTables,
  gradients: gradientTables,
  anisotropy: anisotropyTables,
  formats: formatTables,
  coordinates: coordinateTables,
  compare: compareTables,
  texels: texelTables,
  residency: residencyTables,
};

// npx tsx test/tools/unit-survey/write-unit-survey.ts FOLDER
const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const [name, write] of Object.entries(TRACES)) {
  const trace = new SurveyTrace();
  write(trace);
  writeFileSync(join(folder, `${name}.jsonl`), trace.text());
}
