import { useState } from 'preact/hooks';
import { Figure, type FigureProps, type Point } from '../components/figure.tsx';

/** Pixels that the pointer moves before it draws a brush. */
const STILL = 4;

interface BrushFigureProps extends Omit<FigureProps, 'kind' | 'attributes'> {
  /** What the figure is and which keys it takes, for screen readers. */
  readonly label: string;
  /** The area between two points that a brush covers, as SVG. */
  readonly brushed: (from: Point, to: Point) => string;
  readonly onHover: (at: Point | null) => void;
  readonly onClick: (at: Point) => void;
  readonly onBrush: (from: Point, to: Point) => void;
  readonly onKey: (key: string) => boolean;
}

/** A figure with a brush and a choice by pointer or keys. One that is wider than the page scrolls. */
export function BrushFigure(props: BrushFigureProps) {
  const { name, label, draw, overlay, caption, brushed, onHover, onClick, onBrush, onKey } = props;
  const [from, setFrom] = useState<Point | null>(null);
  const [to, setTo] = useState<Point | null>(null);
  const end = (): void => {
    setFrom(null);
    setTo(null);
  };
  return (
    <Figure
      {...{ name, draw, caption }}
      kind="panel"
      overlay={() => overlay() + (from !== null && to !== null ? brushed(from, to) : '')}
      attributes={(pointOf) => ({
        role: 'group',
        'aria-label': label,
        tabIndex: 0,
        onKeyDown: (event) => {
          if (onKey(event.key)) event.preventDefault();
        },
        onPointerDown: (event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(pointOf(event));
        },
        onPointerMove: (event) => {
          const at = pointOf(event);
          if (from === null) onHover(at);
          else if (to !== null || Math.hypot(at.x - from.x, at.y - from.y) > STILL) setTo(at);
        },
        onPointerLeave: () => onHover(null),
        onPointerCancel: end,
        onPointerUp: (event) => {
          if (from === null) return;
          if (to === null) onClick(from);
          else onBrush(from, pointOf(event));
          end();
        },
      })}
    />
  );
}
