import { extent } from 'd3-array';
import { linearScale, type Scale } from '../../platform/pages/chart-scale.ts';
import { lineChart } from '../../platform/pages/line-chart.ts';
import type { Plot } from '../rule.ts';

/** The quantities of plots, which have their colours; other lines are what is demanded. */
const QUANTITIES = ['measured', 'difference', 'modules'];

/** A plot of lines with axes, ticks and a legend, as a figure. */
export function plotSvg({ title, x, y, series }: Plot): string {
  const points = series.flatMap((line) => line.points).filter((point) => point.every(Number.isFinite));
  const lines = series.map((line, n) => {
    const place = QUANTITIES.indexOf(line.name);
    // The first of several demands has the text's colour.
    return place < 0 ? { ...line, series: n > 1 ? n + 1 : -1, dashed: true } : { ...line, series: place };
  });
  return lineChart({
    title,
    x: { label: x, scale: scaleOf(points.map(([value]) => value)) },
    y: { label: y, scale: scaleOf(points.map(([, value]) => value)) },
    lines,
  });
}

/**
 * The axis from the least to the greatest value, made wider if they are equal. Whole numbers alone are marked where all
 * values are whole.
 */
function scaleOf(values: readonly number[]): Scale {
  if (values.length === 0) return linearScale(0, 1);
  const [from, to] = extent(values) as [number, number];
  const { share, ticks } = from === to ? linearScale(from - 0.5, to + 0.5) : linearScale(from, to);
  const whole = values.every((value) => Number.isInteger(value));
  return { share, ticks: ticks.filter(({ at }) => !whole || Number.isInteger(at)) };
}
