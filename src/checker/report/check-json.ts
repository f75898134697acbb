import { type CheckReport, passed } from './check-report.ts';

/** The report for machines. Numbers that JSON has not (an infinite margin) are texts: "Infinity", "NaN". */
export function checkJson(report: CheckReport): string {
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
  };
  return `${JSON.stringify(whole, finiteOrText, 2)}\n`;
}

function finiteOrText(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
