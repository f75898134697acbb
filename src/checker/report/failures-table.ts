import { csvLine } from '../../platform/pages/csv-cell.ts';
import type { ResultsCheck } from '../closest/check-results.ts';
import { sectionText } from './check-report.ts';
import type { WrongResult } from '../attribute/judge-results.ts';

const COLUMNS = ['id', 'file', 'line', 'lane', 'rule', 'section', 'channel', 'lower', 'upper', 'got', 'distance',
  'ulp'] as const; // prettier-ignore
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | null>> & {
  readonly features: readonly string[];
};

/**
 * Every result that is not allowed, as a table: JSON where the name ends in `.json`, else CSV (RFC 4180) with the
 * features in one cell.
 *
 * @param name the file's
 */
export function failuresTable(results: ResultsCheck, name: string): string {
  const sections = new Map(results.verdicts.map(({ rule }) => [rule.id, sectionText(rule)]));
  const rows = results.wrong.map((wrong) => rowOf(wrong, sections.get(wrong.rule) ?? null));
  if (/\.json$/i.test(name)) {
    const failures = rows.map((row) => JSON.stringify(row)).join(',\n    ');
    return `{\n  "format": "texunit-failures",\n  "version": 1,\n  "failures": [\n    ${failures}\n  ]\n}\n`;
  }
  const lines = rows.map((row) => [...COLUMNS.map((column) => row[column]), row.features.join(' ')]);
  return [[...COLUMNS, 'features'], ...lines].map((cells) => csvLine(cells, '\r\n')).join('');
}

function rowOf(wrong: WrongResult, section: string | null): Row {
  const { id, file, line, lane, rule, channel, expected, got, distance, ulp, features } = wrong;
  const [lower, upper] = [expected?.lower, expected?.upper].map(finite);
  return { id, file, line, lane, rule, section, channel, lower, upper, got, distance, ulp, features };
}

/** JSON has no infinities: they are texts. */
function finite(value: number | undefined): number | string | null {
  return value === undefined ? null : Number.isFinite(value) ? value : String(value);
}
