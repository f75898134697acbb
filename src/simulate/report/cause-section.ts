import { type Account, unitCycles } from '../../../pipeline/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../pipeline/causes.ts';
import { chartSvg, type PlotArea, short } from '../../pages/chart.ts';
import { linearScale } from '../../pages/chart-scale.ts';
import { grouped, percent } from '../../pages/wording.ts';

const WIDTH = 1130;

/** The section of the causes of all cycles: stacked over time, and in total. */
export function causeSection(account: Account): string {
  const { causes } = account;
  const cycles = unitCycles(account);
  if (cycles === 0) return '';
  const legend = CAUSES.filter((cause) => causes[cause] > 0).map((cause) => {
    const { title, meaning } = CAUSE_RECORDS[cause];
    const key = `<span class="key cause-${cause}"></span><b>${title}</b>`;
    return `<li>${key} ${percent(causes[cause] / cycles)}, ${grouped(causes[cause])} cycles: ${meaning}</li>`;
  });
  return `<section>
<h2>What every cycle was spent on</h2>
${causeChart(account)}
<ul class="legend">
${legend.join('\n')}
</ul>
</section>`;
}

function causeChart(account: Account): string {
  const { cycles, timeline } = account;
  const { binCycles, causes } = timeline;
  const units = account.units?.length ?? 1;
  const frame = {
    title: `Causes of the cycles, in bins of ${grouped(binCycles)}`,
    width: WIDTH,
    height: 300,
    left: 76,
    x: { label: 'cycle', scale: linearScale(0, cycles, grouped) },
    y: { label: 'share of the cycles', scale: linearScale(0, 1, (share) => `${Math.round(100 * share)} %`) },
  };
  const bins = Math.ceil(cycles / binCycles);
  return chartSvg(frame, (area) => {
    const below = new Array<number>(bins).fill(0);
    return CAUSES.filter((cause) => causes[cause] !== undefined)
      .map((cause) => {
        const columns = causes[cause]!.map((count, bin) => {
          const end = Math.min(cycles, (bin + 1) * binCycles);
          const share = count / (units * (end - bin * binCycles));
          const column = count === 0 ? '' : box(area, bin * binCycles, end, below[bin], below[bin] + share);
          below[bin] += share;
          return column;
        });
        return `<path class="cause-${cause}" d="${columns.join('')}"><title>${CAUSE_RECORDS[cause].title}</title></path>`;
      })
      .join('\n');
  });
}

/** The section of the quads' latencies from the front end to the result. */
export function latencySection({ latency, quads }: Account): string {
  const { mean, p50, p90, p99, max, histogram } = latency;
  if (histogram.length === 0) return '';
  const most = histogram.reduce((a, bin) => Math.max(a, bin.quads), 0) / quads;
  const from = histogram[0].from;
  const frame = {
    title: 'Latency of the quads, from the front end to the result',
    width: WIDTH,
    height: 240,
    left: 76,
    x: { label: 'cycles', scale: linearScale(from, histogram.at(-1)!.to, grouped) },
    y: { label: 'share of the quads', scale: linearScale(0, most, percent) },
  };
  const marks = { p50, p90, p99 };
  const chart = chartSvg(frame, (area) => {
    const bars = histogram.map((bin) => (bin.quads === 0 ? '' : box(area, bin.from, bin.to, 0, bin.quads / quads)));
    const lines = Object.entries(marks).map(([name, at], n) => {
      const x = short(area.across(at + 0.5));
      return `<path class="mark" d="M${x} ${area.top}V${area.bottom}"/><text x="${x}" dx="4" y="${area.top + 12 + 14 * n}">${name} ${grouped(at)}</text>`;
    });
    return `<path class="cause-filter" d="${bars.join('')}"/>${lines.join('')}`;
  });
  const cycles = { mean: Math.round(mean), p50, p90, p99, longest: max };
  const list = Object.entries(cycles).map(([name, value]) => `<li><b>${name}</b> ${grouped(value)} cycles</li>`);
  return `<section>
<h2>Latency of a quad</h2>
${chart}
<ul class="legend">${list.join('')}</ul>
</section>`;
}

/** An SVG path of a filled rectangle between two values of x and two of y. */
function box({ across, up }: PlotArea, left: number, right: number, low: number, high: number): string {
  return `M${short(across(left))} ${short(up(low))}H${short(across(right))}V${short(up(high))}H${short(across(left))}Z`;
}
