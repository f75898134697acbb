import type { Design } from '../../rtl-model/design/design.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import type { ImageView } from '../../rtl-model/state/image-view.ts';
import { srgbCode } from '../specification/texels/srgb.ts';
import { codeOfOne } from '../specification/texels/numeric-formats.ts';
import { textureView } from '../specification/state/view.ts';
import { csvCell } from '../pages/csv-cell.ts';
import { PROVING } from '../checker/results/hypotheses.ts';
import { type MeasuredTrace, spreadOf } from '../checker/results/measured-trace.ts';
import type { LaneResults, Texel } from '../../traces/requests/request-trace.ts';
import { aligned } from './explanation-text.ts';
import { RegisterTrials, TRIED_REGISTERS } from './register-trials.ts';
import { floatValue, hex } from './step-values.ts';

/** The columns of a difference. */
const COLUMNS = [
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
export type Difference = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/** The results of a design beside those that were expected. */
export interface Comparison {
  /** Lanes that were compared, those that differ, and requests without an expected result. */
  readonly rows: number;
  readonly differing: number;
  readonly unmeasured: number;
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
export function compareWithExpected(trace: MeasuredTrace, design: Design, results: readonly LaneResults[]): Comparison {
  const differences: Difference[] = [];
  const wrong: { quad: number; lane: number; made: Texel; expected: Texel; codes: number }[] = [];
  let [rows, differing] = [0, 0];
  for (const [quad, { id, line, ...request }] of trace.requests.entries()) {
    if (request.results === null) continue;
    const { texels, resident, footprints } = request.results;
    const made = results[quad];
    const lanes = (texels ?? footprints ?? []).length;
    for (let lane = 0; lane < lanes; lane++) {
      if (((trace.batch.active[quad] >> lane) & 1) === 0) continue;
      rows++;
      const before = differences.length;
      const place = { id, line, lane };
      const [texel, expected] = [made.texels?.[lane] ?? null, texels?.[lane] ?? null];
      const components = texel === null || expected === null ? [] : [0, 1, 2, 3];
      let most = 0;
      for (const c of components) {
        const [got, want] = [texel![c], expected![c]];
        if (isWithin(got, want, spreadOf({ id, line, ...request }, want))) continue;
        const difference = differenceOf(trace, quad, c, got, want);
        differences.push({ ...place, component: 'rgba'[c], ...difference });
        most = Math.max(most, Math.abs(difference.codes ?? difference.ulp ?? Infinity));
      }
      const texts = { resident: [made.resident, resident], footprint: [made.footprints, footprints] };
      for (const [component, [own, others]] of Object.entries(texts)) {
        const [got, want] = [own, others].map((values) => JSON.stringify(values?.[lane] ?? null));
        if (others === undefined || got === want) continue;
        differences.push({ ...place, component, got, expected: want, ...NO_CODES });
        most = Infinity;
      }
      if (differences.length === before) continue;
      differing++;
      if (texel !== null && expected !== null) wrong.push({ quad, lane, made: texel, expected, codes: most });
    }
  }
  const unmeasured = trace.requests.filter((request) => request.results === null).length;
  return { rows, differing, unmeasured, differences, ...causesOf(trace, design, wrong) };
}

/** The registers that explain differing rows, evenly spread. */
function causesOf(
  trace: MeasuredTrace,
  design: Design,
  wrong: readonly { quad: number; lane: number; made: Texel; expected: Texel; codes: number }[],
): Pick<Comparison, 'tried' | 'causes'> {
  const causes = new Map<string, number>([...TRIED_REGISTERS, FILTER, OTHER].map((name) => [name, 0]));
  if (wrong.length === 0) return { tried: 0, causes };
  const trials = new RegisterTrials(design, trace);
  const step = Math.max(1, wrong.length / MOST_TRIED);
  let tried = 0;
  for (let n = 0; n < Math.min(wrong.length, MOST_TRIED); n++) {
    const { quad, lane, made, expected, codes } = wrong[Math.floor(n * step)];
    const request = trace.requests[quad];
    const registers = trials.explaining(quad, lane, made, (texel) =>
      texel.every((value, c) => isWithin(value, expected[c], spreadOf(request, expected[c]))),
    );
    if (registers === null) continue;
    tried++;
    const names = [...registers, ...(codes <= FILTER_CODES ? [FILTER] : [])];
    for (const name of names.length === 0 ? [OTHER] : names) causes.set(name, causes.get(name)! + 1);
  }
  return { tried, causes };
}

function isWithin(got: number, expected: number, spread: number): boolean {
  return Object.is(got, expected) || (spread > 0 && Math.abs(got - expected) <= spread);
}

const NO_CODES = { 'got code': null, 'expected code': null, codes: null, ulp: null } as const;

/** Both values of a component, their codes, and how far they are apart. */
function differenceOf(trace: MeasuredTrace, quad: number, c: number, got: number, expected: number) {
  const number = trace.batch.state[quad];
  const { instruction } = trace.states[number];
  const values = { got: floatValue(got), expected: floatValue(expected) };
  const areNumbers = Number.isFinite(got) && Number.isFinite(expected);
  if (trace.shapes[number].result !== 'float') {
    return { ...values, 'got code': got, 'expected code': expected, codes: got - expected, ulp: null };
  }
  const ulp = areNumbers ? ordered(got) - ordered(expected) : null;
  const isTexel = instruction.dref !== true && !/^(query|sample_position|block_match)/.test(instruction.op ?? '');
  const view = isTexel ? textureView(trace.states[number], trace.images) : null;
  const [a, b] = [got, expected].map((value) => view && codeOf(view, c, value));
  if (typeof a !== 'number' || typeof b !== 'number' || !areNumbers) {
    return {
      ...values,
      'got code': hex(floatBits(got), 32),
      'expected code': hex(floatBits(expected), 32),
      codes: null,
      ulp,
    };
  }
  return { ...values, 'got code': shortened(a), 'expected code': shortened(b), codes: shortened(a - b), ulp };
}

/** The code of a normalized component, with a fraction where it is between two; null for floats. */
function codeOf({ format }: ImageView, c: number, value: number): number | null {
  const bits = format.bits[format.order.indexOf(c)] ?? format.componentBits;
  const one = codeOfOne(format.componentType, bits);
  if (one === 1 && bits > 1) return null;
  return format.componentType === 'srgb' && c < 3 ? srgbCode(value) : value * one;
}

function shortened(code: number): number {
  return Number(code.toFixed(4));
}

/** Float32 values by their order: neighbours differ by 1. */
function ordered(value: number): number {
  const bits = floatBits(value);
  return bits >= 2 ** 31 ? 2 ** 31 - bits : bits;
}

const MOST_SHOWN = 20;

/** The comparison in lines: the answer, the first differences, and the rows that each register explains. */
export function comparisonText(comparison: Comparison, design: string): string {
  const { rows, differing, unmeasured, differences, tried, causes } = comparison;
  const without = unmeasured === 0 ? '' : `; ${unmeasured} requests have no expected result`;
  const equal = `${rows - differing} of ${rows} rows of ${design} equal the expected ones${without}`;
  if (differing === 0) return equal;
  const shown = differences.slice(0, MOST_SHOWN).map((row) => COLUMNS.map((column) => String(row[column] ?? '')));
  const more = differences.length - shown.length;
  const few = tried < PROVING ? `, and fewer than ${PROVING} cannot tell` : '';
  return [
    `${equal}; ${differing} differ`,
    '',
    aligned([[...COLUMNS], ...shown]) + (more > 0 ? `  ... and ${more} more: --csv FILE has all of them\n` : ''),
    `where the first difference can come from, by ${tried} of ${differing} rows${few}: a few steps of this register alone make so many equal`,
    '',
    aligned([...causes].map(([name, count]) => [name, `${count} of ${tried}`])),
  ].join('\n');
}

/** Every difference as CSV (RFC 4180). */
export function differencesTable({ differences }: Comparison): string {
  const rows = differences.map((row) => COLUMNS.map((column) => row[column]));
  return [[...COLUMNS], ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
