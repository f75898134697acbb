import type { ResultsCheck } from '../results/check-results.ts';
import { type CheckReport, passed } from './check-report.ts';

/**
 * The report for machines. Numbers that JSON lacks (an infinite margin) are texts: "Infinity", "NaN".
 *
 * @param results given if measured results were judged: each result that is not allowed, and the unit that they reveal
 */
export function checkJson(report: CheckReport, results?: ResultsCheck): string {
  const { texunit, subject, profile, effort, seconds, verdicts } = report;
  const rules = verdicts.map(({ rule, finding }) => ({
    id: rule.id,
    specification: rule.specification,
    section: rule.section,
    title: rule.title,
    limit: rule.limit,
    method: rule.method,
    unit: rule.unit,
    ...finding,
  }));
  const whole = {
    format: 'texunit-check',
    version: 1,
    texunit,
    subject,
    profile,
    effort,
    seconds,
    pass: passed(report),
    rules,
    ...(results && { results: ofResults(results) }),
  };
  return `${JSON.stringify(whole, finiteOrText, 2)}\n`;
}

function ofResults({ file, standard, judged, open, unmeasured, wrong, fitted }: ResultsCheck) {
  return { file, standard, judged, open, unmeasured, wrong, fitted };
}

function finiteOrText(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
