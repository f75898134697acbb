import { useCallback, useRef } from 'preact/hooks';
import { type Chart, chartSvg, type PlotArea } from '../../../platform/pages/chart.ts';
import { Figure, OVERLAY, type Point } from '../../components/figure.tsx';
import './chart-figure.css';

interface ChartFigureProps {
  readonly chart: Chart;
  /** Marks that change often, over the others: SVG. */
  readonly over?: (area: PlotArea) => string;
  /** Called where the pointer moves or, with `pressed`, is down: shares of the area from its left and its bottom, 0 to 1. */
  readonly point?: (x: number, y: number, pressed: boolean) => void;
  /** Called when the pointer leaves the figure. */
  readonly leave?: () => void;
}

/** A chart of the still pages, whose pointer is followed in its area. */
export function ChartFigure({ chart, over = () => '', point = () => {}, leave }: ChartFigureProps) {
  const area = useRef<PlotArea | null>(null);
  const draw = useCallback(
    (width: number) => chartSvg({ ...chart, marks: (found) => chart.marks((area.current = found)) + OVERLAY }, width),
    [chart],
  );
  const follow = ({ x, y }: Point, pressed: boolean) => {
    const { left, right, top, bottom } = area.current!;
    if (x < left || x > right || y < top || y > bottom) return;
    point((x - left) / (right - left), (bottom - y) / (bottom - top), pressed);
  };
  return (
    <Figure
      name={chart.title}
      kind="chart"
      draw={draw}
      overlay={() => over(area.current!)}
      attributes={(pointOf) => ({
        onPointerMove: (event) => follow(pointOf(event), (event.buttons & 1) === 1),
        onPointerDown: (event) => follow(pointOf(event), true),
        onPointerLeave: leave,
      })}
    />
  );
}
