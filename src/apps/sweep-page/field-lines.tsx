import { groups, max, mean, min } from 'd3-array';
import { useMemo } from 'preact/hooks';
import { octaveScale } from '../../platform/pages/chart-scale.ts';
import { lineChart } from '../../platform/pages/line-chart.ts';
import { sizeText } from '../../platform/pages/wording.ts';
import { Choice } from '../components/choice.tsx';
import { MeasureChoice } from './charts/measure-choice.tsx';
import { type DesignTable, type FieldColumn, numbersOf } from './data/design-table.ts';
import { factorGroups } from './data/main-effects.ts';
import { axisLabel, placeScale, valueScale } from './data/value-scale.ts';
import type { PageView } from './data/view.ts';

/** The greatest ratio of numbers on a linear axis. */
const LINEAR = 8;

/** A measure over a field, with a line for each value of another one and a chart for each workload, all on the same axes. */
export function FieldLines({ table, measures, designs, chosen, choose }: PageView) {
  const { data, axes } = table;
  const measure = data.measures.find(({ name }) => name === chosen.effect)!;
  const over = axes.find(({ name }) => name === chosen.over)!;
  const by = axes.find(({ name }) => name === chosen.by) ?? null;
  const html = useMemo(() => {
    const panels = data.workloads.map((workload, w) => {
      const lines = (by === null ? [{ label: 'all designs', designs }] : factorGroups(by, designs)).map((one) => {
        const known = one.designs.filter((d) => Number.isFinite(table.value(measure, w, d)));
        const places = groups(known, (d) => over.at[d]).sort(([a], [b]) => a - b);
        const points = places.map(([, same]) => {
          return [placeOf(over, same[0]), mean(same, (d) => table.value(measure, w, d))!] as const;
        });
        return { name: by === null ? one.label : `${by.name} ${one.label}`, points };
      });
      return { name: workload.name, lines };
    });
    const [x, y] = [
      { label: axisLabel(over), scale: scaleOf(over, table) },
      {
        label: axisLabel(measure),
        scale: valueScale(
          panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([, value]) => value))),
        ),
      },
    ];
    return panels
      .map(({ name, lines }) =>
        lineChart({
          title: `${measure.name}: ${name}`,
          x,
          y,
          marked: true,
          lines: lines.map((line, series) => ({ ...line, series })),
        }),
      )
      .join('');
  }, [measure, over, by, designs]);
  const names = axes.map(({ name }) => [name, name] as const);
  return (
    <section id="lines">
      <h2>A measure over a field</h2>
      <p class="note">A point is the mean of the filtered designs with both values. All charts have the same axes.</p>
      <div class="controls">
        <MeasureChoice
          label="Measure"
          {...{ measures }}
          value={measure.name}
          onChange={(effect) => choose({ effect })}
        />
        <Choice label="over" value={over.name} options={names} onChange={(name) => choose({ over: name })} />
        <Choice
          label="a line for each"
          value={chosen.by ?? ''}
          options={[['', 'nothing'] as const, ...names]}
          onChange={(name) => choose({ by: name === '' ? null : name })}
        />
      </div>
      <div class="grid" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

function isNumbers({ numeric, labels }: FieldColumn): boolean {
  return numeric && labels.every((label) => Number.isFinite(Number(label)));
}

/** The place of a design's value on the axis of a field. */
function placeOf(column: FieldColumn, d: number): number {
  return isNumbers(column) ? column.number(d) : column.at[d];
}

/** Octaves for numbers that are far from each other, or places of equal distance for words. */
function scaleOf(column: FieldColumn, { count }: DesignTable) {
  if (!isNumbers(column)) return placeScale(column.labels);
  const numbers = numbersOf(column, count);
  const [least, most] = [min(numbers)!, max(numbers)!];
  const isFar = least > 0 && most / least >= LINEAR;
  return isFar ? octaveScale(least, most, column.unit === 'bytes' ? sizeText : String) : valueScale(numbers);
}
