import { type Account, unitCycles } from '../../../pipeline/stages/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../pipeline/counters/causes.ts';
import { box, type Chart, chartFigure, type PlotArea, short, squareSign } from '../../platform/pages/chart.ts';
import { linearScale } from '../../platform/pages/chart-scale.ts';
import { pageSection, tablePanel } from '../../platform/pages/page.ts';
import { grouped, percent } from '../../platform/pages/wording.ts';
import { causeColor } from './html-style.ts';

/** The section of the causes of all cycles: stacked over time, and in total. */
export function causeSection(account: Account): string {
  const cycles = unitCycles(account);
  if (cycles === 0) return '';
  const rows = CAUSES.filter((cause) => account.causes[cause] > 0).map((cause) => {
    const { title, meaning } = CAUSE_RECORDS[cause];
    const key = `<span class="key" style="background:${causeColor(cause)}"></span>`;
    const count = account.causes[cause];
    return [`${key}<b>${title}</b>`, grouped(count), percent(count / cycles), meaning];
  });
  const table = tablePanel('Cycles by cause', ['cause', 'cycles', 'share', 'meaning'], rows);
  return pageSection('What every cycle was spent on', '', chartFigure(causeChart(account), true) + table);
}

/** The causes of all cycles of the run, stacked over time. */
export function causeChart({ cycles, timeline, units }: Pick<Account, 'cycles' | 'timeline' | 'units'>) {
  const { binCycles } = timeline;
  const causes = CAUSES.filter((cause) => timeline.causes[cause] !== undefined);
  const marks = (area: PlotArea) => {
    const below = new Array<number>(Math.ceil(cycles / binCycles)).fill(0);
    return causes
      .map((cause) => {
        const columns = timeline.causes[cause]!.map((count, bin) => {
          const end = Math.min(cycles, (bin + 1) * binCycles);
          const share = count / ((units?.length ?? 1) * (end - bin * binCycles));
          const column = count === 0 ? '' : box(area, [bin * binCycles, end], [below[bin], below[bin] + share]);
          below[bin] += share;
          return column;
        });
        return `<path style="fill:${causeColor(cause)}" d="${columns.join('')}"><title>${CAUSE_RECORDS[cause].title}</title></path>`;
      })
      .join('\n');
  };
  return {
    title: `Causes of the cycles, in bins of ${grouped(binCycles)} cycles`,
    height: 240,
    x: { label: 'cycle', scale: linearScale(0, Math.max(1, cycles), grouped) },
    y: { label: 'share of the cycles', scale: linearScale(0, 1, (share) => `${Math.round(100 * share)} %`) },
    keys: causes.map((cause) => ({ name: CAUSE_RECORDS[cause].title, sign: squareSign(causeColor(cause)) })),
    marks,
  } satisfies Chart;
}

/** The section of the quads' latencies from the front end to the result. */
export function latencySection({ latency, quads }: Account): string {
  const { mean, p50, p90, p99, max, histogram } = latency;
  if (histogram.length === 0) return '';
  const most = histogram.reduce((a, bin) => Math.max(a, bin.quads), 0) / quads;
  const marked = Object.entries({ p50, p90, p99 }).map(([name, at], n) => {
    const line = (path: string) =>
      `<path d="${path}" style="fill:none;stroke:var(--text);stroke-width:1.5;stroke-dasharray:${DASHES[n]}"/>`;
    return { at, line, key: { name: `${name} ${grouped(at)} cycles`, sign: line('M-10 0H10') } };
  });
  const chart: Chart = {
    title: 'Latency of the quads, from the front end to the result',
    height: 180,
    x: { label: 'latency, cycles', scale: linearScale(histogram[0].from, histogram.at(-1)!.to, grouped) },
    y: { label: 'share of the quads', scale: linearScale(0, most, percent) },
    keys: marked.map(({ key }) => key),
    marks: (area) => {
      const bars = histogram.map(({ from, to, quads: own }) =>
        own === 0 ? '' : box(area, [from, to], [0, own / quads]),
      );
      const lines = marked.map(({ at, line }) => line(`M${short(area.across(at + 0.5))} ${area.top}V${area.bottom}`));
      return `<path style="fill:var(--quiet)" d="${bars.join('')}"/>${lines.join('')}`;
    },
  };
  const caption = `mean ${grouped(mean)} cycles, longest ${grouped(max)} cycles`;
  return pageSection('Latency of a quad', '', chartFigure(chart, true, caption));
}

/** The dashes of the lines of p50, p90 and p99. */
const DASHES = ['none', '8 4', '2 3'];
