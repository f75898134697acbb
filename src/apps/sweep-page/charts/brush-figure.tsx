import { useState } from 'preact/hooks';
import { Figure, type Point } from '../../components/figure.tsx';
import type { PageView } from '../data/view.ts';

/** Pixels that the pointer moves before it draws a brush. */
const STILL = 4;

/** A drawing of all designs. */
export interface DesignDrawing {
  readonly draw: (width: number) => string;
  /** The mark of a design, as SVG. */
  readonly mark: (d: number | null) => string;
  /** The design that the pointer means. */
  readonly nearest: (at: Point) => number | null;
  /** The area between two points that a brush covers, as SVG. */
  readonly brushed: (from: Point, to: Point) => string;
}

interface BrushFigureProps {
  readonly view: PageView;
  readonly name: string;
  /** What the figure is and which keys it takes, for screen readers. */
  readonly label: string;
  readonly drawing: DesignDrawing;
  /** The text of a design. */
  readonly text: (d: number) => string;
  /** The designs that keys go through, and the steps of the keys. The list is a ring. */
  readonly along: readonly number[];
  readonly steps: Readonly<Record<string, number>>;
  /** True for a click that has another meaning than the nearest design. */
  readonly taken?: (at: Point) => boolean;
  readonly onBrush: (from: Point, to: Point) => void;
}

/** Designs as a figure with a brush and a choice by pointer or keys. One that is wider than the page scrolls. */
export function BrushFigure(props: BrushFigureProps) {
  const { view, name, label, drawing, text, along, steps, taken = () => false, onBrush } = props;
  const { table, chosen, choose } = view;
  const [near, setNear] = useState<number | null>(null);
  const [from, setFrom] = useState<Point | null>(null);
  const [to, setTo] = useState<Point | null>(null);
  const shown = near ?? chosen.design;
  const end = (): void => {
    setFrom(null);
    setTo(null);
  };
  return (
    <Figure
      name={name}
      draw={drawing.draw}
      caption={shown === null ? 'No design is chosen.' : `Design ${table.number.text(shown)}: ${text(shown)}`}
      kind="panel"
      overlay={() => {
        const brush = from !== null && to !== null ? drawing.brushed(from, to) : '';
        return drawing.mark(chosen.design) + drawing.mark(near) + brush;
      }}
      attributes={(pointOf) => ({
        role: 'group',
        'aria-label': label,
        tabIndex: 0,
        onKeyDown: (event) => {
          const step = steps[event.key];
          if (step === undefined || along.length === 0) return;
          const before = chosen.design === null ? -1 : along.indexOf(chosen.design);
          choose({ design: before < 0 ? along[0] : along.at((before + step) % along.length)! });
          event.preventDefault();
        },
        onPointerDown: (event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(pointOf(event));
        },
        onPointerMove: (event) => {
          const at = pointOf(event);
          if (from === null) setNear(drawing.nearest(at));
          else if (to !== null || Math.hypot(at.x - from.x, at.y - from.y) > STILL) setTo(at);
        },
        onPointerLeave: () => setNear(null),
        onPointerCancel: end,
        onPointerUp: (event) => {
          if (from === null) return;
          if (to !== null) onBrush(from, pointOf(event));
          else if (!taken(from)) choose({ design: drawing.nearest(from) });
          end();
        },
      })}
    />
  );
}
