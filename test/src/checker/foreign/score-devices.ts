import { LANE_VERDICT } from '../../../../src/checker/judge/judge-lanes.ts';
import { type Profile } from '../../../../src/checker/profiles.ts';
import { foreignDevice } from '../../../foreign/device.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';
import { type FaultName, faultNames } from '../../../foreign/switches/faults.ts';
import { conformingValues, FREEDOM_NAMES } from '../../../foreign/switches/freedoms.ts';
import { type NamedDevice, switchTable } from '../../../foreign/tables/switch-table.ts';
import { sceneNames } from '../../../foreign/tables/wide-table.ts';
import { FEATURES, judgedDevice, judgedTable, type JudgedTable, profileOfText } from './judged-table.ts';

/**
 * Counts the verdicts on devices of the foreigner, with the first wrong lanes of each kind:
 * `tsx score-devices.ts drawn|freedoms|faults PROFILE FIRST_SEED SEEDS SIZE [NAMES] [SHOWN]`. `drawn` has a legal
 * device for each seed, by scenes; `freedoms` and `faults` have a device for each value of each switch, with the requests
 * that it answers otherwise. NAMES are scenes or switches, joined by commas. Standard error has the sums after each seed.
 */
const [mode, name, first, seeds, size, names = '', shown = '3'] = process.argv.slice(2);
const version = name as Profile['name'];
const text: ForeignText = version === 'd3d11.3' ? 'd3d11' : 'vulkan';
const only = names === '' ? undefined : names.split(',');
const begin = process.cpuUsage();

interface Count {
  lanes: number;
  open: number;
  wrong: number;
}

const counts = new Map<string, Count>();
const total: Count = { lanes: 0, open: 0, wrong: 0 };

function add({ trace, lanes, wrong }: JudgedTable, seed: number, keyOf: (id: string) => string): void {
  for (const [at, verdict] of lanes.entries()) {
    if (verdict === LANE_VERDICT.unmeasured) continue;
    const key = keyOf(String(trace.requests[at >> 2].id));
    if (!counts.has(key)) counts.set(key, { lanes: 0, open: 0, wrong: 0 });
    for (const count of [counts.get(key)!, total]) {
      count.lanes++;
      count.open += Number(verdict === LANE_VERDICT.open);
      count.wrong += Number(verdict === LANE_VERDICT.wrong);
    }
  }
  for (const { quad, lane, channel, expected, got } of wrong.slice(0, Number(shown))) {
    const { id, line } = trace.requests[quad];
    const { lower, upper } = expected ?? {};
    process.stdout.write(
      `wrong: seed ${seed}, line ${line}, ${id}, lane ${lane}: ${channel} ${got}, ${lower} to ${upper}\n`,
    );
  }
}

function devices(): readonly NamedDevice[] {
  if (mode === 'faults') {
    const faults = (only ?? faultNames(text)) as readonly FaultName[];
    return faults.map((fault) => ({ label: fault, device: foreignDevice(text, {}, [fault], FEATURES) }));
  }
  return FREEDOM_NAMES.filter((freedom) => only?.includes(freedom) !== false).flatMap((freedom) =>
    conformingValues(freedom, text)
      .slice(1)
      .map((value) => {
        return { label: `${freedom}=${value}`, device: foreignDevice(text, { [freedom]: value }, [], FEATURES) };
      }),
  );
}

for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
  if (mode === 'drawn') {
    for (const scene of only ?? sceneNames(text))
      add(judgedDevice(text, seed, Number(size), [scene], undefined, [], version), seed, () => scene);
  } else {
    const reference = foreignDevice(text, {}, [], FEATURES);
    const { requests, results } = switchTable(reference, devices(), { seed, size: Number(size), most: 20 });
    add(judgedTable(requests, results, profileOfText(text, version)), seed, (id) => id.split('/')[0]);
  }
  process.stderr.write(`seed ${seed}: ${total.lanes} lanes, ${total.open} open, ${total.wrong} wrong so far\n`);
}
for (const [key, { lanes, open, wrong }] of [...counts, ['all', total] as const]) {
  process.stdout.write(`${key}: ${lanes} lanes, ${open} open, ${wrong} wrong\n`);
}
const { user, system } = process.cpuUsage(begin);
process.stdout.write(`${((user + system) / 1e6).toFixed(1)} s of processor time\n`);
