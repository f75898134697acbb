import { useMemo, useState } from 'preact/hooks';
import { chartSvg, type PlotArea, short } from '../../platform/pages/chart.ts';
import { grouped } from '../../platform/pages/wording.ts';
import { Check } from '../components/check.tsx';
import { Choice } from '../components/choice.tsx';
import { OVERLAY, type Point } from '../components/figure.tsx';
import { BrushFigure } from './brush-figure.tsx';
import { type Column, valueText } from './design-table.ts';
import { choiceFilter, rangeFilter } from './filter.ts';
import { paretoFront } from './pareto-front.ts';
import { axisLabel, valueScale } from './value-scale.ts';
import type { View } from './view.ts';

/** Distance from the pointer to a point that it means, in SVG units. */
const REACH = 16;
const GOALS = [
  ['least', 'least is best'],
  ['most', 'most is best'],
] as const;

/** Two measures of all designs, and the front of those that the filters let through. */
export function ParetoPlot(view: View) {
  const { measures, chosen, choose } = view;
  const axis = (label: 'Across' | 'Up', key: 'x' | 'y') => {
    const name = chosen[key];
    const names = measures.map((measure) => [measure.name, measure.name] as const);
    return (
      <>
        <Choice
          label={label}
          value={name ?? ''}
          options={name === null ? [['', 'choose a measure'], ...names] : names}
          onChange={(value) => choose({ [key]: value })}
        />
        {name !== null && (
          <Choice
            label="where"
            name={`where ${name}`}
            value={chosen.goals[name]}
            options={GOALS}
            onChange={(value) => choose({ goals: { ...chosen.goals, [name]: value } })}
          />
        )}
      </>
    );
  };
  const [x, y] = [chosen.x, chosen.y].map((name) => measures.find((column) => column.name === name));
  return (
    <section id="pareto">
      <h2>Pareto front</h2>
      <p class="note">
        The front has the designs that no other one beats in both measures. A click shows a design, dragging filters;
        the arrow keys go along the front.
      </p>
      <div class="controls">
        {axis('Across', 'x')}
        {axis('Up', 'y')}
      </div>
      {x && y && <Front {...view} x={x} y={y} />}
    </section>
  );
}

