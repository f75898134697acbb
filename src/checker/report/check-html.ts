import { escaped } from '../../platform/pages/escaped.ts';
import type { GatesOf } from '../minimize/gates-of-sweeps.ts';
import type { WidthSweep } from '../minimize/search.ts';
import type { ErrorMap } from '../probes/error-map.ts';
import type { Finding, ReportedVerdict, Witness } from '../rule.ts';
import {
  casesText,
  type CheckReport,
  conforms,
  groupLines,
  numbers,
  openText,
  sectionText,
  witnessRows,
} from './check-report.ts';
import { answerLines } from './answer.ts';
import { plotSvg } from './plot-svg.ts';
import { foldedSection, htmlPage, linkLine, tablePanel, tableSection } from '../../platform/pages/page.ts';
import { counted } from '../../platform/pages/wording.ts';
import { lastBitCost, widthCosts, type WidthLink } from './width-costs.ts';
import { profileTitle } from '../profiles.ts';
import { box, chartFigure, type PlotArea, squareSign } from '../../platform/pages/chart.ts';
import { linearScale } from '../../platform/pages/chart-scale.ts';
import { heatColor } from '../../platform/pages/heat-picture.ts';

/** The widths of a design a little narrower and wider, and the gates of each. */
export interface CheckCosts {
  readonly sweeps: readonly WidthSweep[];
  readonly gates: GatesOf;
}

/** Links to the inspector. */
export interface CheckLinks {
  /** That of the design; of results, that of the closest one. */
  readonly design: string | null;
  /** The link of the witness of each rule that fails, by the rule's id; null where it names no request. */
  readonly witnesses: ReadonlyMap<string, string | null>;
  readonly width: WidthLink;
}

export const CHECK_STYLE = `
header p:first-of-type { font-size: 17px; font-weight: 600; }
main > section, details > section { margin: 16px 0; }
section h2 { margin: 0 0 4px; }
section p { margin: 2px 0; }
dl { display: grid; grid-template-columns: minmax(90px, max-content) 1fr; gap: 2px 16px; margin: 10px 0 0;
  font: 13px/1.5 ui-monospace, monospace; }
dt { color: var(--quiet); } dt, dd { margin: 0; overflow-wrap: anywhere; }
`;

/**
 * The report as one page without external files: the table of the rules that fail, and for each rule its limit, its
 * worst case and its plots, folded but for the first that fails.
 *
 * @param map the errors over a texture, if a design was checked
 * @param costs the widths of the design, and their gates, where the check has them
 * @param links to the inspector
 */
