import { extent } from 'd3-array';
import { useMemo, useState } from 'preact/hooks';
import { lineSign, short } from '../../platform/pages/chart.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { Check } from '../components/check.tsx';
import { Choice } from '../components/choice.tsx';
import { OVERLAY, type Point } from '../components/figure.tsx';
import { BrushFigure } from './brush-figure.tsx';
import { filterValue } from './design-table.ts';
import { parseFilter } from './filter.ts';
import { CLASSES, type ParallelAxis, parallelAxis, rankClasses, segments } from './parallel-axes.ts';
import { axisLabel } from './value-scale.ts';
import type { View } from './view.ts';

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

/** All fields and some measures of all designs: a line for each design. */
export function Parallel({ table, measures, designs, chosen, choose, filter }: View) {
  const [near, setNear] = useState<number | null>(null);
  const shown = measures.filter(({ name }) => chosen.shown.includes(name));
  const axes = useMemo(
    () => [...table.fields, ...shown].map((column) => parallelAxis(column, table.count)),
    [measures, chosen.shown],
  );
  const paint = measures.find(({ name }) => name === chosen.effect)!;
  const classes = useMemo(
    () => rankClasses(Float64Array.from({ length: table.count }, (_, d) => paint.number(d))),
    [paint],
  );
  const layout = useMemo(() => ({ now: { width: 0, top: 0, gap: 1 } as Layout }), []);
  const title = 'Parallel coordinates of fields and measures';
  const xOf = (k: number) => LEFT + k * layout.now.gap;
  const yOf = (share: number) => layout.now.top + HEIGHT * (1 - share);
  const draw = useMemo(() => {
    const among = new Set(designs);
    const others = Array.from({ length: table.count }, (_, d) => d).filter((d) => !among.has(d));
    return (width: number) => {
      layout.now = layoutOf(axes, width);
      const heights = axes.map(({ shares }) => shares.map((share) => yOf(share)));
      const quiet: string[] = [];
      const lines = Array.from({ length: CLASSES }, () => [] as string[]);
      for (let k = 1; k < axes.length; k++) {
        const path = (from: number, to: number) => `M${short(xOf(k - 1))} ${from}L${short(xOf(k))} ${to}`;
        const [a, b] = [heights[k - 1], heights[k]];
        for (const { from, to } of segments(others, a, b, classes)) quiet.push(path(from, to));
        for (const { from, to, mean } of segments(designs, a, b, classes)) lines[Math.round(mean)].push(path(from, to));
      }
      const stroke = (pieces: readonly string[], color: string, opacity: number) =>
        `<path d="${pieces.join('')}" class="line" opacity="${opacity}" style="stroke:${color};stroke-width:${pieces.length > MANY ? 0.4 : 1.2}"/>`;
      const marks = axes.map((axis, k) => axisMarks(axis, xOf(k), yOf, layout.now.gap, chosen.filters));
      const { top, width: whole } = layout.now;
      return `<svg viewBox="0 0 ${short(whole)} ${top + HEIGHT + 24}" width="${short(whole)}" role="img">
<title>${title}</title><desc>${escaped(axes.map(({ column }) => axisLabel(column)).join('; '))}</desc>
<text x="4" y="18" class="title">${title}</text>${legend(`${axisLabel(paint)}, low to high`)}
${stroke(quiet, 'var(--line)', 0.7)}${lines.map((pieces, n) => stroke(pieces, rank(n), 0.8)).join('')}
${marks.join('')}${OVERLAY}</svg>`;
    };
  }, [axes, designs, classes, chosen.filters]);
  const lineOf = (d: number | null) => {
    if (d === null || layout.now.width === 0) return '';
    const points = axes.flatMap(({ shares }, k) =>
      Number.isNaN(shares[d]) ? [] : [`${short(xOf(k))} ${short(yOf(shares[d]))}`],
    );
    return `<polyline points="${points.join(' ')}" class="ring"/>`;
  };
  const axisAt = ({ x }: Point): number | null => {
    const k = Math.round((x - LEFT) / layout.now.gap);
    return k >= 0 && k < axes.length && Math.abs(x - xOf(k)) < REACH ? k : null;
  };
  const nearest = (at: Point): number | null => {
    const left = Math.min(axes.length - 2, Math.max(0, Math.floor((at.x - LEFT) / layout.now.gap)));
    if (axes.length < 2) return null;
    const part = (at.x - xOf(left)) / layout.now.gap;
    const [a, b] = [axes[left].shares, axes[left + 1].shares];
    let [best, found] = [10, null as number | null];
    for (const d of designs) {
      const distance = Math.abs(yOf(a[d] + part * (b[d] - a[d])) - at.y);
      if (distance < best) [best, found] = [distance, d];
    }
    return found;
  };
  const shareAt = ({ y }: Point) => Math.min(1, Math.max(0, 1 - (y - layout.now.top) / HEIGHT));
  const move = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined || designs.length === 0) return false;
    const before = chosen.design === null ? -1 : designs.indexOf(chosen.design);
    choose({ design: designs[before < 0 ? 0 : (before + step + designs.length) % designs.length] });
    return true;
  };
  const caption = near ?? chosen.design;
  return (
    <section id="parallel">
      <h2>Parallel coordinates</h2>
      <p class="note">
        A line is a design. Dragging along an axis filters by it, here and in every other view; a click on the axis
        takes the filter away. The same filters stand in the table below, where they can be typed.
      </p>
      <div class="controls">
        <Choice
          label="Colour by"
          value={paint.name}
          options={measures.map(({ name }) => [name, name] as const)}
          onChange={(value) => choose({ effect: value })}
        />
      </div>
      <fieldset class="checks">
        <legend>Measures with an axis</legend>
        {measures.map(({ name, doc }) => (
          <Check
            key={name}
            title={doc}
            checked={chosen.shown.includes(name)}
            onChange={(checked) =>
              choose({ shown: checked ? [...chosen.shown, name] : chosen.shown.filter((other) => other !== name) })
            }
          >
            {name}
          </Check>
        ))}
      </fieldset>
      <BrushFigure
        name="parallel coordinates"
        label={`${title}; up and down go through the designs`}
        draw={draw}
        overlay={() => lineOf(chosen.design) + lineOf(near)}
        caption={
          caption === null
            ? 'No design is chosen.'
            : `Design ${table.number.text(caption)}: ${axes.map(({ column }) => `${column.name} ${column.text(caption)}`).join(', ')}`
        }
        brushed={(from, to) => {
          const k = axisAt(from);
          if (k === null) return '';
          const [y, end] = [from.y, to.y].sort((a, b) => a - b);
          return `<rect x="${short(xOf(k) - 9)}" y="${short(y)}" width="18" height="${short(end - y)}" class="brush"/>`;
        }}
        onHover={(at) => setNear(at === null ? null : nearest(at))}
        onClick={(at) => {
          const k = axisAt(at);
          const name = k === null ? null : axes[k].column.name;
          if (name !== null && chosen.filters[name] !== undefined) filter({ [name]: '' });
          else choose({ design: nearest(at) });
        }}
        onBrush={(from, to) => {
          const k = axisAt(from);
          if (k === null) return;
          const [low, high] = [shareAt(from), shareAt(to)].sort((a, b) => a - b);
          filter({ [axes[k].column.name]: axes[k].between(low, high) });
        }}
        onKey={move}
      />
    </section>
  );
}

function layoutOf(axes: readonly ParallelAxis[], room: number): Layout {
  const lengths = axes.map(({ column }) => LETTER * axisLabel(column).length);
  const gapOf = (width: number) => (width - LEFT) / Math.max(1, axes.length - 1);
  const lastTick = 8 + LETTER * Math.max(0, ...(axes.at(-1)?.ticks ?? []).map(({ text }) => text.length));
  // What the names of the last axes, or its numbers, need to its right.
  const behind = (gap: number) =>
    Math.max(lastTick, ...lengths.map((length, k) => COS * length - (axes.length - 1 - k) * gap));
  let gap = gapOf(room);
  for (let step = 0; step < 8; step++) gap = Math.max(APART, gapOf(room - behind(gap) - 8));
  const width = LEFT + gap * (axes.length - 1) + behind(gap) + 8;
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
  filters: View['chosen']['filters'],
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
