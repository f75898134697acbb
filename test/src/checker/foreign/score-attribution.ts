import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { foreignDevice } from '../../../foreign/device.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';
import { type FaultName, faultNames, FAULTS } from '../../../foreign/switches/faults.ts';
import { switchTable } from '../../../foreign/tables/switch-table.ts';
import { finished } from '../judge/random-requests.ts';
import { FEATURES, measuredTable, profileOfText } from './judged-table.ts';

/**
 * Names what the checker makes of each fault of the foreigner, one table for each:
 * `tsx score-attribution.ts vulkan|d3d11 SEED SIZE [FIRST] [EVERY]`. A line has the unit of the fault in the foreigner's
 * words, and the rules that fail with their shares.
 */
const [name, seed, size, first = '0', every = '1'] = process.argv.slice(2);
const text = name as ForeignText;
const reference = foreignDevice(text, {}, [], FEATURES);
const chosen = faultNames(text).filter((_, n) => n % Number(every) === Number(first));
for (const fault of chosen as readonly FaultName[]) {
  const device = { label: fault, device: foreignDevice(text, {}, [fault], FEATURES) };
  const { requests, results } = switchTable(reference, [device], { seed: Number(seed), size: Number(size), most: 12 });
  const trace = measuredTable(requests, results);
  const { wrong } = finished(judgeResults(trace, { kind: 'profile', profile: profileOfText(text) }));
  const rules = new Map<string, number>();
  for (const { rule } of wrong) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const shares = [...rules].toSorted((a, b) => b[1] - a[1]).map(([rule, count]) => `${rule.slice(8)} ${count}`);
  process.stdout.write(`${FAULTS[fault].unit} | ${fault} | ${wrong.length} | ${shares.join(', ')}\n`);
}
