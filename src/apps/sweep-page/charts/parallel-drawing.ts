import { extent } from 'd3-array';
import { lineSign, short } from '../../../platform/pages/chart.ts';
import { escaped } from '../../../platform/pages/escaped.ts';
import { OVERLAY, type Point } from '../../components/figure.tsx';
import type { DesignDrawing } from './brush-figure.tsx';
import { type TableColumn, filterValue } from '../data/design-table.ts';
import { type Filters, parseFilter } from '../data/filter.ts';
import { CLASSES, type ParallelAxis, segments } from './parallel-axes.ts';
import { axisLabel } from '../data/value-scale.ts';

export const PARALLEL_TITLE = 'Parallel coordinates of fields and measures';
const HEIGHT = 320;
/** Pieces of lines of one colour, more of which are drawn thinner. */
const MANY = 1000;
const LEFT = 24;
/** Least distance of two axes, and from an axis to the pointer that means it, in SVG units. */
const APART = 92;
const REACH = 22;
/** Width of a letter, and the slope of the names: 28 degrees. */
const LETTER = 6.9;
const [COS, SIN] = [0.883, 0.469];

/** The places of axes in a drawing. */
interface Layout {
  readonly width: number;
  readonly top: number;
  readonly gap: number;
}

interface DrawnParallel {
  readonly axes: readonly ParallelAxis[];
  /** The measure whose classes the lines have as their colours, and the class of each design. */
  readonly paint: TableColumn;
  readonly classes: Uint8Array;
  /** Places of all designs, and of those that the filters let through. */
  readonly all: readonly number[];
  readonly designs: readonly number[];
  readonly filters: Filters;
}

/** The parallel coordinates, and the designs and axes at their points. */
export class ParallelDrawing implements DesignDrawing {
  private layout: Layout = { width: 0, top: 0, gap: 1 };

  constructor(private readonly drawn: DrawnParallel) {}

  readonly draw = (width: number): string => {
    const { axes, paint, classes, all, designs, filters } = this.drawn;
    this.layout = layoutOf(axes, width);
    const { top, width: whole, gap } = this.layout;
    const among = new Set(designs);
    const others = all.filter((d) => !among.has(d));
    const heights = axes.map(({ shares }) => shares.map((share) => this.yOf(share)));
    const quiet: string[] = [];
    const lines = Array.from({ length: CLASSES }, () => [] as string[]);
    for (let k = 1; k < axes.length; k++) {
      const path = (from: number, to: number) => `M${short(this.xOf(k - 1))} ${from}L${short(this.xOf(k))} ${to}`;
      const [a, b] = [heights[k - 1], heights[k]];
      for (const { from, to } of segments(others, a, b, classes)) quiet.push(path(from, to));
      for (const { from, to, mean } of segments(designs, a, b, classes)) lines[Math.round(mean)].push(path(from, to));
    }
    const marks = axes.map((axis, k) => axisMarks(axis, this.xOf(k), (share) => this.yOf(share), gap, filters));
    return `<svg viewBox="0 0 ${short(whole)} ${top + HEIGHT + 24}" width="${short(whole)}" role="img">
<title>${PARALLEL_TITLE}</title><desc>${escaped(axes.map(({ column }) => axisLabel(column)).join('; '))}</desc>
<text x="4" y="18" class="title">${PARALLEL_TITLE}</text>${legend(`${axisLabel(paint)}, low to high`)}
${stroke(quiet, 'var(--line)', 0.7)}${lines.map((pieces, n) => stroke(pieces, rank(n), 0.8)).join('')}
${marks.join('')}${OVERLAY}</svg>`;
  };

  /** The line of a design. */
  mark(d: number | null): string {
    if (d === null || this.layout.width === 0) return '';
    const points = this.drawn.axes.flatMap(({ shares }, k) =>
      Number.isNaN(shares[d]) ? [] : [`${short(this.xOf(k))} ${short(this.yOf(shares[d]))}`],
    );
    return `<polyline points="${points.join(' ')}" class="ring"/>`;
  }

  /** The area of a brush on the axis where it begins. */
  brushed(from: Point, to: Point): string {
    const k = this.numberAt(from);
    if (k === null) return '';
    const [y, end] = [from.y, to.y].sort((a, b) => a - b);
    return `<rect x="${short(this.xOf(k) - 9)}" y="${short(y)}" width="18" height="${short(end - y)}" class="brush"/>`;
  }

  /** The axis that the pointer means. */
  axisAt(at: Point): ParallelAxis | null {
    const k = this.numberAt(at);
    return k === null ? null : this.drawn.axes[k];
  }

