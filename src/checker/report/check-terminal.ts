import Table from 'cli-table3';
import pc from 'picocolors';
import { casesText, type CheckReport, figure, passed, summary } from './check-report.ts';
import { explanation } from './check-junit.ts';
import { profileTitle } from '../profiles.ts';

/**
 * The report for the terminal: one line a rule, and the witness of each rule that fails.
 *
 * @param color true to mark important values with ANSI colours
 */
export function checkTerminal(report: CheckReport, color: boolean): string {
  const colors = pc.createColors(color);
  const { subject, profile, verdicts, seconds } = report;
  const table = new Table({
    head: ['', 'rule', 'required', 'measured', 'margin', 'cases'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { rule, finding } of verdicts) {
    table.push([
      finding.pass ? colors.green('pass') : colors.red('FAIL'),
      `${rule.id}\n${rule.title}`,
      `${figure(finding.required)} ${rule.unit}`,
      figure(finding.measured),
      figure(finding.margin),
      casesText(finding.cases),
    ]);
  }
  const failures = verdicts
    .filter(({ finding }) => !finding.pass)
    .map((verdict) => `\n${colors.bold(verdict.rule.id)}\n${indented(explanation(verdict))}`);
  const verdict = passed(report) ? colors.green(summary(report)) : colors.red(summary(report));
  const last = `${colors.bold(subject)} against ${colors.bold(profileTitle(profile))}: ${verdict} (${seconds.toFixed(1)} s)`;
  return [table.toString(), ...failures, last].join('\n');
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
