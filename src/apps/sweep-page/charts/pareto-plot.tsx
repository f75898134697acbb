import { useMemo } from 'preact/hooks';
import { Check } from '../../components/check.tsx';
import { Choice } from '../../components/choice.tsx';
import { BrushFigure } from './brush-figure.tsx';
import { type TableColumn, numbersOf } from '../data/design-table.ts';
import { choiceFilter, rangeFilter } from '../data/filter.ts';
import { FrontDrawing } from './front-drawing.ts';
import { MeasureChoice } from './measure-choice.tsx';
import { paretoFront } from '../data/pareto-front.ts';
import { valueScale } from '../data/value-scale.ts';
import type { PageView } from '../data/view.ts';

const GOALS = [
  ['least', 'least is best'],
  ['most', 'most is best'],
] as const;

/** Two measures of all designs, and the front of those that the filters let through. */
export function ParetoPlot(view: PageView) {
  const { measures, chosen, choose } = view;
  const axis = (label: 'Across' | 'Up', key: 'x' | 'y') => {
    const name = chosen[key];
    return (
      <>
        <MeasureChoice {...{ label, measures }} value={name} onChange={(value) => choose({ [key]: value })} />
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

function Front(view: PageView & { readonly x: TableColumn; readonly y: TableColumn }) {
  const { table, designs, chosen, choose, filter, x, y } = view;
  const { logarithmic } = chosen;
  const [goalX, goalY] = [chosen.goals[x.name], chosen.goals[y.name]];
  const axisOf = (column: TableColumn) => {
    const values = numbersOf(column, table.count);
    return { column, values, scale: valueScale(values, logarithmic) };
  };
  const [across, up] = [x, y].map((column) => useMemo(() => axisOf(column), [column, logarithmic]));
  const front = useMemo(
    () => paretoFront(designs, { values: across.values, goal: goalX }, { values: up.values, goal: goalY }),
    [designs, across, up, goalX, goalY],
  );
  const title = `Front of ${goalY} ${y.name} and ${goalX} ${x.name}`;
  const drawing = useMemo(
    () => new FrontDrawing({ title, x: across, y: up, all: table.all, designs, front }),
    [designs, front, across, up],
  );
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
        {...{ view, drawing }}
        name={`pareto ${y.name} over ${x.name}`}
        label={`${title}; arrow keys go along the front`}
        text={(d) => {
          const measures = [x, y].map((one) => `${one.name} ${one.text(d)}`);
          return `${measures.join(', ')}; ${table.fields.map((field) => `${field.name} ${field.text(d)}`).join(', ')}`;
        }}
        along={front}
        steps={{ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }}
        onBrush={(from, to) => {
          const [first, second] = [drawing.valuesAt(from), drawing.valuesAt(to)];
          const range = (n: 0 | 1) => rangeFilter(Math.min(first[n], second[n]), Math.max(first[n], second[n]));
          filter({ [x.name]: range(0), [y.name]: range(1) });
        }}
      />
    </>
  );
}
