import { CHART_COLORS, chartKeys, chartSvg, polyline, short } from '../../pages/chart.ts';
import { linearScale } from '../../pages/chart-scale.ts';
import type { Plot } from '../rule.ts';

type Point = Plot['series'][number]['points'][number];

/**
 * A plot of lines with axes, ticks and a legend, as a figure of HTML. A point that is not finite breaks its line; a point
 * alone is a dot. Whole numbers alone are marked where all x are whole.
 */
export function plotSvg({ title, x, y, series }: Plot): string {
  const lines = series.map(({ points }) => finiteRuns(points));
  const points = lines.flat(2);
  const columns = scaleOf(points.map(([value]) => value));
  const whole = points.every(([value]) => Number.isInteger(value));
  const ticks = columns.ticks.filter(({ at }) => !whole || Number.isInteger(at));
  const frame = {
    title,
    width: 640,
    height: 320,
    x: { label: x, scale: { ...columns, ticks } },
    y: { label: y, scale: scaleOf(points.map(([, value]) => value)) },
  };
  const color = (n: number) => CHART_COLORS[n % CHART_COLORS.length];
  const svg = chartSvg(frame, (area) =>
    lines
      .flatMap((runs, n) =>
        runs.map((run) => {
          if (run.length > 1)
            return `<path d="${polyline(run, area)}" fill="none" stroke="${color(n)}" stroke-width="1.5"/>`;
          const [[across, up]] = run;
          return `<circle cx="${short(area.across(across))}" cy="${short(area.up(up))}" r="3" fill="${color(n)}"/>`;
        }),
      )
      .join('\n'),
  );
  return `<figure>${svg}${chartKeys(series.map(({ name }, n) => ({ name, color: color(n) })))}</figure>`;
}

/** The parts of a line between points that are not finite. */
function finiteRuns(points: readonly Point[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point.every(Number.isFinite)) runs[runs.length - 1].push(point);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

/** The axis from the least to the greatest value, made wider if they are equal. */
function scaleOf(values: readonly number[]) {
  if (values.length === 0) return linearScale(0, 1);
  const [from, to] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  return from === to ? linearScale(from - 0.5, to + 0.5) : linearScale(from, to);
}
