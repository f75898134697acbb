import { sum } from 'd3-array';
import { linearScale } from '../../../platform/pages/chart-scale.ts';
import { type ChartLine, lineChart } from '../../../platform/pages/line-chart.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import type { Windows } from '../locality/time-line.ts';
import type { DesignReport } from './replay-report.ts';
import { percentTick } from './replay-text.ts';

/** The series of the first design: those before are of line sizes. */
const FIRST_SERIES = 6;
/** The most lines: one for each colour from there on. */
const MOST_LINES = 6;
/** The most points of a line; neighbouring windows are merged. */
const MOST_POINTS = 256;

/** Charts of misses and bytes per look-up over the run, for as many designs as there are colours. */
export function timeCharts(designs: readonly DesignReport[]): string {
  const runs = designs.flatMap(({ name, timeLine }, n) =>
    timeLine === null || timeLine.lookups.length === 0 ? [] : [{ name: `${n + 1}. ${name}`, windows: timeLine }],
  );
  if (runs.length === 0) return '';
  const drawn = runs.slice(0, MOST_LINES);
  const left = runs.length - drawn.length;
  const note = left === 0 ? '' : ` The first ${MOST_LINES} designs are drawn, ${left} are not.`;
  const total = Math.max(...drawn.map(({ windows }) => sum(windows.lookups)));
  const each = Math.max(...drawn.map(({ windows }) => windows.lookupsEach * together(windows)));
  const linesOf = (counts: 'misses' | 'bytes') =>
    drawn.map(({ name, windows }, n) => ({ name, series: FIRST_SERIES + n, points: steps(windows, windows[counts]) }));
  return [
    `<p class="note">${grouped(total)} look-ups, averaged over windows of ${grouped(each)}; their number depends on layout and line size.${note}</p>`,
    timeChart('Misses over the run', 'misses a look-up', linesOf('misses'), percentTick),
    timeChart('Bytes over the run', 'bytes a look-up', linesOf('bytes'), String),
  ].join('\n');
}

function timeChart(title: string, label: string, lines: readonly ChartLine[], text: (value: number) => string): string {
  const most = Math.max(...lines.flatMap(({ points }) => points.map(([, ratio]) => ratio)));
  return lineChart({
    title,
    x: { label: 'part of the run', scale: linearScale(0, 1, percentTick) },
    y: { label, scale: linearScale(0, most === 0 ? 1 : 1.05 * most, text) },
    lines,
    wide: true,
    marked: false,
  });
}

/** The ratio of each window as a step over its part of the run. */
function steps(windows: Windows, counts: readonly number[]): readonly (readonly [number, number])[] {
  const { lookups } = windows;
  const each = together(windows);
  const total = sum(lookups);
  const points: (readonly [number, number])[] = [];
  let before = 0;
  for (let n = 0; n < lookups.length; n += each) {
    const own = sum(lookups.slice(n, n + each));
    const ratio = sum(counts.slice(n, n + each)) / own;
    points.push([before / total, ratio], [(before + own) / total, ratio]);
    before += own;
  }
  return points;
}

/** The number of windows merged into one step. */
function together({ lookups }: Windows): number {
  return Math.ceil(lookups.length / MOST_POINTS);
}
