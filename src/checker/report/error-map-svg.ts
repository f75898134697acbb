import { box, chartFigure, type PlotArea, squareSign } from '../../platform/pages/chart.ts';
import { linearScale } from '../../platform/pages/chart-scale.ts';
import { heatColor } from '../../platform/pages/heat-picture.ts';
import type { ErrorMap } from '../probes/error-map.ts';

/** The shares of the largest error that the legend shows. */
const SHOWN = [0, 0.25, 0.5, 0.75, 1];
/** The steps of colour: cells of one step are one path. */
const STEPS = 40;

/** A map of errors as a figure: dark is no error, bright is the map's largest error, which the legend names. */
export function errorMapSvg({ title, width, height, errors }: ErrorMap): string {
  const largest = Math.max(...errors);
  const color = (share: number) => `rgb(${heatColor(share).join(',')})`;
  const across = linearScale(0, 1);
  const cells = (area: PlotArea) => {
    const paths = new Map<number, string>();
    for (const [n, error] of errors.entries()) {
      const [column, row] = [n % width, Math.floor(n / width)];
      const step = largest === 0 ? 0 : Math.round((STEPS * error) / largest);
      const cell = box(area, [column / width, (column + 1) / width], [row / height, (row + 1) / height]);
      paths.set(step, (paths.get(step) ?? '') + cell);
    }
    return Array.from(paths, ([step, path]) => `<path fill="${color(step / STEPS)}" d="${path}"/>`);
  };
  return chartFigure({
    title,
    height: (whole: number) => whole - 70,
    x: { label: 's, over the texture', scale: across },
    y: { label: 't, over the texture', scale: { ...across, share: (t: number) => 1 - t } },
    keys: SHOWN.map((share) => ({
      name: share === 0 ? '0' : `${(share * largest).toPrecision(3)}${share === 1 ? ' codes' : ''}`,
      sign: squareSign(color(share)),
    })),
    marks: (area) => `<g shape-rendering="crispEdges">${cells(area).join('')}</g>`,
  });
}
