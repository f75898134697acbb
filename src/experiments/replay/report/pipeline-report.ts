import type { Account } from '../../../../pipeline/stages/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../../pipeline/counters/causes.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { causeSection } from '../../../simulate/report/cause-section.ts';
import { heldUpBy, unitSection } from '../../../simulate/report/words.ts';
import { escaped } from '../../../platform/pages/escaped.ts';
import { causeColor, coloredKind, REPORT_STYLE } from '../../../simulate/report/html-style.ts';
import { boundBy } from '../../../simulate/report/report.ts';
import { byteCount, grouped, measured, percent, percentText } from '../../../platform/pages/wording.ts';
import { type ReportColumn, shownColumns } from './design-columns.ts';
import { unmovedText } from './replay-text.ts';
import { designText } from '../../../designs/design-text.ts';
import { foldedSection, htmlPage, linked, pageSection, tableSection } from '../../../platform/pages/page.ts';
import { shareBars } from '../../../platform/pages/share-bars.ts';
import { terminalTable } from '../../../platform/pages/terminal-table.ts';

/** A trace that went through pipelines. */
export interface PipelineTrace {
  readonly name: string;
  /** Its requests; of accesses, the quads that they make. */
  readonly requests: number;
  /** The accesses of a trace of accesses, and those to no texel of its image table, which kept their addresses. */
  readonly accesses?: number;
  readonly unmoved?: number;
  /** The reason and the record at which it ends early; null if it is complete. */
  readonly cut: string | null;
}

/** The account of a trace's requests in the pipeline of one design. */
export interface PipelineDesignReport {
  readonly design: Design;
  readonly account: Account;
}

/**
 * pipeline.json: the requests or accesses of a trace through whole pipelines, in numbers. Within a version, fields are only added.
 */
export interface PipelineReport {
  readonly format: 'texunit-pipeline-replay';
  readonly version: 1;
  /** The version of texunit that wrote the report. */
  readonly texunit: string;
  readonly trace: PipelineTrace;
  readonly designs: readonly PipelineDesignReport[];
}

const COLUMNS: readonly ReportColumn<Account>[] = [
  { head: 'cycles', cell: ({ cycles }) => grouped(cycles) },
  { head: 'quads a cycle', cell: ({ quads, cycles }) => measured(quads / Math.max(1, cycles)) },
  { head: 'held up most by', cell: (account) => heldUpBy(boundBy(account)) },
  { head: 'misses/access', cell: ({ cache, taps }) => percentText(cache.misses / Math.max(1, taps)) },
  { head: 'misses/quad', cell: ({ cache, quads }) => measured(cache.misses / Math.max(1, quads)) },
  { head: 'hits/look-up', cell: ({ cache }) => percent(cache.hits / Math.max(1, cache.lookups)) },
  { head: 'from memory', cell: ({ memoryBytes }) => byteCount(memoryBytes) },
  { head: 'to memory', cell: ({ memory }) => (memory.writes === 0 ? '' : byteCount(memory.writeBytes)) },
  { head: 'flush after', cell: ({ flush }) => (flush.cycles === 0 ? '' : `${grouped(flush.cycles)} cycles`) },
  { head: 'bus busy', cell: ({ utilization }) => percent(utilization.memoryBus) },
  { head: 'filter busy', cell: ({ utilization }) => percent(utilization.filter) },
  { head: 'latency p50', cell: ({ latency }) => grouped(latency.p50) },
  { head: 'p99', cell: ({ latency }) => grouped(latency.p99) },
];

function columnsOf(designs: PipelineReport['designs']) {
  const accounts = designs.map(({ account }) => account);
  return shownColumns(COLUMNS, accounts);
}

/** @param color true to mark important values with ANSI colours */
export function pipelineSummary({ trace, designs }: PipelineReport, color: boolean): string {
  const { heads, cells } = columnsOf(designs);
  const rows = designs.map((report) => [report.design.name, ...cells(report.account)]);
  const notes = [unmovedText(trace), trace.cut === null ? '' : `cut short: ${trace.cut}`].filter((note) => note !== '');
  return [
    `${trace.name}: ${traceText(trace)} through the pipeline`,
    ...notes,
    terminalTable(['design', ...heads], rows, color),
  ].join('\n');
}

function traceText({ requests, accesses }: PipelineTrace): string {
  if (accesses === undefined) return `${grouped(requests)} requests`;
  return `${grouped(accesses)} accesses of ${grouped(requests)} quads`;
}

export function pipelineJson(report: PipelineReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The report as one page without external files. @param links to an inspector, one of each design or none */
export function pipelineHtml(
  { trace, texunit, designs }: PipelineReport,
  links: readonly (string | null)[] = [],
): string {
  const title = `${trace.name} through ${designs.length === 1 ? 'one pipeline' : `${designs.length} pipelines`}`;
  const slowest = Math.max(1, ...designs.map(({ account }) => account.cycles));
  const causes = CAUSES.filter((cause) => designs.some(({ account }) => account.causes[cause] > 0));
  const kinds = causes.map((cause) => coloredKind(CAUSE_RECORDS[cause].title, causeColor(cause)));
  const bars = designs.map(({ design, account }, n) => ({
    name: `${n + 1}. ${design.name}: ${measured(account.quads / Math.max(1, account.cycles))} quads a cycle`,
    counts: causes.map((cause) => account.causes[cause] / (account.units?.length ?? 1)),
    of: slowest,
  }));
  const { heads, cells } = columnsOf(designs);
  const rows = designs.map((report, n) => [
    `<b>${n + 1}. ${linked(report.design.name, links[n])}</b><small>${escaped(designText(report.design))}</small>`,
    ...cells(report.account),
  ]);
  return htmlPage(
    `texunit replay: ${title}`,
    REPORT_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${traceText(trace)}, texunit ${escaped(texunit)}</p>
${unmovedText(trace) === '' ? '' : `<p>${unmovedText(trace)}.</p>`}
${trace.cut === null ? '' : `<p class="cut">The trace is cut short: ${escaped(trace.cut)}. Everything here is of what comes before.</p>`}
</header>
${tableSection('Designs', ['design', ...heads], rows)}
${pageSection(
  'Where the cycles went',
  `Shares of the slowest design's ${grouped(slowest)} cycles; the causes are explained below, design by design.`,
  shareBars('Cycles by cause', "share of the slowest design's cycles", kinds, bars),
)}
${designs.map(({ design, account }, n) => foldedSection(`${n + 1}. ${design.name}: causes of ${grouped(account.cycles)} cycles`, '', causeSection(account) + unitSection(account.units))).join('\n')}`,
  );
}
