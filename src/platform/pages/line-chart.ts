import { type ChartAxis, chartFigure, lineSign, type PlotArea, polyline, seriesColor, short } from './chart.ts';

type Point = readonly [number, number];

/** A line of a chart. A point that is not finite breaks it; a point alone is a mark. */
export interface ChartLine {
  readonly name: string;
  readonly points: readonly Point[];
  /** The number of its colour and its mark, which are the same on the whole page; -1 for the text's colour. */
  readonly series: number;
  /** A bound or a goal rather than a measurement: dashed and without marks. */
  readonly dashed?: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly lines: readonly ChartLine[];
  /** Over the whole page rather than beside others. */
  readonly wide?: boolean;
  /** Marks at the points; if absent, where x is whole everywhere or the points are few. */
  readonly marked?: boolean;
}

/** The most points of a line with marks if their x are not whole. */
const FEW = 24;

/** Lines with axes and a legend, as a figure. `more` are other marks, over the lines. */
export function lineChart(chart: LineChart, more: (area: PlotArea) => string = () => ''): string {
  const { title, x, y, lines, wide = false } = chart;
  const keys = lines.map((line) => {
    const { name, series, dashed } = line;
    return { name, sign: lineSign(colorOf(series), dashed) + (isMarked(chart, line) ? mark(series, 0, 0, 4) : '') };
  });
  const marks = (area: PlotArea) => lines.map((line) => lineSvg(chart, line, area)).join('\n') + more(area);
  return chartFigure({ title, height: wide ? 300 : 220, x, y, keys, marks }, wide);
}

function colorOf(series: number): string {
  return series < 0 ? 'var(--text)' : seriesColor(series);
}

function isMarked({ marked }: LineChart, { points, dashed = false }: ChartLine): boolean {
  if (dashed) return false;
  return marked ?? (points.length <= FEW || points.every(([x]) => Number.isInteger(x)));
}

function lineSvg(chart: LineChart, line: ChartLine, area: PlotArea): string {
  const { points, series, dashed = false } = line;
  const runs = finiteRuns(points).map((run) => {
    const path = `<path d="${polyline(run, area)}" class="line${dashed ? ' dashed' : ''}" style="stroke:${colorOf(series)}"/>`;
    if (!isMarked(chart, line) && run.length > 1) return path;
    // Marks of close points are small, so that they do not overlap.
    const size = Math.min(4, Math.max(1.5, (0.35 * (area.right - area.left)) / points.length));
    const marks = run.map(([x, y]) => mark(series, area.across(x), area.up(y), size));
    return (run.length > 1 ? path : '') + marks.join('');
  });
  return runs.join('');
}

/** The mark of a series: a disc, square, diamond, triangle or ring, filled with its colour. */
function mark(series: number, x: number, y: number, size: number): string {
  const [r, d] = [short(size), short(2 * size)];
  const shapes = [
    `a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0z`,
    `v-${r}h${d}v${d}h-${d}z`,
    `l${r} -${r}l${r} ${r}l-${r} ${r}z`,
    `l${r} -${r}l${r} ${r}z`,
    `l${r} ${r}l${r} -${r}z`,
  ];
  // Series of the same colour differ in their marks.
  const shape = shapes[(Math.max(0, series) + Math.floor(series / 12)) % shapes.length];
  return `<path d="M${short(x - size)} ${short(y)}${shape}" style="fill:${colorOf(series)}"/>`;
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
