import { useMemo } from 'preact/hooks';
import { Check } from '../../components/check.tsx';
import { BrushFigure } from './brush-figure.tsx';
import { numbersOf } from '../data/design-table.ts';
import { MeasureChoice } from './measure-choice.tsx';
import { parallelAxis, rankClasses } from './parallel-axes.ts';
import { PARALLEL_TITLE, ParallelDrawing } from './parallel-drawing.ts';
import type { PageView } from '../data/view.ts';

/** All fields and some measures of all designs: a line for each design. */
export function Parallel(view: PageView) {
  const { table, measures, designs, chosen, choose, filter } = view;
  const { filters } = chosen;
  const shown = measures.filter(({ name }) => chosen.shown.includes(name));
  const axes = useMemo(
    () => [...table.fields, ...shown].map((column) => parallelAxis(column, table.count)),
    [measures, chosen.shown],
  );
  const paint = measures.find(({ name }) => name === chosen.effect)!;
  const classes = useMemo(() => rankClasses(numbersOf(paint, table.count)), [paint]);
  const drawing = useMemo(
    () => new ParallelDrawing({ axes, paint, classes, all: table.all, designs, filters }),
    [axes, designs, classes, filters],
  );
  return (
    <section id="parallel">
      <h2>Parallel coordinates</h2>
      <p class="note">
        A line is a design. Dragging along an axis filters by it, here and in every other view; a click on the axis
        takes the filter away. The same filters are in the table below, where they can be typed.
      </p>
      <div class="controls">
        <MeasureChoice
          label="Colour by"
          {...{ measures }}
          value={paint.name}
          onChange={(effect) => choose({ effect })}
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
        {...{ view, drawing }}
        name="parallel coordinates"
        label={`${PARALLEL_TITLE}; up and down go through the designs`}
        text={(d) => axes.map(({ column }) => `${column.name} ${column.text(d)}`).join(', ')}
        along={designs}
        steps={{ ArrowDown: 1, ArrowUp: -1 }}
        taken={(at) => {
          const name = drawing.axisAt(at)?.column.name;
          if (name === undefined || filters[name] === undefined) return false;
          filter({ [name]: '' });
          return true;
        }}
        onBrush={(from, to) => {
          const axis = drawing.axisAt(from);
          if (axis === null) return;
          const [low, high] = [drawing.shareAt(from), drawing.shareAt(to)].sort((a, b) => a - b);
          filter({ [axis.column.name]: axis.between(low, high) });
        }}
      />
    </section>
  );
}
