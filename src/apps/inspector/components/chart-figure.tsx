import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Chart, chartSvg, type PlotArea } from '../../../platform/pages/chart.ts';
import './chart-figure.css';
import { SaveButtons } from './save-figure.tsx';

interface ChartFigureProps {
  readonly chart: Chart;
  readonly marks: (area: PlotArea) => string;
  /** Marks that change often, over the others: SVG. */
  readonly over?: (area: PlotArea) => string;
  /** Called where the pointer moves or, with `pressed`, is down: shares of the area from its left and its bottom, 0 to 1. */
  readonly point?: (x: number, y: number, pressed: boolean) => void;
  /** Called when the pointer leaves the figure. */
  readonly leave?: () => void;
}

/** A chart of the still pages in the width that it has, with buttons that save it. Its texts are never scaled. */
export function ChartFigure({ chart, marks, over = () => '', point, leave }: ChartFigureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => setWidth(Math.floor(contentRect.width)));
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, []);
  const { svg, area } = useMemo(() => drawn(chart, marks, width), [chart, marks, width]);
  const tell = (event: PointerEvent, pressed: boolean) => {
    if (point === undefined || area === null) return;
    const box = frame.current!.getBoundingClientRect();
    // The page is enlarged on the largest screens.
    const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((at) => (at * width) / box.width);
    const { left, right, top, bottom } = area;
    if (x < left || x > right || y < top || y > bottom) return;
    point((x - left) / (right - left), (bottom - y) / (bottom - top), pressed);
  };
  return (
    <figure class="chart">
      <div
        ref={frame}
        class="frame"
        onPointerMove={(event) => tell(event, (event.buttons & 1) === 1)}
        onPointerDown={(event) => tell(event, true)}
        onPointerLeave={leave}
      >
        <div dangerouslySetInnerHTML={{ __html: svg }} />
        {area && (
          <svg class="over" viewBox={`0 0 ${width} ${area.height}`} aria-hidden="true">
            <g dangerouslySetInnerHTML={{ __html: over(area) }} />
          </svg>
        )}
      </div>
      <SaveButtons name={chart.title} frame={frame} />
    </figure>
  );
}

function drawn(chart: Chart, marks: ChartFigureProps['marks'], width: number) {
  if (width === 0) return { svg: '', area: null };
  const areas: PlotArea[] = [];
  const svg = chartSvg({ ...chart, width }, (area) => {
    areas.push(area);
    return marks(area);
  });
  const height = Number(/viewBox="0 0 \S+ (\S+)"/.exec(svg)![1]);
  return { svg, area: { ...areas[0], height } };
}
