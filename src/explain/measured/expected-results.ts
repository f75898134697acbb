import type { Design } from '../../../rtl-model/design/design.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { LaneResults } from '../../../traces/requests/request-trace.ts';
import { evenly } from '../../checker/attribute/attribute-faults.ts';
import { isExpected, type MeasuredTrace } from '../../checker/judge/measured-trace.ts';
import { csvLine } from '../../platform/pages/csv-cell.ts';
import { textureView } from '../../specification/state/view.ts';
import { aligned } from '../explanation-text.ts';
import { resultCode, roundedCode } from '../result-code.ts';
import { RegisterTrials, TRIED_REGISTERS } from './register-trials.ts';
import { jsonFloat, hex } from '../step-values.ts';
import { PROVING } from '../../checker/rule.ts';

/** The columns of a difference. */
export const DIFFERENCE_COLUMNS = [
  'id',
  'line',
  'lane',
  'component',
  'got',
  'expected',
  'got code',
  'expected code',
  'codes',
  'ulp',
] as const;
/** A component of a lane's result that is not the expected one. Codes are those of the format, ULP those of float32. */
export type Difference = Readonly<Record<(typeof DIFFERENCE_COLUMNS)[number], string | number | null>>;

/** The results of a design beside those that were expected. */
export interface ExpectedComparison {
  /** Lanes that were compared, those that differ, and requests without an expected result. */
  readonly rows: number;
  readonly differing: number;
  readonly unmeasured: number;
  /** True if some results are expected within a tolerance alone. */
  readonly tolerant: boolean;
  readonly differences: readonly Difference[];
  /** Differing rows that were run again, and those that each cause explains: the registers first. */
  readonly tried: number;
  readonly causes: ReadonlyMap<string, number>;
}

/** Differing rows that are run again. */
const MOST_TRIED = 256;
/** Codes, or ULP of floats, that the roundings of a tree of lerps may cost. */
const FILTER_CODES = 4;
const FILTER = `sum_hi, sum_lo: at most ${FILTER_CODES} codes or ULP`;
const OTHER = 'none of these alone';

/** @param results of every request of the trace, as the design gives them */
export function compareWithExpected(
  trace: MeasuredTrace,
  design: Design,
  results: readonly LaneResults[],
): ExpectedComparison {
  const wrong: { quad: number; lane: number; differences: readonly Difference[] }[] = [];
  let rows = 0;
  for (const [quad, { results: expected }] of trace.requests.entries()) {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      if (expected === null || !((trace.batch.active[quad] >> lane) & 1)) continue;
      rows++;
      const differences = rowDifferences(trace, quad, lane, expected, results[quad]);
      if (differences.length > 0) wrong.push({ quad, lane, differences });
    }
  }
  const texels = wrong.filter(({ differences: [first] }) => 'rgba'.includes(String(first.component)));
  const causes = new Map<string, number>([...TRIED_REGISTERS, FILTER, OTHER].map((name) => [name, 0]));
  const trials = new RegisterTrials(design, trace);
  let tried = 0;
  for (const { quad, lane, differences } of evenly(texels, MOST_TRIED)) {
    const registers = trials.explaining(quad, lane, results[quad]);
    if (registers === null) continue;
    tried++;
    const isNear = differences.every(({ codes, ulp }) => Math.abs(Number(codes ?? ulp ?? Infinity)) <= FILTER_CODES);
    const names = [...registers, ...(isNear ? [FILTER] : [])];
    for (const name of names.length === 0 ? [OTHER] : names) causes.set(name, causes.get(name)! + 1);
  }
  const unmeasured = trace.requests.filter((request) => request.results === null).length;
  const differences = wrong.flatMap((row) => row.differences);
  const tolerant = trace.requests.some(({ tolerance }) => tolerance > 0);
  return { rows, differing: wrong.length, unmeasured, tolerant, differences, tried, causes };
}