export function checkHtml(report: CheckReport, map?: ErrorMap, costs?: CheckCosts, links?: CheckLinks): string {
  const { subject, profile, effort, seconds, verdicts, texunit } = report;
  const title = `${subject} against ${profileTitle(profile)}`;
  const of = (verdict: Finding['verdict']) => verdicts.filter(({ finding }) => finding.verdict === verdict);
  const [failing, open, passing] = [of('fail'), of('open'), of('pass')];
  const witnesses = new Map<string, string>();
  const cards = (rules: readonly ReportedVerdict[]) =>
    rules.map((verdict) => section(verdict, witnesses, links)).join('\n');
  const fold = (rules: readonly ReportedVerdict[], say: string, table = '') =>
    foldedSection(foldText(rules, say), '', table + cards(rules));
  return htmlPage(
    `texunit check: ${title}`,
    CHECK_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
${answerLines(report)
  .map((line, n) => `<p${n > 0 ? '' : ` class="${conforms(report) ? 'pass' : 'fail'}"`}>${escaped(line)}</p>`)
  .join('\n')}
<p><small>${escaped(`${effort} check in ${seconds.toFixed(1)} s, texunit ${texunit}`)}</small></p>
${linkLine(`${report.results === undefined ? 'This' : 'The closest'} design in the inspector`, links?.design)}
</header>
${ruleTable(failing)}
${map === undefined ? '' : `<div class="grid">${errorMapSvg(map)}</div>`}
${costs === undefined ? '' : bitCosts(costs, links?.width)}
${cards(failing.slice(0, 1))}
${fold(failing.slice(1), 'more that fail')}
${fold(open, 'open', ruleTable(open))}
${fold(passing, 'that pass', ruleTable(passing))}`,
  );
}

function ruleTable(rules: readonly ReportedVerdict[]): string {
  const head = ['rule', 'verdict', 'required', 'measured', 'margin', 'cases'];
  return rules.length === 0 ? '' : tablePanel(`Rules: ${rules[0].finding.verdict}`, head, rules.map(row));
}

/** The summary of folded cards: `59 rules that pass: limits, cases, 48 plots`. */
function foldText(rules: readonly ReportedVerdict[], say: string): string {
  const plots = rules.reduce((sum, { finding }) => sum + (finding.plots?.length ?? 0), 0);
  return `${counted(rules.length, 'rule')} ${say}: limits, cases${plots === 0 ? '' : `, ${counted(plots, 'plot')}`}`;
}

function bitCosts({ sweeps, gates }: CheckCosts, linkOf?: WidthLink): string {
  const rows = sweeps.map((sweep) => {
    const { parameter, start, trials } = sweep;
    const less = trials.find(({ value }) => value === start - 1);
    const breaks = less === undefined ? 'it is the least there is' : (less.obstacle?.reason ?? 'nothing');
    const { field } = parameter;
    return [
      `<a href="#${escaped(field)}">${escaped(field)}</a>`,
      String(start),
      lastBitCost(sweep, gates),
      escaped(breaks),
    ];
  });
  const note =
    'Each width alone, the others as the design has them. NAND2 are those of the modules of the plain path ' +
    '(docs/area.md); rules are judged by their quick checks.';
  const head = ['width', 'bits', 'NAND2 of the last bit', 'one bit less breaks'];
  return `${tableSection('What a bit costs, and what it buys', head, rows, note)}
${widthCosts(sweeps, gates, linkOf)}`;
}

function row({ rule, finding }: ReportedVerdict): readonly string[] {
  const name = `<a href="#${escaped(rule.id)}">${escaped(rule.title)}</a><small>${escaped(`${rule.id}, ${sectionText(rule)}`)}</small>`;
  return [name, MARKS[finding.verdict], ...numbers({ rule, finding }), casesText(finding.cases)];
}

const MARKS: Readonly<Record<Finding['verdict'], string>> = {
  pass: '<span class="pass">pass</span>',
  fail: '<span class="fail">FAIL</span>',
  open: '<span class="open">open</span>',
};

/** The card of a rule. @param witnesses the rules of the witnesses that were shown: none is shown twice */
function section({ rule, finding }: ReportedVerdict, witnesses: Map<string, string>, links?: CheckLinks): string {
  const plots = finding.plots ?? [];
  return `<section class="panel" id="${escaped(rule.id)}">
<h2>${MARKS[finding.verdict]} ${escaped(rule.title)}</h2>
<p>${escaped(`${sectionText(rule)}: ${rule.limit}`)}</p>
<p><small>${escaped(`${rule.method}; ${casesText(finding.cases)}`)}</small></p>
${groupLines(finding)
  .map((line) => `<p>${escaped(line)}</p>`)
  .join('')}
${finding.verdict === 'open' ? `<p>${escaped(openText(finding))}</p>` : ''}
${finding.witness === null ? '' : witness(finding.witness, rule.id, witnesses)}
${linkLine('The witness in the inspector', links?.witnesses.get(rule.id))}
${plots.length === 0 ? '' : `<div class="grid">${plots.map(plotSvg).join('\n')}</div>`}
</section>`;
}

function witness(shown: Witness, id: string, witnesses: Map<string, string>): string {
  const list = `<dl>${witnessRows(shown)
    .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`)
    .join('')}</dl>`;
  const before = witnesses.get(list);
  if (before !== undefined)
    return `<p>Its witness is that of <a href="#${escaped(before)}">${escaped(before)}</a>.</p>`;
  witnesses.set(list, id);
  return list;
}

/** The shares of the largest error that the legend shows. */
const SHOWN = [0, 0.25, 0.5, 0.75, 1];
/** The steps of colour: cells of one step are one path. */
const STEPS = 40;

/** A map of errors as a figure: dark is no error, bright is the map's largest error, which the legend names. */
function errorMapSvg({ title, width, height, errors }: ErrorMap): string {
  const largest = Math.max(...errors);
  const color = (share: number) => `rgb(${heatColor(share).join(',')})`;
  const across = linearScale(0, 1);
  const cells = (area: PlotArea) => {
    const paths = new Map<number, string>();
    for (const [n, error] of errors.entries()) {
      const [column, row] = [n % width, Math.floor(n / width)];
      const step = largest === 0 ? 0 : Math.round((STEPS * error) / largest);
      const cell = box(area, [column / width, (column + 1) / width], [row / height, (row + 1) / height]);
      paths.set(step, (paths.get(step) ?? '') + cell);
    }
    return Array.from(paths, ([step, path]) => `<path fill="${color(step / STEPS)}" d="${path}"/>`);
  };
  return chartFigure({
    title,
    height: (whole: number) => whole - 70,
    x: { label: 's, over the texture', scale: across },
    y: { label: 't, over the texture', scale: { ...across, share: (t: number) => 1 - t } },
    keys: SHOWN.map((share) => ({
      name: share === 0 ? '0' : `${(share * largest).toPrecision(3)}${share === 1 ? ' codes' : ''}`,
      sign: squareSign(color(share)),
    })),
    marks: (area) => `<g shape-rendering="crispEdges">${cells(area).join('')}</g>`,
  });
}
