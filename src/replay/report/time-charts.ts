import { CHART_COLORS, chartKeys, chartSvg, polyline } from '../../pages/chart.ts';
import { linearScale } from '../../pages/chart-scale.ts';
import { grouped } from '../../pages/wording.ts';
import type { Windows } from '../locality/time-line.ts';
import type { DesignReport } from './replay-report.ts';
import { percentTick } from './replay-text.ts';

const SIZE = { width: 1120, height: 280 };
/** The most lines: one for each colour. */
const MOST_LINES = CHART_COLORS.length;
/** The most points of a line; neighbouring windows are merged. */
const MOST_POINTS = 256;

interface Line {
  readonly name: string;
  readonly color: string;
  readonly windows: Windows;
}

/** Charts of misses and bytes per look-up over the run, for as many designs as there are colours. */
export function timeCharts(designs: readonly DesignReport[]): string {
  const lines = designs.flatMap(({ name, timeLine }, n) =>
    timeLine === null || timeLine.lookups.length === 0 ? [] : [{ name: `${n + 1}. ${name}`, windows: timeLine }],
  );
  if (lines.length === 0) return '';
  const drawn = lines.slice(0, MOST_LINES).map((line, n) => ({ ...line, color: CHART_COLORS[n] }));
  const left = lines.length - drawn.length;
  const note = left === 0 ? '' : `<p class="note">The first ${MOST_LINES} designs are drawn, ${left} are not.</p>`;
  const total = Math.max(...drawn.map(({ windows }) => windows.lookups.reduce((sum, count) => sum + count, 0)));
  const each = Math.max(...drawn.map(({ windows }) => windows.lookupsEach * together(windows)));
  const setting = `<p class="note">${grouped(total)} look-ups, averaged over windows of ${grouped(each)}.</p>`;
  return [
    setting,
    timeChart('Misses over the run', 'misses a look-up', drawn, ({ misses }) => misses, percentTick),
    timeChart('Bytes over the run', 'bytes a look-up', drawn, ({ bytes }) => bytes, String),
    chartKeys(drawn),
    note,
  ].join('\n');
}

function timeChart(
  title: string,
  label: string,
  lines: readonly Line[],
  counts: (windows: Windows) => readonly number[],
  text: (value: number) => string,
): string {
  const paths = lines.map(({ windows, color }) => ({ color, points: steps(windows, counts(windows)) }));
  const most = Math.max(...paths.flatMap(({ points }) => points.map(([, ratio]) => ratio)));
  const frame = {
    ...SIZE,
    title,
    x: { label: 'part of the run', scale: linearScale(0, 1, percentTick) },
    y: { label, scale: linearScale(0, most === 0 ? 1 : 1.05 * most, text) },
  };
  return chartSvg(frame, (area) =>
    paths
      .map(
        ({ color, points }) => `<path d="${polyline(points, area)}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
      )
      .join('\n'),
  );
}

/** The ratio of each window as a step over its part of the run. */
function steps(windows: Windows, counts: readonly number[]): readonly (readonly [number, number])[] {
  const { lookups } = windows;
  const each = together(windows);
  const total = lookups.reduce((sum, count) => sum + count, 0);
  const points: (readonly [number, number])[] = [];
  let before = 0;
  for (let n = 0; n < lookups.length; n += each) {
    const added = (list: readonly number[]) => list.slice(n, n + each).reduce((sum, count) => sum + count, 0);
    const own = added(lookups);
    const ratio = added(counts) / own;
    points.push([before / total, ratio], [(before + own) / total, ratio]);
    before += own;
  }
  return points;
}

/** The number of windows merged into one step. */
function together({ lookups }: Windows): number {
  return Math.ceil(lookups.length / MOST_POINTS);
}
