import { CHART_COLORS, short } from '../../pages/chart.ts';
import { roundNumbers } from '../../pages/chart-scale.ts';
import { escaped } from '../../pages/escaped.ts';
import type { Plot } from '../rule.ts';

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 64;
const RIGHT = 16;
const TOP = 28;
const BOTTOM = 48;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A plot of lines with axes, ticks and a legend, as an SVG element. A point that is not finite breaks its line. */
export function plotSvg(plot: Plot): string {
  const points = plot.series.flatMap((series) => series.points).filter(isFinitePoint);
  const x = range(points.map(([value]) => value));
  const y = range(points.map(([, value]) => value));
  const across = (value: number) => LEFT + ((value - x.from) / (x.to - x.from)) * (WIDTH - LEFT - RIGHT);
  const up = (value: number) => HEIGHT - BOTTOM - ((value - y.from) / (y.to - y.from)) * (HEIGHT - TOP - BOTTOM);
  const whole = points.every(([value]) => Number.isInteger(value));
  const marks = roundNumbers(x.from, x.to).filter((mark) => !whole || Number.isInteger(mark));
  const lines = plot.series.map(({ points: own }, n) => {
    const color = CHART_COLORS[n % CHART_COLORS.length];
    if (own.length === 1 && isFinitePoint(own[0])) {
      return `<circle cx="${short(across(own[0][0]))}" cy="${short(up(own[0][1]))}" r="3" fill="${color}"/>`;
    }
    return `<path d="${path(own, across, up)}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(plot.title)}">
<text x="${LEFT}" y="16" class="title">${escaped(plot.title)}</text>
${marks
  .map((tick) => {
    const at = short(across(tick));
    return `<path d="M${at} ${TOP}V${HEIGHT - BOTTOM}" class="grid"/><text x="${at}" y="${HEIGHT - BOTTOM + 16}" class="x">${tick}</text>`;
  })
  .join('\n')}
${roundNumbers(y.from, y.to)
  .map((tick) => {
    const at = short(up(tick));
    return `<path d="M${LEFT} ${at}H${WIDTH - RIGHT}" class="grid"/><text x="${LEFT - 6}" y="${at}" dy="4" class="y">${tick}</text>`;
  })
  .join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" class="x">${escaped(plot.x)}</text>
<text transform="translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" class="x">${escaped(plot.y)}</text>
${lines.join('\n')}
${legend(plot)}
</svg>`;
}

function isFinitePoint([x, y]: readonly [number, number]): boolean {
  return Number.isFinite(x) && Number.isFinite(y);
}

function path(
  points: Plot['series'][number]['points'],
  across: (x: number) => number,
  up: (y: number) => number,
): string {
  let pen = 'M';
  const steps: string[] = [];
  for (const point of points) {
    if (isFinitePoint(point)) steps.push(`${pen}${short(across(point[0]))} ${short(up(point[1]))}`);
    pen = isFinitePoint(point) ? 'L' : 'M';
  }
  return steps.join('');
}

function legend({ series }: Plot): string {
  let at = LEFT + 8;
  return series
    .map(({ name }, n) => {
      const entry = `<rect x="${at}" y="${TOP + 4}" width="10" height="10" fill="${CHART_COLORS[n % CHART_COLORS.length]}"/><text x="${at + 14}" y="${TOP + 13}">${escaped(name)}</text>`;
      at += 28 + 7 * name.length;
      return entry;
    })
    .join('\n');
}

/** The range from the least to the greatest value, made wider if they are equal. */
function range(values: readonly number[]): Range {
  let [from, to] = [Infinity, -Infinity];
  for (const value of values) {
    from = Math.min(from, value);
    to = Math.max(to, value);
  }
  if (from > to) return { from: 0, to: 1 };
  return from === to ? { from: from - 0.5, to: to + 0.5 } : { from, to };
}
