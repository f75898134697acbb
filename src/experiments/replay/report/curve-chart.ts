import { extent } from 'd3-array';
import { percentText, sizeText } from '../../../platform/pages/wording.ts';
import type { TexelLayout } from '../../../../rtl-model/design/design.ts';
import { type PlotArea, seriesColor, short } from '../../../platform/pages/chart.ts';
import { decadeScale, octaveScale } from '../../../platform/pages/chart-scale.ts';
import { escaped } from '../../../platform/pages/escaped.ts';
import { type ChartLine, lineChart } from '../../../platform/pages/line-chart.ts';
import { capacityLines, type DesignReport, type ReplayReport, type StreamReport } from './replay-report.ts';
import { percentTick, streamName } from './replay-text.ts';
import { cacheText } from '../../../designs/design-text.ts';

/** Radius of a design's number, and the least distance between two of them. */
const BADGE = 9;
const APART = 2 * BADGE + 3;
/** The number of rings around a point in which a place is searched. */
const FARTHEST = 40;

/** The designs as numbers beside the miss curves of their line sizes, by texel access, with marked working sets. */
export function curveChart({ trace: { accesses }, streams, designs }: ReplayReport): string {
  const curves = streams.filter(({ lookups }) => lookups > 0);
  const points = designs.flatMap(designPoint);
  const bytes = [
    ...curves.flatMap(({ curve, lineBytes }) => curve.map(({ lines }) => lines * lineBytes)),
    ...points.map(({ bytes }) => bytes),
  ];
  const ratios = [
    ...curves.flatMap(({ curve }) => curve.map(({ misses }) => misses / accesses)),
    ...points.map(({ ratio }) => ratio),
  ].filter((ratio) => ratio > 0);
  if (bytes.length === 0) return '';
  const [least, most] = extent(bytes) as [number, number];
  const [lowest, highest] = extent(ratios.length === 0 ? [1] : ratios) as [number, number];
  const y = decadeScale(lowest, Math.min(1, highest), percentTick);
  return lineChart(
    {
      title: 'Misses by cache size',
      x: { label: 'cache size', scale: octaveScale(least, most, sizeText) },
      y: { label: 'misses a texel access', scale: y },
      lines: curves.flatMap((stream) => streamLines(stream, accesses, streamSeries(streams, stream), y.ticks)),
      wide: true,
      marked: false,
    },
    (area) => badges(points, (point) => streamColor(streams, point), area),
  );
}

/** The miss curve of a stream, and its working set as a dashed line from the first to the last of some ratios. */
function streamLines(
  stream: StreamReport,
  accesses: number,
  series: number,
  ratios: readonly { readonly at: number }[],
): readonly ChartLine[] {
  const { curve, lineBytes, workingSetLines } = stream;
  const name = streamName(stream);
  const bytes = workingSetLines * lineBytes;
  return [
    {
      name: `fully associative LRU, ${name}`,
      series,
      points: curve.map(({ lines, misses }) => [lines * lineBytes, misses / accesses]),
    },
    {
      name: `working set ${sizeText(bytes)}, ${name}`,
      series,
      dashed: true,
      points: [ratios[0], ratios.at(-1)!].map(({ at }) => [bytes, at]),
    },
  ];
}

interface Lookups {
  readonly lineBytes: number;
  readonly layout: TexelLayout | null;
}

/** The number of a stream, and of the designs whose look-ups are in it: the same on the whole page. */
export function streamSeries(streams: readonly StreamReport[], { lineBytes, layout }: Lookups): number {
  const place = streams.findIndex(
    (stream) => stream.lineBytes === lineBytes && (stream.layout === null || stream.layout === layout),
  );
  return Math.max(0, place);
}

export function streamColor(streams: readonly StreamReport[], lookups: Lookups): string {
  return seriesColor(streamSeries(streams, lookups));
}

type DesignPoint = ReturnType<typeof designPoint>[number];

function designPoint(design: DesignReport, n: number) {
  const { name, cache, memory, totals } = design;
  if (totals.lookups === 0) return [];
  const ratio = totals.misses / totals.accesses;
  const title = `${n + 1}. ${name}: ${cacheText(cache, memory)}; ${percentText(ratio)} misses a texel access`;
  const { lineBytes, layout } = cache;
  return [{ number: n + 1, bytes: capacityLines(cache) * lineBytes, ratio, lineBytes, layout, title }];
}

/** Each point as a dot, its number at a free place, and a line between the two. */
function badges(points: readonly DesignPoint[], color: (point: DesignPoint) => string, area: PlotArea): string {
  const dots = points.map(({ bytes, ratio }) => [area.across(bytes), area.up(ratio)] as const);
  const placed: (readonly [number, number])[] = [];
  return points
    .map((point, n) => {
      const { number, title } = point;
      const [x, y] = dots[n];
      const [bx, by] = freePlace(x, y, placed, dots, area);
      placed.push([bx, by]);
      const fill = color(point);
      return (
        `<g><title>${escaped(title)}</title><path d="M${short(x)} ${short(y)}L${short(bx)} ${short(by)}" style="stroke:${fill}"/>` +
        `<circle cx="${short(x)}" cy="${short(y)}" r="3.5" style="fill:${fill}"/>` +
        `<circle cx="${short(bx)}" cy="${short(by)}" r="${BADGE}" class="badge" style="stroke:${fill}"/>` +
        `<text x="${short(bx)}" y="${short(by + 4)}" class="x badge-text">${number}</text></g>`
      );
    })
    .join('\n');
}

/** A free place within the area: above the point and to the right, then around it at growing distance. */
function freePlace(
  x: number,
  y: number,
  badges: readonly (readonly [number, number])[],
  dots: readonly (readonly [number, number])[],
  area: PlotArea,
): readonly [number, number] {
  for (let ring = 1; ring < FARTHEST; ring++) {
    for (let turn = 0; turn < 8 * ring; turn++) {
      const angle = -Math.PI / 3 + (2 * Math.PI * turn) / (8 * ring);
      const [bx, by] = [x + Math.cos(angle) * APART * ring, y + Math.sin(angle) * APART * ring];
      const inside =
        bx > area.left + BADGE && bx < area.right - BADGE && by > area.top + BADGE && by < area.bottom - BADGE;
      const far = (from: readonly [number, number], least: number) => Math.hypot(from[0] - bx, from[1] - by) >= least;
      if (inside && badges.every((one) => far(one, APART)) && dots.every((one) => far(one, BADGE + 4))) return [bx, by];
    }
  }
  return [x, y];
}
