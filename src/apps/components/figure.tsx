import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A point of a figure in SVG units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The group of a drawing for marks that change often, which a saved figure has too. */
export const OVERLAY = '<g class="overlay"></g>';

export interface FigureProps {
  /** Name of the saved file. */
  readonly name: string;
  readonly kind: string;
  /** An SVG element of a width in SVG units, with OVERLAY in it. */
  readonly draw: (width: number) => string;
  /** SVG of the overlay. */
  readonly overlay: () => string;
  /** The attributes of the element around the drawing. @param pointOf the place of a pointer in the drawing */
  readonly attributes: (pointOf: (event: PointerEvent) => Point) => HTMLAttributes<HTMLDivElement>;
  readonly caption?: ComponentChildren;
}

/** A figure in the width that it has, with buttons that save it. Its texts are never scaled. */
export function Figure({ name, kind, draw, overlay, attributes, caption }: FigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.floor(place.current!.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(place.current!);
    measure();
    return () => observer.disconnect();
  }, []);
  const svg = useMemo(() => (width === 0 ? '' : draw(width)), [draw, width]);
  useEffect(() => {
    const group = place.current!.querySelector('.overlay');
    if (group !== null) group.innerHTML = overlay();
  });
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const drawn = place.current!.querySelector('svg')!;
    // A page may be enlarged.
    const box = drawn.getBoundingClientRect();
    const { width, height } = drawn.viewBox.baseVal;
    return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
  };
  return (
    <figure class={kind} data-name={name}>
      <div ref={place} class="plot" {...attributes(pointOf)} dangerouslySetInnerHTML={{ __html: svg }} />
      <figcaption>
        {caption !== undefined && <span>{caption}</span>}
        <SaveButtons name={name} />
      </figcaption>
    </figure>
  );
}

/** The buttons that save the figure around them, whose name is its `data-name`: SAVE_SCRIPT is their code. */
export function SaveButtons({ name }: { readonly name: string }) {
  return ['SVG', 'PNG'].map((kind) => (
    <button key={kind} type="button" class="save" data-kind={kind} aria-label={`Save ${kind}: ${name}`}>
      Save {kind}
    </button>
  ));
}
