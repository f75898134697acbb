import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignDevice } from './device.ts';
import { executeTable } from './execute.ts';
import type { ForeignText } from './switches/freedom.ts';
import type { FaultName } from './switches/faults.ts';
import { drawnSettings } from './switches/freedoms.ts';
import { seededRandom } from './switches/random.ts';
import { parseTable } from './tables/parse-table.ts';
import { wideTable } from './tables/wide-table.ts';
import { resultLines, resultRows } from './tables/write-results.ts';

/**
 * Writes requests.jsonl, results.jsonl and results.csv of the foreigner to a folder:
 * `tsx write-tables.ts FOLDER TEXT SEED SIZE [FAULT]`. Seed 0 has the preferred settings, any other one draws them.
 */
const [folder, text, seed, size, fault] = process.argv.slice(2);
const plan = { text: text as ForeignText, seed: Number(seed), size: Number(size) };
const random = seededRandom(plan.seed);
const settings = plan.seed === 0 ? {} : drawnSettings(plan.text, random);
const device = foreignDevice(plan.text, settings, fault === undefined ? [] : [fault as FaultName]);
const requests = wideTable(plan);
const table = parseTable(requests);
const answers = executeTable(device, table);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'requests.jsonl'), requests);
writeFileSync(join(folder, 'results.jsonl'), resultLines(table, answers));
writeFileSync(join(folder, 'results.csv'), resultRows(table, answers));
process.stdout.write(`${table.requests.length} requests\n`);
