import { judgeLanes, LANE_VERDICT, oracleOf, type WrongLane } from '../../../../src/checker/judge/judge-lanes.ts';
import { type MeasuredTrace, readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { type Profile, profileOf } from '../../../../src/checker/profiles.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { ResultJoin } from '../../../../traces/results/result-join.ts';
import { ResultReader } from '../../../../traces/results/result-trace.ts';
import { type DeviceFeature, foreignDevice } from '../../../foreign/device.ts';
import { executeTable } from '../../../foreign/execute.ts';
import type { FaultName } from '../../../foreign/switches/faults.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';
import { drawnSettings, type FreedomSettings } from '../../../foreign/switches/freedoms.ts';
import { seededRandom } from '../../../foreign/switches/random.ts';
import { parseTable } from '../../../foreign/tables/parse-table.ts';
import { wideTable } from '../../../foreign/tables/wide-table.ts';
import { resultLines } from '../../../foreign/tables/write-results.ts';
import { finished } from '../judge/random-requests.ts';

/** The features of the devices; the profile of Vulkan says the same. */
export const FEATURES: readonly DeviceFeature[] = ['robustImageAccess'];

/** The verdicts on a table of results. */
export interface JudgedTable {
  readonly trace: MeasuredTrace;
  /** One of LANE_VERDICT for lane l of request n at 4n + l. */
  readonly lanes: Uint8Array;
  readonly wrong: readonly WrongLane[];
}

/** The profile that judges the devices of a text, by the least that a version demands. */
export function profileOfText(text: ForeignText, name: Profile['name'] = 'vulkan-1.4'): Profile {
  const { limits } = PRESETS.get('full-quality')!;
  return text === 'd3d11' ? profileOf('d3d11.3', limits) : profileOf(name, limits, ['robustImageAccess']);
}

/** Requests with their results, both as the lines of traces. */
export function measuredTable(requests: string, results: string): MeasuredTrace {
  const join = new ResultJoin('results');
  const reader = new ResultReader('results');
  for (const line of results.trimEnd().split('\n')) {
    const result = reader.read(line);
    if (result !== null) join.add(result);
  }
  const noPicture = () => {
    throw new Error('the table has no pictures');
  };
  return readMeasuredTrace(requests.trimEnd().split('\n'), 'requests', noPicture, join);
}

/** Judges results, both as the lines of traces. */
export function judgedTable(requests: string, results: string, profile: Profile): JudgedTable {
  const trace = measuredTable(requests, results);
  const range = { from: 0, until: trace.requests.length };
  return { trace, ...finished(judgeLanes(trace, oracleOf(trace, { kind: 'profile', profile }), range)) };
}

/**
 * The verdicts on a device whose freedoms are drawn by a seed, if none are given; seed 0 has the preferred ones.
 *
 * @param version the profile of a Vulkan device; those before 1.4 have lower limits
 */
export function judgedDevice(
  text: ForeignText,
  seed: number,
  size: number,
  scenes?: string[],
  settings?: Partial<FreedomSettings>,
  faults: readonly FaultName[] = [],
  version: Profile['name'] = 'vulkan-1.4',
): JudgedTable {
  const drawn = () => (seed === 0 ? {} : drawnSettings(text, seededRandom(seed), version !== 'vulkan-1.4'));
  const requests = wideTable({ text, seed, size }, scenes);
  const table = parseTable(requests);
  const results = resultLines(table, executeTable(foreignDevice(text, settings ?? drawn(), faults, FEATURES), table));
  return judgedTable(requests, results, profileOfText(text, version));
}

/** The lanes of a verdict. */
export function count(lanes: Uint8Array, verdict: keyof typeof LANE_VERDICT): number {
  return lanes.filter((lane) => lane === LANE_VERDICT[verdict]).length;
}
