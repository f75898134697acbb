import { sizeText } from '../../pages/wording.ts';
import type { TexelLayout } from '../../../rtl-model/design/design.ts';
import { CHART_COLORS, chartKeys, chartSvg, type PlotArea, polyline, short } from '../../pages/chart.ts';
import { decadeScale, octaveScale } from '../../pages/chart-scale.ts';
import { escaped } from '../../pages/escaped.ts';
import { capacityLines, type DesignReport, missRatio, type StreamReport } from './replay-report.ts';
import { percentText, percentTick, streamName } from './replay-text.ts';
import { cacheText } from '../../designs/design-text.ts';

/** Radius of a design's number, and the least distance between two of them. */
const BADGE = 9;
const APART = 2 * BADGE + 3;
/** The number of rings around a point in which a place is searched. */
const FARTHEST = 40;

/** A chart of the designs, as numbers beside the miss curves of their line sizes, with marked working sets. */
export function curveChart(streams: readonly StreamReport[], designs: readonly DesignReport[]): string {
  const curves = streams.filter(({ lookups }) => lookups > 0);
  const points = designs.flatMap(designPoint);
  const bytes = [
    ...curves.flatMap(({ curve, lineBytes }) => curve.map(({ lines }) => lines * lineBytes)),
    ...points.map(({ bytes }) => bytes),
  ];
  const ratios = [
    ...curves.flatMap(({ curve, lookups }) => curve.map(({ misses }) => misses / lookups)),
    ...points.map(({ ratio }) => ratio),
  ].filter((ratio) => ratio > 0);
  if (bytes.length === 0) return '';
  const [least, most] = extremes(bytes);
  const [lowest, highest] = extremes(ratios.length === 0 ? [1] : ratios);
  const frame = {
    title: 'Misses by cache size',
    width: 1120,
    height: 460,
    x: { label: 'cache size', scale: octaveScale(least, most, sizeText, 22) },
    y: { label: 'misses a look-up', scale: decadeScale(lowest, Math.min(1, highest), percentTick) },
  };
  const svg = chartSvg(frame, (area) => {
    const lines = curves.map((stream) => {
      const { curve, lineBytes, lookups } = stream;
      const own = curve.map(({ lines, misses }) => [lines * lineBytes, misses / lookups] as const);
      return `<path d="${polyline(own, area)}" fill="none" stroke="${streamColor(streams, stream)}" stroke-width="2"/>`;
    });
    const sets = curves.map((stream, n) => workingSetMark(stream, n, streamColor(streams, stream), area));
    const color = (point: DesignPoint) => streamColor(streams, point);
    return [...sets, ...lines, badges(points, color, area)].join('\n');
  });
  const keys = curves.map((stream) => ({
    name: `fully associative LRU, ${streamName(stream)}`,
    color: streamColor(streams, stream),
  }));
  return svg + chartKeys(keys);
}

/** The colour of a stream, and of the designs whose look-ups are in it: the same on the whole page. */
export function streamColor(
  streams: readonly StreamReport[],
  { lineBytes, layout }: { readonly lineBytes: number; readonly layout: TexelLayout | null },
): string {
  const place = streams.findIndex(
    (stream) => stream.lineBytes === lineBytes && (stream.layout === null || stream.layout === layout),
  );
  return CHART_COLORS[Math.max(0, place) % CHART_COLORS.length];
}

function workingSetMark({ workingSetLines, lineBytes }: StreamReport, row: number, color: string, area: PlotArea) {
  const bytes = workingSetLines * lineBytes;
  const x = area.across(bytes);
  const [side, anchor] = x > (area.left + area.right) / 2 ? [-6, 'end'] : [6, 'start'];
  const y = area.top + 14 + 17 * row;
  return (
    `<path d="M${short(x)} ${area.top}V${area.bottom}" stroke="${color}" stroke-dasharray="5 4" fill="none"/>` +
    `<text x="${short(x + side)}" y="${y}" style="text-anchor:${anchor};fill:${color}">working set ${sizeText(bytes)}</text>`
  );
}

interface DesignPoint {
  readonly number: number;
  readonly bytes: number;
  readonly ratio: number;
  readonly lineBytes: number;
  readonly layout: TexelLayout;
  readonly title: string;
}

function designPoint(design: DesignReport, n: number): readonly DesignPoint[] {
  const { name, cache, memory, totals } = design;
  if (totals.lookups === 0) return [];
  const ratio = missRatio(design);
  const title = `${n + 1}. ${name}: ${cacheText(cache, memory)}; misses ${percentText(ratio)}`;
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
        `<g><title>${escaped(title)}</title><path d="M${short(x)} ${short(y)}L${short(bx)} ${short(by)}" stroke="${fill}"/>` +
        `<circle cx="${short(x)}" cy="${short(y)}" r="3.5" fill="${fill}"/>` +
        `<circle cx="${short(bx)}" cy="${short(by)}" r="${BADGE}" class="badge" stroke="${fill}"/>` +
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

/** The least and the greatest of at least one value. */
function extremes(values: readonly number[]): readonly [number, number] {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}
