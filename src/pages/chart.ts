import type { Scale } from './chart-scale.ts';
import { escaped } from './escaped.ts';

/** The colours of Okabe and Ito, which every kind of colour vision can tell apart. */
export const CHART_COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;

/** The area of a chart for its marks, in SVG units. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly across: (x: number) => number;
  readonly up: (y: number) => number;
}

export interface ChartFrame {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Width of the y axis' texts, in SVG units. */
  readonly left?: number;
  readonly x: { readonly label: string; readonly scale: Scale };
  readonly y: { readonly label: string; readonly scale: Scale };
}

const RIGHT = 28;
const TOP = 34;
const BOTTOM = 48;

/** A chart with a title, a grid and axes, as an SVG element. Its texts are styled by CHART_STYLE. */
export function chartSvg(frame: ChartFrame, marks: (area: PlotArea) => string): string {
  const { title, width, height, x, y, left = 64 } = frame;
  const right = width - RIGHT;
  const bottom = height - BOTTOM;
  const across = (value: number) => left + x.scale.share(value) * (right - left);
  const up = (value: number) => bottom - y.scale.share(value) * (bottom - TOP);
  const columns = x.scale.ticks.map(({ at, text }) => {
    const place = short(across(at));
    return `<path d="M${place} ${TOP}V${bottom}" class="grid"/><text x="${place}" y="${bottom + 17}" class="x">${escaped(text)}</text>`;
  });
  const rows = y.scale.ticks.map(({ at, text }) => {
    const place = short(up(at));
    return `<path d="M${left} ${place}H${right}" class="grid"/><text x="${left - 7}" y="${place}" dy="4" class="y">${escaped(text)}</text>`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<text x="${left}" y="18" class="title">${escaped(title)}</text>
${columns.join('')}
${rows.join('')}
<text x="${(left + right) / 2}" y="${height - 8}" class="x label">${escaped(x.label)}</text>
<text transform="translate(15 ${(TOP + bottom) / 2}) rotate(-90)" class="x label">${escaped(y.label)}</text>
${marks({ left, right, top: TOP, bottom, across, up })}
</svg>`;
}

/** The SVG path of a line through points. */
export function polyline(points: readonly (readonly [number, number])[], { across, up }: PlotArea): string {
  return points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${short(across(x))} ${short(up(y))}`).join('');
}

/** The legend of a chart: a list of coloured squares with their names. */
export function chartKeys(keys: readonly { readonly name: string; readonly color: string }[]): string {
  const items = keys.map(
    ({ name, color }) => `<li><span class="key" style="background:${color}"></span>${escaped(name)}</li>`,
  );
  return `<ul class="keys">${items.join('')}</ul>`;
}

/** A number with at most two decimals, hundredths of an SVG unit. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Styles of the charts; --text, --quiet and --line are the page's. */
export const CHART_STYLE = `
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg .title { font-weight: 600; font-size: 14px; } svg .x { text-anchor: middle; } svg .y { text-anchor: end; }
svg .label, svg .quiet { fill: var(--quiet); }
svg .grid { stroke: var(--line); fill: none; }
.keys { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 6px 0 0; padding: 0; list-style: none; font-size: 13px;
  color: var(--quiet); }
.key { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 3px; }
`;
