import Table from 'cli-table3';
import type { Account } from '../../../pipeline/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../pipeline/causes.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { causeSection } from '../../pages/cause-section.ts';
import { escaped } from '../../pages/escaped.ts';
import { STYLE } from '../../pages/html-style.ts';
import { boundBy } from '../../pages/report.ts';
import { byteCount, grouped, measured, percent } from '../../pages/wording.ts';
import { cacheText } from './replay-text.ts';
import { shareBars } from './share-bars.ts';
import { htmlPage } from '../../pages/page.ts';

/** What the requests of a trace did in the pipeline of one design. */
export interface PipelineDesignReport {
  readonly design: Design;
  readonly account: Account;
}

/** pipeline.json: the requests of a trace through whole pipelines, in numbers. Fields are only added within a version. */
export interface PipelineReport {
  readonly format: 'texunit-pipeline-replay';
  readonly version: 1;
  /** The version of texunit that made it. */
  readonly texunit: string;
  /** `cut` says why and at which record the trace ends early; null where it is whole. */
  readonly trace: { readonly name: string; readonly requests: number; readonly cut: string | null };
  readonly designs: readonly PipelineDesignReport[];
}

/** What is told of a design, in words for tables. */
const COLUMNS: readonly { readonly head: string; readonly cell: (account: Account) => string }[] = [
  { head: 'cycles', cell: ({ cycles }) => grouped(cycles) },
  { head: 'quads a cycle', cell: ({ quads, cycles }) => measured(quads / Math.max(1, cycles)) },
  { head: 'held up most by', cell: (account) => (account.cycles === 0 ? '' : CAUSE_RECORDS[boundBy(account)].title) },
  { head: 'hits', cell: ({ cache }) => percent(cache.hits / Math.max(1, cache.lookups)) },
  { head: 'from memory', cell: ({ memoryBytes }) => byteCount(memoryBytes) },
  { head: 'bus busy', cell: ({ utilization }) => percent(utilization.memoryBus) },
  { head: 'filter busy', cell: ({ utilization }) => percent(utilization.filter) },
  { head: 'latency p50', cell: ({ latency }) => grouped(latency.p50) },
  { head: 'p99', cell: ({ latency }) => grouped(latency.p99) },
];

/** @param color whether to mark what matters with ANSI colours */
export function pipelineSummary({ trace, designs }: PipelineReport, color: boolean): string {
  const table = new Table({
    head: ['design', ...COLUMNS.map(({ head }) => head)],
    colAligns: ['left', ...COLUMNS.map(() => 'right' as const)],
    style: { head: color ? ['cyan'] : [], border: color ? ['gray'] : [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const { design, account } of designs) table.push([design.name, ...COLUMNS.map(({ cell }) => cell(account))]);
  const cut = trace.cut === null ? '' : `cut short: ${trace.cut}\n`;
  return `${trace.name}: ${grouped(trace.requests)} requests through the pipeline\n${cut}${table.toString()}`;
}

export function pipelineJson(report: PipelineReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** One page that needs nothing beside it. */
export function pipelineHtml({ trace, texunit, designs }: PipelineReport): string {
  const title = `${trace.name} through ${designs.length === 1 ? 'one pipeline' : `${designs.length} pipelines`}`;
  const slowest = Math.max(1, ...designs.map(({ account }) => account.cycles));
  const causes = CAUSES.filter((cause) => designs.some(({ account }) => account.causes[cause] > 0));
  const kinds = causes.map((cause) => ({
    name: `${CAUSE_RECORDS[cause].title}: ${CAUSE_RECORDS[cause].meaning}`,
    color: `var(--cause-${cause})`,
    text: '#14171c',
  }));
  const bars = designs.map(({ design, account }, n) => ({
    name: `${n + 1}. ${design.name}`,
    counts: causes.map((cause) => account.causes[cause]),
    of: slowest,
    note: `${measured(account.quads / Math.max(1, account.cycles))} a cycle`,
  }));
  const rows = designs.map(({ design, account }, n) => {
    const name = `<b>${n + 1}. ${escaped(design.name)}</b><br><small>${escaped(cacheText(design.cache))}</small>`;
    return `<tr><td class="name">${name}</td>${COLUMNS.map(({ cell }) => `<td>${cell(account)}</td>`).join('')}</tr>`;
  });
  return htmlPage(
    `texunit replay: ${title}`,
    `${STYLE}
th, td { text-align: right; white-space: nowrap; }
th.name, td.name { text-align: left; white-space: normal; }
`,
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${grouped(trace.requests)} requests, texunit ${escaped(texunit)}</p>
${trace.cut === null ? '' : `<p><b>The trace is cut short: ${escaped(trace.cut)}. Everything here is of what comes before.</b></p>`}
</header>
<section>
<h2>Where the cycles went</h2>
<p class="setting">Parts of the slowest design's ${grouped(slowest)} cycles; behind each bar the quads that came back a cycle.</p>
${shareBars('Cycles by cause', kinds, bars)}
</section>
<section>
<h2>Designs</h2>
<table>
<thead><tr><th class="name">design</th>${COLUMNS.map(({ head }) => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</section>
${designs.map(({ design, account }, n) => `<h2>${n + 1}. ${escaped(design.name)}</h2>\n${causeSection(account)}`).join('\n')}`,
  );
}
