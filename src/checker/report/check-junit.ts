import {
  casesText,
  type CheckReport,
  findingNumber,
  groupLines,
  openText,
  sectionText,
  witnessRows,
} from './check-report.ts';
import type { Finding, ReportedVerdict } from '../rule.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { profileTitle } from '../profiles.ts';

/** The report as JUnit XML, the format that CI systems show: one test case a rule. */
export function checkJunit({ subject, profile, seconds, verdicts }: CheckReport): string {
  const count = (verdict: Finding['verdict']) => verdicts.filter(({ finding }) => finding.verdict === verdict).length;
  const counts = [
    `tests="${verdicts.length}" failures="${count('fail')}" errors="0"`,
    `skipped="${count('open')}" time="${seconds.toFixed(3)}"`,
  ].join(' ');
  const name = escaped(`${subject} against ${profileTitle(profile)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="${name}" ${counts}>
${verdicts.map(testCase).join('\n')}
</testsuite>
</testsuites>
`;
}

function testCase({ rule, finding }: ReportedVerdict): string {
  const [className, name] = [`${rule.specification} ${rule.section}`, `${rule.id}: ${rule.title}`];
  const open = `<testcase classname="${escaped(className)}" name="${escaped(name)}"`;
  if (finding.verdict === 'pass') return `${open}/>`;
  if (finding.verdict === 'open') return `${open}><skipped message="${escaped(openText(finding))}"/></testcase>`;
  const message = `${findingNumber(finding.measured)} ${rule.unit} measured, ${findingNumber(finding.required)} ${rule.unit} required`;
  return `${open}>
<failure message="${escaped(message)}">${escaped(explanation({ rule, finding }))}</failure>
</testcase>`;
}

/** The limit of a failed rule, the finding and the witness, one field a line. */
export function explanation({ rule, finding }: ReportedVerdict): string {
  const { witness } = finding;
  const lines = [
    `section: ${sectionText(rule)}`,
    `limit: ${rule.limit}`,
    `method: ${rule.method}`,
    `cases: ${casesText(finding.cases)}`,
    ...groupLines(finding),
  ];
  const fields = witness === null ? [] : witnessRows(witness);
  return [...lines, ...fields.map(([field, value]) => `${field}: ${value}`)].join('\n');
}
