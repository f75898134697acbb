import { answerLines } from './answer.ts';
import { type CheckReport, conforms, reportedRule } from './check-report.ts';

/**
 * The report for machines. Numbers that JSON lacks (an infinite margin) are texts: "Infinity", "NaN". Measured results come with each
 * result that is not allowed, and what they reveal of their unit.
 */
export function checkJson(report: CheckReport): string {
  const { texunit, subject, profile, effort, seconds, verdicts, results } = report;
  const rules = verdicts.map(({ rule, finding }) => ({ ...reportedRule(rule), ...finding }));
  const whole = {
    format: 'texunit-check',
    version: 1,
    texunit,
    subject,
    profile,
    effort,
    seconds,
    pass: conforms(report),
    answer: answerLines(report),
    rules,
    // All but the verdicts, which are the report's.
    ...(results && { results: { ...results, verdicts: undefined } }),
  };
  const finiteOrText = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  return `${JSON.stringify(whole, finiteOrText, 2)}\n`;
}
