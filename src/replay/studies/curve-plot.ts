import { CHART_COLORS, chartKeys, chartSvg, polyline, short } from '../../pages/chart.ts';
import type { Scale } from '../../pages/chart-scale.ts';

/** A curve as its points from left to right. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface CurvePlot {
  readonly title: string;
  readonly x: { readonly label: string; readonly scale: Scale };
  readonly y: { readonly label: string; readonly scale: Scale };
  /** The curves; the colour follows from the position in the list. */
  readonly curves: readonly Curve[];
  /** Dashed lines over the whole width, in the colour of the curve of the same name, or else of the text. */
  readonly levels?: readonly { readonly name: string; readonly y: number }[];
}

/** Curves with a mark at each point, as an SVG element with a legend. */
export function curvePlot({ title, x, y, curves, levels = [] }: CurvePlot): string {
  const color = (name: string) => {
    const place = curves.findIndex((curve) => curve.name === name);
    return place < 0 ? 'var(--text)' : CHART_COLORS[place % CHART_COLORS.length];
  };
  const svg = chartSvg({ title, width: 420, height: 300, left: 66, x, y }, (area) => {
    const dashed = levels.map(
      (level) =>
        `<path d="M${area.left} ${short(area.up(level.y))}H${area.right}" fill="none" stroke="${color(level.name)}" stroke-dasharray="5 4"/>`,
    );
    const lines = curves.map(({ name, points }) => {
      const marks = points.map(
        ([at, value]) =>
          `<circle cx="${short(area.across(at))}" cy="${short(area.up(value))}" r="2.5" fill="${color(name)}"/>`,
      );
      return `<path d="${polyline(points, area)}" fill="none" stroke="${color(name)}" stroke-width="2"/>${marks.join('')}`;
    });
    return [...dashed, ...lines].join('\n');
  });
  return `<div class="panel">${svg}${chartKeys(curves.map(({ name }) => ({ name, color: color(name) })))}</div>`;
}
