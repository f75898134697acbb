import { judgeLanes, LANE_VERDICT, oracleOf } from '../../../../src/checker/judge/judge-lanes.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { profileOf, withText } from '../../../../src/checker/profiles.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { ResultJoin } from '../../../../traces/results/result-join.ts';
import { ResultReader } from '../../../../traces/results/result-trace.ts';
import { type DeviceFeature, foreignDevice } from '../../../foreign/device.ts';
import { executeTable } from '../../../foreign/execute.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';
import { faultNames } from '../../../foreign/switches/faults.ts';
import {
  conformingValues,
  drawnSettings,
  FREEDOM_NAMES,
  type FreedomName,
} from '../../../foreign/switches/freedoms.ts';
import { seededRandom } from '../../../foreign/switches/random.ts';
import { parseTable } from '../../../foreign/tables/parse-table.ts';
import { switchTable } from '../../../foreign/tables/switch-table.ts';
import { sceneNames, wideTable } from '../../../foreign/tables/wide-table.ts';
import { resultLines } from '../../../foreign/tables/write-results.ts';

const [mode, name, first, count, size, only, shown = '3'] = process.argv.slice(2);
const text = name as ForeignText;
const profileName = text === 'd3d11' ? 'd3d11.3' : 'vulkan-1.4';
const noPicture = () => {
  throw new Error('there is no picture');
};
const start = process.cpuUsage();
interface Row {
  lanes: number;
  open: number;
  wrong: number;
  seeds: Set<string>;
}
const rows = new Map<string, Row>();
const features: DeviceFeature[] = ['robustImageAccess'];
function judge(requests: string, results: string, keyOf: (id: string) => string, seed: string): void {
  const join = new ResultJoin('r');
  const reader = new ResultReader('r');
  for (const line of results.split('\n')) {
    const result = line === '' ? null : reader.read(line);
    if (result !== null) join.add(result);
  }
  const lines = requests.trimEnd().split('\n');
  const trace = readMeasuredTrace(lines, 't', noPicture, join);
  const profile = profileOf(profileName, PRESETS.get('full-quality')!.limits, text === 'vulkan' ? features : undefined);
  const oracle = oracleOf(trace, { kind: 'profile', profile: withText(profile, 'current') });
  const work = judgeLanes(trace, oracle, { from: 0, until: trace.requests.length });
  let step = work.next();
  while (!step.done) step = work.next();
  const { lanes, wrong } = step.value;
  const told = new Map<string, number>();
  lanes.forEach((verdict, at) => {
    if (verdict === LANE_VERDICT.unmeasured) return;
    const key = keyOf(String(trace.requests[at >> 2].id));
    const row = rows.get(key) ?? { lanes: 0, open: 0, wrong: 0, seeds: new Set<string>() };
    rows.set(key, row);
    row.lanes++;
    if (verdict === LANE_VERDICT.open) row.open++;
    if (verdict === LANE_VERDICT.wrong) {
      row.wrong++;
      row.seeds.add(seed);
    }
  });
  for (const w of wrong) {
    const { id, line } = trace.requests[w.quad];
    const key = keyOf(String(id));
    told.set(key, (told.get(key) ?? 0) + 1);
    if (told.get(key)! > Number(shown)) continue;
    const request = JSON.parse(lines[line - 1]);
    const define = (kind: string, of: unknown) =>
      lines
        .filter((l) => l.startsWith(`{"${kind}":`))
        .map((l) => JSON.parse(l)[kind])
        .find((d) => d.name === of);
    const short = (d: Record<string, unknown> | undefined) =>
      d && JSON.stringify({ ...d, levels: undefined, name: undefined });
    const view = define('view', request.image);
    process.stdout.write(
      `WRONG ${key} seed ${seed} id ${id} lane ${w.lane} ${w.channel} expected ${JSON.stringify(w.expected)} got ${w.got}\n   ${lines[line - 1].slice(0, 900)}\n   image ${short(define('image', view?.image ?? request.image))} view ${short(view)} sampler ${short(define('sampler', request.sampler))}\n`,
    );
  }
}
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  if (mode === 'drawn') {
    const settings = seed === 0 ? {} : drawnSettings(text, seededRandom(seed));
    const device = foreignDevice(text, settings, [], features);
    for (const scene of only ? only.split(',') : sceneNames(text)) {
      const requests = wideTable({ text, seed, size: Number(size) }, [scene]);
      const table = parseTable(requests);
      judge(requests, resultLines(table, executeTable(device, table)), () => scene, String(seed));
    }
  } else {
    const chosen = only ? only.split(',') : mode === 'faults' ? faultNames(text) : FREEDOM_NAMES;
    const devices =
      mode === 'faults'
        ? chosen.map((fault) => ({ label: fault, device: foreignDevice(text, {}, [fault as never], features) }))
        : chosen.flatMap((freedom) =>
            conformingValues(freedom as FreedomName, text)
              .slice(1)
              .map((value) => ({
                label: `${freedom}=${String(value)}`,
                device: foreignDevice(text, { [freedom]: value }, [], features),
              })),
          );
    const { requests, results } = switchTable(foreignDevice(text, {}, [], features), devices, {
      seed,
      size: Number(size),
      most: 20,
    });
    judge(requests, results, (id) => id.split('/')[0], String(seed));
  }
}
const total = { lanes: 0, open: 0, wrong: 0 };
for (const [key, row] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  total.lanes += row.lanes;
  total.open += row.open;
  total.wrong += row.wrong;
  process.stdout.write(
    `${key}: ${row.lanes} lanes, ${row.open} open, ${row.wrong} wrong, seeds ${[...row.seeds].join(' ')}\n`,
  );
}
const used = process.cpuUsage(start);
process.stdout.write(`${JSON.stringify(total)} ${(used.user + used.system) / 1e6} s\n`);
