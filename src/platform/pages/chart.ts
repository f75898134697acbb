import type { Scale, Tick } from './chart-scale.ts';
import { escaped } from './escaped.ts';
import { figure } from './figure.ts';

/** The number of colours of series, which the page's palette has. */
export const SERIES_COLORS = 12;

/** The colour of the n-th series of a page, from 0. */
export function seriesColor(n: number): string {
  return `var(--series-${(n % SERIES_COLORS) + 1})`;
}

/** The area of a chart for its marks, in SVG units. */
export interface PlotArea {
  /** Width of the whole chart. */
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly across: (x: number) => number;
  readonly up: (y: number) => number;
}

export interface ChartAxis {
  /** What the axis shows, and its unit. */
  readonly label: string;
  readonly scale: Scale;
}

/** An entry of a legend. */
export interface Key {
  readonly name: string;
  /** The sign in front of the name, in SVG, about the point 0, 0; its width is at most 20. */
  readonly sign: string;
}

export interface Chart {
  readonly title: string;
  /** Height of the area of the marks, in SVG units: the same in each width, or by the width. */
  readonly height: number | ((width: number) => number);
  readonly x: ChartAxis;
  /** Absent where the marks name their own rows. */
  readonly y?: ChartAxis;
  readonly keys?: readonly Key[];
  /** The drawing in the area, as SVG. */
  readonly marks: (area: PlotArea) => string;
}

/** The widths of a chart over the whole page, and of one beside others, in SVG units. */
const WIDE = [380, 640, 1120] as const;
const NARROW = 400;
/** Height of a line of text, and the width of a letter at 12 and at 14 pixels. */
export const LINE = 17;
export const LETTER = 6.9;
const TITLE_LETTER = 8.2;
/** Width of a sign in the legend with the space after it, and between two entries. */
const SIGN = 28;
const GAP = 16;

/** A chart as a figure that can be saved. A wide one is drawn in three sizes, of which the page shows the one that fits. */
export function chartFigure(chart: Chart, wide = false, caption = ''): string {
  const sizes = wide
    ? WIDE.map((width) => chartSvg(chart, width).replace('<svg ', `<svg class="size-${width}" `))
    : [chartSvg(chart, NARROW)];
  return figure(chart.title, sizes.join('\n'), caption);
}

/** A chart with a title, a legend below it, a grid and axes, as an SVG element. The page styles its texts. */
export function chartSvg({ title, height, x, y, keys = [], marks }: Chart, width: number): string {
  const yTicks = y?.scale.ticks ?? [];
  const beyond = (tick: Tick | undefined) => Math.max(12, 4 + (LETTER / 2) * (tick?.text.length ?? 0));
  const left = y === undefined ? beyond(x.scale.ticks[0]) : 36 + LETTER * longest(yTicks.map(({ text }) => text));
  const right = width - beyond(x.scale.ticks.at(-1));
  const titles = textLines(title, (width - 8) / TITLE_LETTER);
  const legend = legendLines(keys, width);
  const top = 8 + LINE * (titles.length + legend.height) + 18;
  const bottom = top + (typeof height === 'number' ? height : height(width));
  const labels = textLines(x.label, (width - 8) / LETTER);
  const whole = bottom + 24 + LINE * labels.length + 6;
  const across = (value: number) => left + x.scale.share(value) * (right - left);
  const up = (value: number) => bottom - (y?.scale.share(value) ?? 0) * (bottom - top);
  const columns = fitting(x.scale.ticks, right - left).map(({ at, text }) => {
    const place = short(across(at));
    return `<path d="M${place} ${top}V${short(bottom)}" class="grid"/><text x="${place}" y="${short(bottom + 17)}" class="x">${escaped(text)}</text>`;
  });
  const rows = yTicks.map(({ at, text }) => {
    const place = short(up(at));
    return `<path d="M${short(left)} ${place}H${short(right)}" class="grid"/><text x="${short(left - 7)}" y="${place}" dy="4" class="y">${escaped(text)}</text>`;
  });
  const center = Math.max((left + right) / 2, 0);
  const reach = (LETTER / 2) * longest(labels);
  const under = Math.min(Math.max(center, reach), width - reach);
  const about = [`horizontal: ${x.label}`, ...(y ? [`vertical: ${y.label}`] : []), ...keys.map(({ name }) => name)];
  return `<svg viewBox="0 0 ${width} ${short(whole)}" role="img">
<title>${escaped(title)}</title><desc>${escaped(about.join('; '))}</desc>
${titles.map((line, n) => `<text x="4" y="${18 + LINE * n}" class="title">${escaped(line)}</text>`).join('')}
<g class="legend" transform="translate(4 ${14 + LINE * titles.length})">${legend.svg}</g>
${columns.join('')}
${rows.join('')}
${labels.map((line, n) => `<text x="${short(under)}" y="${short(bottom + 24 + LINE * (n + 1) - 4)}" class="x label">${escaped(line)}</text>`).join('')}
${y === undefined ? '' : `<text transform="translate(15 ${short((top + bottom) / 2)}) rotate(-90)" class="x label">${escaped(y.label)}</text>`}
<g class="marks">${marks({ width, left, right, top, bottom, across, up })}</g>
</svg>`;
}

