import { type Chart, chartSvg, type PlotArea, short } from '../../../platform/pages/chart.ts';
import type { ValueScale } from '../../../platform/pages/chart-scale.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { OVERLAY, type Point } from '../../components/figure.tsx';
import type { DesignDrawing } from './brush-figure.tsx';
import type { TableColumn } from '../data/design-table.ts';
import { axisLabel } from '../data/value-scale.ts';

/** Distance from the pointer to a point that it means, in SVG units. */
const REACH = 16;

/** A kind of points: colour, diameter in SVG units, opacity. */
interface Dots {
  readonly color: string;
  readonly width: number;
  readonly opacity: number;
}

const FRONT: Dots = { color: 'var(--series-2)', width: 9, opacity: 1 };
const BEATEN: Dots = { color: 'var(--series-1)', width: 5, opacity: 0.5 };
const OTHERS: Dots = { color: 'var(--quiet)', width: 3, opacity: 0.3 };

/** A measure with its value for every design. */
interface MeasureAxis {
  readonly column: TableColumn;
  readonly values: Float64Array;
  readonly scale: ValueScale;
}

interface DrawnFront {
  readonly title: string;
  readonly x: MeasureAxis;
  readonly y: MeasureAxis;
  /** Places of all designs, of those that the filters let through, and of the front. */
  readonly all: readonly number[];
  readonly designs: readonly number[];
  readonly front: readonly number[];
}

/** The chart of two measures, and the designs at its points. */
export class FrontDrawing implements DesignDrawing {
  private area: PlotArea | null = null;

  constructor(private readonly drawn: DrawnFront) {}

  readonly draw = (width: number): string => {
    const { title, x, y, all, designs, front } = this.drawn;
    const [among, best] = [new Set(designs), new Set(front)];
    const known = all.filter((d) => !Number.isNaN(x.values[d]) && !Number.isNaN(y.values[d]));
    const others = known.filter((d) => !among.has(d));
    const beaten = known.filter((d) => among.has(d) && !best.has(d));
    const key = (name: string, kind: Dots) => ({ name, sign: dots('M0 0h0', kind) });
    const chart: Chart = {
      title,
      keys: [
        key(`front, ${grouped(front.length)} designs`, FRONT),
        key(`dominated, ${grouped(beaten.length)}`, BEATEN),
        ...(others.length > 0 ? [key(`filtered out, ${grouped(others.length)}`, OTHERS)] : []),
      ],
      height: Math.min(520, Math.max(240, 0.5 * width)),
      x: { label: axisLabel(x.column), scale: x.scale },
      y: { label: axisLabel(y.column), scale: y.scale },
      marks: (area) => {
        this.area = area;
        const points = front.map((d) => this.pointOf(d));
        const steps = points.map(({ x, y }, n) => (n === 0 ? `M${short(x)} ${short(y)}` : `H${short(x)}V${short(y)}`));
        return `${this.layer(others, OTHERS)}${this.layer(beaten, BEATEN)}
<path d="${steps.join('')}" class="line" style="stroke:${FRONT.color}"/>${this.layer(front, FRONT)}${OVERLAY}`;
      },
    };
    return chartSvg(chart, width);
  };

  /** A ring around a design. */
  mark(d: number | null): string {
    if (d === null || this.area === null) return '';
    const { x, y } = this.pointOf(d);
    return Number.isNaN(x + y) ? '' : `<circle cx="${short(x)}" cy="${short(y)}" r="8" class="ring"/>`;
  }

  /** The design that the pointer means. */
  nearest(at: Point): number | null {
    let [best, found] = [REACH, null as number | null];
    for (const d of this.drawn.designs) {
      const { x, y } = this.pointOf(d);
      const distance = Math.hypot(x - at.x, y - at.y);
      if (distance < best) [best, found] = [distance, d];
    }
    return found;
  }

  /** The rectangle between two points. */
  brushed(from: Point, to: Point): string {
    const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return `<rect x="${left}" y="${top}" width="${Math.abs(to.x - from.x)}" height="${Math.abs(to.y - from.y)}" class="brush"/>`;
  }

  /** The values of both measures at a point. */
  valuesAt(at: Point): readonly [number, number] {
    const { x, y } = this.drawn;
    const { left, right, top, bottom } = this.area!;
    const within = (share: number) => Math.min(1, Math.max(0, share));
    return [x.scale.at(within((at.x - left) / (right - left))), y.scale.at(within((bottom - at.y) / (bottom - top)))];
  }

  private pointOf(d: number): Point {
    const { x, y } = this.drawn;
    return { x: this.area!.across(x.values[d]), y: this.area!.up(y.values[d]) };
  }

  private layer(designs: readonly number[], kind: Dots): string {
    const path = designs.map((d) => this.pointOf(d)).map(({ x, y }) => `M${short(x)} ${short(y)}h0`);
    return dots(path.join(''), kind);
  }
}

function dots(path: string, { color, width, opacity }: Dots): string {
  return `<path d="${path}" class="dots" stroke-linecap="round" opacity="${opacity}" style="stroke:${color};stroke-width:${width}"/>`;
}
