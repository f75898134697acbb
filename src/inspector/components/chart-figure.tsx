import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Chart, chartSvg, type PlotArea } from '../../pages/chart.ts';
import { DRAWN } from '../../pages/figure.ts';
import './chart-figure.css';

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

/** A chart of the still pages in the width that it has, with a button that saves it. Its texts are never scaled. */
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
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
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
      <button
        type="button"
        aria-label={`Save SVG: ${chart.title}`}
        onClick={() => saveSvg(frame.current!, chart.title)}
      >
        Save SVG
      </button>
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

/** Saves a chart as it is seen, with its colours and fonts in it and the panel as its ground. */
function saveSvg(frame: HTMLElement, title: string): void {
  const [whole, ...others] = frame.querySelectorAll('svg');
  const copy = styled(whole);
  for (const over of others) copy.append(...styled(over).childNodes);
  const { width, height } = whole.viewBox.baseVal;
  const ground = document.createElementNS(copy.namespaceURI, 'rect');
  const fill = getComputedStyle(frame).getPropertyValue('--panel');
  for (const [name, value] of Object.entries({ width, height, fill })) ground.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, String(value));
  copy.prepend(ground);
  save(new XMLSerializer().serializeToString(copy), 'image/svg+xml', `${title}.svg`);
}

function styled(svg: SVGElement): SVGElement {
  const copy = svg.cloneNode(true) as SVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  [svg, ...svg.querySelectorAll('*')].forEach((element, n) => {
    const style = getComputedStyle(element);
    for (const property of DRAWN.split(' ')) copies[n].setAttribute(property, style.getPropertyValue(property));
    for (const unused of ['class', 'style']) copies[n].removeAttribute(unused);
  });
  return copy;
}

/** Hands a file to the browser, which saves it. */
export function save(text: string, type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name.replaceAll(/[^\w.-]+/g, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