/** The entries of a legend one after the other, in lines of LINE units, and the number of the lines. */
export function legendLines(keys: readonly Key[], width: number): { readonly svg: string; readonly height: number } {
  let [x, row] = [0, 0];
  const items = keys.map(({ name, sign }) => {
    const lines = textLines(name, (width - SIGN - 8) / LETTER);
    const size = SIGN + LETTER * longest(lines);
    if (x > 0 && (x + size > width - 8 || lines.length > 1)) [x, row] = [0, row + 1];
    const texts = lines.map(
      (line, n) => `<text x="${short(x + SIGN - 4)}" y="${LINE * (row + n) + 12}">${escaped(line)}</text>`,
    );
    const item = `<g transform="translate(${short(x + 10)} ${LINE * row + 8})">${sign}</g>${texts.join('')}`;
    if (lines.length > 1) [x, row] = [0, row + lines.length];
    else x += size + GAP;
    return item;
  });
  return { svg: items.join(''), height: keys.length === 0 ? 0 : x > 0 ? row + 1 : row };
}

/** As many of the ticks, evenly chosen, as have room beside each other. */
export function fitting(ticks: readonly Tick[], room: number): readonly Tick[] {
  const step = Math.ceil((ticks.length * (LETTER * longest(ticks.map(({ text }) => text)) + 10)) / room);
  return ticks.filter((_, n) => n % Math.max(1, step) === 0);
}

/** A text in lines of at most so many letters; a word that is longer is broken. */
export function textLines(text: string, letters: number): readonly string[] {
  const most = Math.max(4, Math.floor(letters));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => whole.match(new RegExp(`.{1,${most}}`, 'gu')) ?? [''])) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

/** The SVG path of a line through points. */
export function polyline(points: readonly (readonly [number, number])[], { across, up }: PlotArea): string {
  return points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${short(across(x))} ${short(up(y))}`).join('');
}

/** The SVG path of a filled rectangle between two values of x and two of y. */
export function box(
  { across, up }: PlotArea,
  [left, right]: readonly [number, number],
  [low, high]: readonly [number, number],
): string {
  return `M${short(across(left))} ${short(up(low))}H${short(across(right))}V${short(up(high))}H${short(across(left))}Z`;
}

/** The sign of an area in a legend. */
export function squareSign(color: string): string {
  return `<rect x="-6" y="-6" width="12" height="12" rx="2" style="fill:${color}"/>`;
}

/** The sign of a line in a legend, and a horizontal or dashed line's. */
export function lineSign(color: string, dashed = false): string {
  return `<path d="M-10 0H10" class="line${dashed ? ' dashed' : ''}" style="stroke:${color}"/>`;
}

/** A number with at most two decimals, hundredths of an SVG unit. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
