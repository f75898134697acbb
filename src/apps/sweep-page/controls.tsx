import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A point of a figure in SVG units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels that the pointer moves before it draws a brush. */
const STILL = 4;

/** A chart that is saved as SVG, with a brush and a choice by pointer or keys. */
export function Figure({
  name,
  label,
  pan = false,
  draw,
  overlay,
  caption,
  brushed,
  onHover,
  onClick,
  onBrush,
  onKey,
}: {
  /** Name of the saved file. */
  readonly name: string;
  /** What the figure is and which keys it takes, for screen readers. */
  readonly label: string;
  /** True if a drawing that is wider than the page scrolls. */
  readonly pan?: boolean;
  /** The chart as an SVG element of a width in SVG units, with an empty group of class `overlay`. */
  readonly draw: (width: number) => string;
  /** SVG that changes with the pointer. */
  readonly overlay: () => string;
  readonly caption: ComponentChildren;
  /** The area between two points that a brush covers, as SVG. */
  readonly brushed: (from: Point, to: Point) => string;
  readonly onHover: (at: Point | null) => void;
  readonly onClick: (at: Point) => void;
  readonly onBrush: (from: Point, to: Point) => void;
  readonly onKey: (key: string) => boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [from, setFrom] = useState<Point | null>(null);
  const [to, setTo] = useState<Point | null>(null);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.round(place.current!.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(place.current!);
    measure();
    return () => observer.disconnect();
  }, []);
  const svg = useMemo(() => (width === 0 ? '' : draw(width)), [draw, width]);
  useEffect(() => {
    const group = place.current!.querySelector('.overlay');
    if (group !== null) group.innerHTML = overlay() + (from !== null && to !== null ? brushed(from, to) : '');
  });
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const drawn = place.current!.querySelector('svg')!;
    const box = drawn.getBoundingClientRect();
    const { width, height } = drawn.viewBox.baseVal;
    return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
  };
  const end = (): void => {
    setFrom(null);
    setTo(null);
  };
  return (
    <figure class="panel" data-name={name}>
      <div
        ref={place}
        class={pan ? 'plot pan' : 'plot'}
        role="group"
        aria-label={label}
        tabIndex={0}
        onKeyDown={(event) => {
          if (onKey(event.key)) event.preventDefault();
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(pointOf(event));
        }}
        onPointerMove={(event) => {
          const at = pointOf(event);
          if (from === null) onHover(at);
          else if (to !== null || Math.hypot(at.x - from.x, at.y - from.y) > STILL) setTo(at);
        }}
        onPointerLeave={() => onHover(null)}
        onPointerCancel={end}
        onPointerUp={(event) => {
          if (from === null) return;
          if (to === null) onClick(from);
          else onBrush(from, pointOf(event));
          end();
        }}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <figcaption>
        <span>{caption}</span>
        {['SVG', 'PNG'].map((kind) => (
          <button key={kind} type="button" class="save" data-kind={kind} aria-label={`Save ${kind}: ${name}`}>
            Save {kind}
          </button>
        ))}
      </figcaption>
    </figure>
  );
}