function Front(view: View & { readonly x: Column; readonly y: Column }) {
  const { table, designs, chosen, choose, filter, x, y } = view;
  const [near, setNear] = useState<number | null>(null);
  const all = useMemo(() => Array.from({ length: table.count }, (_, d) => d), [table]);
  const values = ({ number }: Column) => Float64Array.from(all, number);
  const [xs, ys] = [useMemo(() => values(x), [x]), useMemo(() => values(y), [y])];
  const [goalX, goalY] = [chosen.goals[x.name], chosen.goals[y.name]];
  const front = useMemo(
    () => paretoFront(designs, { values: xs, goal: goalX }, { values: ys, goal: goalY }),
    [designs, xs, ys, goalX, goalY],
  );
  const { logarithmic } = chosen;
  const scaleX = useMemo(() => valueScale(xs, logarithmic), [xs, logarithmic]);
  const scaleY = useMemo(() => valueScale(ys, logarithmic), [ys, logarithmic]);
  const area = useMemo(() => ({ now: null as PlotArea | null }), []);
  const title = `Front of ${goalY} ${y.name} and ${goalX} ${x.name}`;
  const drawn = useMemo(() => {
    const among = new Set(designs);
    const best = new Set(front);
    const points = (list: readonly number[], { across, up }: PlotArea) =>
      list.map((d) => `M${short(across(xs[d]))} ${short(up(ys[d]))}h0`).join('');
    const known = all.filter((d) => !Number.isNaN(xs[d]) && !Number.isNaN(ys[d]));
    const others = known.filter((d) => !among.has(d));
    const beaten = known.filter((d) => among.has(d) && !best.has(d));
    const unique = [...new Map(front.map((d) => [`${xs[d]} ${ys[d]}`, d])).values()];
    const dots = (path: string, { color, width, opacity }: Dots) =>
      `<path d="${path}" class="dots" stroke-linecap="round" opacity="${opacity}" style="stroke:${color};stroke-width:${width}"/>`;
    const sign = (kind: Dots) => dots('M0 0h0', kind);
    const keys = [
      { name: `front, ${grouped(front.length)} designs`, sign: sign(FRONT) },
      { name: `dominated, ${grouped(beaten.length)}`, sign: sign(BEATEN) },
      ...(others.length > 0 ? [{ name: `filtered out, ${grouped(others.length)}`, sign: sign(OTHERS) }] : []),
    ];
    return (width: number) => {
      const chart = {
        title,
        width,
        keys,
        height: Math.min(520, Math.max(240, 0.5 * width)),
        x: { label: axisLabel(x), scale: scaleX },
        y: { label: axisLabel(y), scale: scaleY },
      };
      return chartSvg(chart, (found) => {
        area.now = found;
        const steps = unique.map((d, n) => {
          const [px, py] = [short(found.across(xs[d])), short(found.up(ys[d]))];
          return n === 0 ? `M${px} ${py}` : `H${px}V${py}`;
        });
        const layer = (list: readonly number[], kind: Dots) => dots(points(list, found), kind);
        return `${layer(others, OTHERS)}${layer(beaten, BEATEN)}
<path d="${steps.join('')}" class="line" style="stroke:${FRONT.color}"/>${layer(front, FRONT)}${OVERLAY}`;
      });
    };
  }, [designs, front, scaleX, scaleY, goalX, goalY]);
  const ring = (d: number | null) => {
    if (d === null || area.now === null || Number.isNaN(xs[d] + ys[d])) return '';
    return `<circle cx="${short(area.now.across(xs[d]))}" cy="${short(area.now.up(ys[d]))}" r="8" class="ring"/>`;
  };
  const nearest = (at: Point): number | null => {
    let [best, found] = [REACH, null as number | null];
    for (const d of designs) {
      const distance = Math.hypot(area.now!.across(xs[d]) - at.x, area.now!.up(ys[d]) - at.y);
      if (distance < best) [best, found] = [distance, d];
    }
    return found;
  };
  const brush = (from: Point, to: Point) => {
    const { left, right, top, bottom } = area.now!;
    const across = [from.x, to.x].sort((a, b) => a - b).map((px) => scaleX.at(clamp((px - left) / (right - left))));
    const up = [to.y, from.y].sort((a, b) => b - a).map((py) => scaleY.at(clamp((bottom - py) / (bottom - top))));
    filter({ [x.name]: rangeFilter(across[0], across[1]), [y.name]: rangeFilter(up[0], up[1]) });
  };
  const move = (key: string): boolean => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (step === undefined || front.length === 0) return false;
    const before = chosen.design === null ? -1 : front.indexOf(chosen.design);
    const next = before < 0 ? 0 : (before + step + front.length) % front.length;
    choose({ design: front[next] });
    return true;
  };
  const shown = near ?? chosen.design;
  return (
    <>
      <div class="controls">
        <Check checked={logarithmic} onChange={(logarithmic) => choose({ logarithmic })}>
          logarithmic
        </Check>
        <button
          type="button"
          disabled={front.length === 0}
          onClick={() => filter({ design: choiceFilter(front.map((d) => table.number.text(d))) })}
        >
          Filter by the front
        </button>
      </div>
      <BrushFigure
        name={`pareto ${y.name} over ${x.name}`}
        label={`${title}; arrow keys go along the front`}
        draw={drawn}
        overlay={() => ring(chosen.design) + ring(near)}
        caption={
          shown === null
            ? 'No design is chosen.'
            : `Design ${table.number.text(shown)}: ${x.name} ${valueText(xs[shown])}, ${y.name} ${valueText(ys[shown])}; ${table.fields.map((field) => `${field.name} ${field.text(shown)}`).join(', ')}`
        }
        brushed={(from, to) => {
          const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
          return `<rect x="${left}" y="${top}" width="${Math.abs(to.x - from.x)}" height="${Math.abs(to.y - from.y)}" class="brush"/>`;
        }}
        onHover={(at) => setNear(at === null ? null : nearest(at))}
        onClick={(at) => choose({ design: nearest(at) })}
        onBrush={brush}
        onKey={move}
      />
    </>
  );
}

/** A kind of points: colour, diameter in SVG units, opacity. */
interface Dots {
  readonly color: string;
  readonly width: number;
  readonly opacity: number;
}

const FRONT: Dots = { color: 'var(--series-2)', width: 9, opacity: 1 };
const BEATEN: Dots = { color: 'var(--series-1)', width: 5, opacity: 0.5 };
const OTHERS: Dots = { color: 'var(--quiet)', width: 3, opacity: 0.3 };

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
