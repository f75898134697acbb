import { type Chart, lineSign, type PlotArea, polyline, seriesColor, short } from '../../../platform/pages/chart.ts';
import { decadeScale, linearScale, octaveScale } from '../../../platform/pages/chart-scale.ts';
import { HEAT_SIGN } from '../../../platform/pages/heat-picture.ts';
import { grouped, percent, sizeText } from '../../../platform/pages/wording.ts';
import { percentTick } from '../../../experiments/replay/report/replay-text.ts';
import type { TexelWindow } from '../../../explain/footprint-picture.ts';
import type { Locality, NumberedHeat } from '../state/locality.ts';

const CURVE = seriesColor(0);
const OWN = seriesColor(1);
const WORKING_SET = seriesColor(2);

/** The miss ratio by cache size, with the design's own cache. */
export function missCurveChart({ curve, own, sectorBytes, workingSetBytes }: Locality): Chart {
  const ratios = [...curve.map(({ ratio }) => ratio), own.ratio].filter((ratio) => ratio > 0);
  const sizes = [...curve.map(({ bytes }) => bytes), own.bytes];
  const diamond = (x: number, y: number) =>
    `<path d="M${short(x - 6)} ${short(y)}l6 -6l6 6l-6 6z" style="fill:${OWN}"/>`;
  const dot = (x: number, y: number) => `<circle cx="${short(x)}" cy="${short(y)}" r="2.5" style="fill:${CURVE}"/>`;
  const marks = (area: PlotArea) => {
    const points = curve.map(({ bytes, ratio }) => [bytes, ratio] as const);
    const x = short(area.across(workingSetBytes));
    return [
      `<path d="M${x} ${area.top}V${short(area.bottom)}" class="line dashed" style="stroke:${WORKING_SET}"/>`,
      `<path d="${polyline(points, area)}" class="line" style="stroke:${CURVE}"/>`,
      ...points.map(([bytes, ratio]) => dot(area.across(bytes), area.up(ratio))),
      diamond(area.across(own.bytes), area.up(own.ratio)),
    ].join('');
  };
  return {
    title: 'Misses by cache size',
    height: (across: number) => Math.min(420, Math.max(220, across / 2)),
    x: { label: 'cache size in bytes', scale: octaveScale(Math.min(...sizes), Math.max(...sizes), sizeText) },
    y: {
      label: 'misses a look-up',
      scale: decadeScale(Math.min(1, ...ratios), Math.max(...ratios, 1e-9), percentTick),
    },
    keys: [
      { name: `fully associative LRU, sectors of ${sectorBytes} bytes`, sign: lineSign(CURVE) + dot(0, 0) },
      { name: `this design: ${sizeText(own.bytes)}, ${percent(own.ratio)}`, sign: diamond(0, 0) },
      { name: `working set: ${sizeText(workingSetBytes)}`, sign: lineSign(WORKING_SET, true) },
    ],
    marks,
  };
}

/** A picture of texels in the coordinates of their level, texel 0, 0 at the top left. @param uri a picture of the window */
export function texelChart(title: string, { left, top, right, bottom }: TexelWindow, uri: string): Chart {
  const down = linearScale(top, bottom, grouped);
  const marks = (area: PlotArea) =>
    `<image href="${uri}" x="${short(area.left)}" y="${short(area.top)}" width="${short(area.right - area.left)}" height="${short(area.bottom - area.top)}" preserveAspectRatio="none" style="image-rendering:pixelated"/>`;
  return {
    title,
    height: (across: number) => Math.min(640, Math.max(40, ((across - 60) * (bottom - top)) / (right - left))),
    x: { label: 'texel, from the left', scale: linearScale(left, right, grouped) },
    y: { label: 'texel, from the top', scale: { ...down, share: (value: number) => 1 - down.share(value) } },
    marks,
  };
}

/** A heat map of a level. @param uri a picture of the cells, one pixel each  @param most the largest count of a cell */
export function heatChart(level: NumberedHeat, title: string, uri: string, most: number): Chart {
  const { width, height, columns, rows, cellTexels } = level;
  const name = `${title}, level ${level.level} of ${level.image}: ${width}x${height} texels`;
  const counts = `0 to ${grouped(most)} ${title.toLowerCase()} a cell of ${cellTexels}x${cellTexels} texels, logarithmic`;
  const window = { left: 0, top: 0, right: columns * cellTexels, bottom: rows * cellTexels };
  return { ...texelChart(name, window, uri), keys: [{ name: counts, sign: HEAT_SIGN }] };
}

/** Frames around cells of a level, in its heat map. */
export function cellFrames(
  { first, columns, rows, cellTexels }: NumberedHeat,
  cells: Iterable<number>,
  area: PlotArea,
): string {
  let path = '';
  for (const cell of cells) {
    const place = cell - first;
    if (place < 0 || place >= columns * rows) continue;
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const [left, right] = [column, column + 1].map((at) => short(area.across(at * cellTexels)));
    const [top, bottom] = [row, row + 1].map((at) => short(area.up(at * cellTexels)));
    path += `M${left} ${top}H${right}V${bottom}H${left}Z`;
  }
  return path === '' ? '' : `<path class="cell-frame" d="${path}"/><path class="cell-line" d="${path}"/>`;
}

/** The cell at a place of a heat map, by shares of its width and, from the bottom, of its height. */
export function cellAt({ first, columns, rows }: NumberedHeat, x: number, y: number): number {
  const column = Math.min(columns - 1, Math.floor(x * columns));
  return first + Math.min(rows - 1, Math.floor((1 - y) * rows)) * columns + column;
}