  /** The share of an axis at a point, 0 to 1 from the bottom. */
  shareAt({ y }: Point): number {
    return Math.min(1, Math.max(0, 1 - (y - this.layout.top) / HEIGHT));
  }

  /** The design whose line the pointer means. */
  nearest(at: Point): number | null {
    const { axes, designs } = this.drawn;
    if (axes.length < 2) return null;
    const { gap } = this.layout;
    const left = Math.min(axes.length - 2, Math.max(0, Math.floor((at.x - LEFT) / gap)));
    const part = (at.x - this.xOf(left)) / gap;
    const [a, b] = [axes[left].shares, axes[left + 1].shares];
    let [best, found] = [10, null as number | null];
    for (const d of designs) {
      const distance = Math.abs(this.yOf(a[d] + part * (b[d] - a[d])) - at.y);
      if (distance < best) [best, found] = [distance, d];
    }
    return found;
  }

  private xOf(k: number): number {
    return LEFT + k * this.layout.gap;
  }

  private yOf(share: number): number {
    return this.layout.top + HEIGHT * (1 - share);
  }

  private numberAt({ x }: Point): number | null {
    const k = Math.round((x - LEFT) / this.layout.gap);
    return k >= 0 && k < this.drawn.axes.length && Math.abs(x - this.xOf(k)) < REACH ? k : null;
  }
}

function stroke(pieces: readonly string[], color: string, opacity: number): string {
  return `<path d="${pieces.join('')}" class="line" opacity="${opacity}" style="stroke:${color};stroke-width:${pieces.length > MANY ? 0.4 : 1.2}"/>`;
}

function layoutOf(axes: readonly ParallelAxis[], room: number): Layout {
  const lengths = axes.map(({ column }) => LETTER * axisLabel(column).length);
  const gapOf = (width: number) => (width - LEFT) / Math.max(1, axes.length - 1);
  const lastTick = 8 + LETTER * Math.max(0, ...(axes.at(-1)?.ticks ?? []).map(({ text }) => text.length));
  // The room that the names of the last axes, or its numbers, need to its right.
  const rightOf = (gap: number) =>
    Math.max(lastTick, ...lengths.map((length, k) => COS * length - (axes.length - 1 - k) * gap));
  let gap = gapOf(room);
  for (let step = 0; step < 8; step++) gap = Math.max(APART, gapOf(room - rightOf(gap) - 8));
  const width = LEFT + gap * (axes.length - 1) + rightOf(gap) + 8;
  return { width: Math.max(room, width), top: 62 + Math.ceil(SIN * Math.max(0, ...lengths)), gap };
}

function rank(n: number): string {
  return `var(--rank-${n + 1})`;
}

function legend(text: string): string {
  const signs = Array.from({ length: CLASSES }, (_, n) => {
    return `<g transform="translate(${16 + 24 * n} 36)">${lineSign(rank(n))}</g>`;
  });
  return `${signs.join('')}<text x="${16 + 24 * CLASSES}" y="40">${escaped(text)}</text>`;
}

/** An axis with its name, its numbers, and the part that its filter lets through. */
function axisMarks(
  { column, shares, ticks }: ParallelAxis,
  x: number,
  yOf: (share: number) => number,
  gap: number,
  filters: Filters,
): string {
  const letters = Math.max(3, Math.floor((gap - 12) / LETTER));
  const texts = ticks.map(({ share, text }) => {
    const cut = text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
    const y = short(yOf(share));
    return `<path d="M${short(x - 4)} ${y}h8" class="axis"/><text x="${short(x + 7)}" y="${y}" dy="4" class="halo" paint-order="stroke">${escaped(cut)}</text>`;
  });
  const holds = parseFilter(filters[column.name] ?? '');
  const passing = holds === null ? [] : Array.from(shares.keys()).filter((d) => holds(filterValue(column, d)));
  const ys = passing.map((d) => yOf(shares[d]));
  const [from, to] = extent(ys);
  const band =
    from === undefined
      ? ''
      : `<rect x="${short(x - 9)}" y="${short(from - 5)}" width="18" height="${short(to - from + 10)}" class="brush"/>`;
  const name = `<text transform="translate(${short(x)} ${short(yOf(1) - 10)}) rotate(-28)"${holds === null ? '' : ' font-weight="700"'}>${escaped(axisLabel(column))}</text>`;
  return `<g><path d="M${short(x)} ${short(yOf(0))}V${short(yOf(1))}" class="axis"/>${texts.join('')}${band}${name}</g>`;
}
