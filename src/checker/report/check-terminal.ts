import Table from 'cli-table3';
import pc from 'picocolors';
import { casesText, type CheckReport, conforms, numbers, sectionText } from './check-report.ts';
import { answerLines } from './answer.ts';
import { explanation } from './check-junit.ts';

/**
 * The report for the terminal: the answer, one line a rule, and the witness of each rule that fails.
 *
 * @param color true to mark important values with ANSI colours
 */
export function checkTerminal(report: CheckReport, color: boolean): string {
  const colors = pc.createColors(color);
  const { verdicts, seconds } = report;
  const table = new Table({
    head: ['', 'rule', 'required', 'measured', 'margin', 'cases'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { rule, finding } of verdicts) {
    table.push([
      { pass: colors.green('pass'), fail: colors.red('FAIL'), open: colors.yellow('open') }[finding.verdict],
      `${rule.id} (${sectionText(rule)})\n${rule.title}`,
      ...numbers({ rule, finding }),
      casesText(finding.cases),
    ]);
  }
  const failures = verdicts
    .filter(({ finding }) => finding.verdict === 'fail')
    .map((verdict) => `\n${colors.bold(verdict.rule.id)}\n${explanation(verdict).replace(/^/gm, '  ')}`);
  const [first, ...lines] = answerLines(report);
  const answer = [(conforms(report) ? colors.green : colors.red)(colors.bold(first)), ...lines];
  return [...answer, '', table.toString(), ...failures, `\n${seconds.toFixed(1)} s`].join('\n');
}