/** The components, residency and footprint of a lane that are not the expected ones. */
export function rowDifferences(
  trace: MeasuredTrace,
  quad: number,
  lane: number,
  expected: LaneResults,
  made: LaneResults,
): readonly Difference[] {
  const request = trace.requests[quad];
  const place = { id: request.id, line: request.line, lane };
  const components = expected.texels?.[lane]?.flatMap((want, c) => {
    const got = made.texels?.[lane]?.[c] ?? NaN;
    const component = 'rgba'[c];
    return isExpected(request, got, want) ? [] : { ...place, component, ...apart(trace, quad, c, got, want) };
  });
  const texts = (['resident', 'footprints'] as const).flatMap((component) => {
    const [got, want] = [made, expected].map((one) => one[component] && JSON.stringify(one[component][lane]));
    return want === undefined || got === want
      ? []
      : { ...place, component, got: got ?? '', expected: want, ...NO_CODES };
  });
  return [...(components ?? []), ...texts];
}

const NO_CODES = { 'got code': null, 'expected code': null, codes: null, ulp: null } as const;

/** Both values of a component, their codes, and how far they are apart. */
function apart(trace: MeasuredTrace, quad: number, c: number, got: number, expected: number) {
  const number = trace.batch.state[quad];
  const state = trace.states[number];
  const isFloat = trace.shapes[number].result === 'float';
  const view = isFloat ? textureView(state, trace.images) : null;
  const values = [got, expected];
  const codes = isFloat
    ? values.map((value) => view && (resultCode({ ...state, view }, c, value)?.code ?? null))
    : values;
  const bits = values.map((value) => hex(floatBits(value), 32));
  const ulp = isFloat && values.every(Number.isFinite) ? ordered(got) - ordered(expected) : null;
  const [a, b] = codes;
  return {
    got: jsonFloat(got),
    expected: jsonFloat(expected),
    'got code': a ?? bits[0],
    'expected code': b ?? bits[1],
    codes: a === null || b === null ? null : roundedCode(a - b),
    ulp,
  };
}

/** Float32 values by their order: neighbours differ by 1. */
function ordered(value: number): number {
  const bits = floatBits(value);
  return bits >= 2 ** 31 ? 2 ** 31 - bits : bits;
}

const MOST_SHOWN = 20;

/** The comparison in lines: the answer, the first differences, and the rows that each register explains. */
export function comparisonText(comparison: ExpectedComparison, design: string): string {
  const { rows, differing, unmeasured, differences, tried, causes } = comparison;
  const without = unmeasured === 0 ? '' : `; ${unmeasured} requests have no expected result`;
  const within = comparison.tolerant ? ' or are within their tolerance' : '';
  const equal = `${rows - differing} of ${rows} rows of ${design} equal the expected ones${within}${without}`;
  if (differing === 0) return equal;
  const shown = differences
    .slice(0, MOST_SHOWN)
    .map((row) => [JSON.stringify(row.id), ...DIFFERENCE_COLUMNS.slice(1).map((column) => String(row[column] ?? ''))]);
  const more = differences.length - shown.length;
  const few = tried < PROVING ? `, and fewer than ${PROVING} cannot tell` : '';
  const title = `where the first difference can come from, by ${tried} of ${differing} rows${few}`;
  const counts = aligned([...causes].map(([name, count]) => [name, `${count} of ${tried}`]));
  return [
    `${equal}; ${differing} differ`,
    '',
    aligned([[...DIFFERENCE_COLUMNS], ...shown]) +
      (more > 0 ? `  ... and ${more} more: --csv FILE has all of them\n` : ''),
    ...(tried === 0 ? [] : [`${title}: a few steps of this register alone make so many equal`, '', counts]),
  ].join('\n');
}

/** Every difference as CSV (RFC 4180). */
export function differencesTable({ differences }: ExpectedComparison): string {
  const rows = differences.map((row) => DIFFERENCE_COLUMNS.map((column) => row[column]));
  return [[...DIFFERENCE_COLUMNS], ...rows].map((cells) => csvLine(cells, '\r\n')).join('');
}
