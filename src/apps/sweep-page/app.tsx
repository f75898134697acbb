import { useEffect, useMemo, useState } from 'preact/hooks';
import { grouped } from '../../platform/pages/wording.ts';
import { Details } from './details.tsx';
import { DesignList } from './design-list.tsx';
import { type DesignTable, FAULT, MEAN, sorted } from './data/design-table.ts';
import { Effects } from './effects.tsx';
import type { Filters } from './data/filter.ts';
import { firstAxes, tellingMeasures } from './data/first-axes.ts';
import { FieldLines } from './field-lines.tsx';
import { Parallel } from './charts/parallel.tsx';
import { Choice } from '../components/choice.tsx';
import { ParetoPlot } from './charts/pareto-plot.tsx';
import type { ViewChoice } from './data/view.ts';
import { viewFromAddress, viewToAddress } from './data/view-address.ts';

/** Milliseconds from the last choice to its place in the address. */
const ADDRESS_DELAY = 300;

/** Measures that the parallel coordinates show at first. */
const SHOWN_FIRST = 4;

function firstChoice({ data, axes: lineAxes }: DesignTable): ViewChoice {
  const { measures, workloads } = data;
  const axes = firstAxes(data);
  const telling = tellingMeasures(data);
  const [x, y] = [axes[0] ?? null, axes[1] ?? null];
  const [first] = [...axes.toReversed(), ...telling, ...measures.map(({ name }) => name)];
  return {
    x,
    y,
    effect: first,
    over: lineAxes.at(0)?.name ?? '',
    by: lineAxes.at(1)?.name ?? null,
    shown: [...new Set([...axes, ...telling])].slice(0, SHOWN_FIRST),
    filters: {},
    logarithmic: false,
    design: null,
    workload: workloads.length > 1 ? MEAN : 0,
    goals: Object.fromEntries(measures.map(({ name, goal }) => [name, goal])),
    order: { column: 'design', rising: true },
  };
}

export function SweepPage({ table, root }: { readonly table: DesignTable; readonly root: HTMLElement }) {
  const first = useMemo(() => firstChoice(table), [table]);
  const ofAddress = () => viewFromAddress(location.hash, first, table);
  const [given, setGiven] = useState(ofAddress);
  const [chosen, setChosen] = useState(given.chosen);
  useEffect(() => {
    // A drag changes the choice at every move.
    const later = setTimeout(() => {
      const address = viewToAddress(chosen, first, table);
      history.replaceState(null, '', `${location.pathname}${location.search}${address === '' ? '' : `#${address}`}`);
    }, ADDRESS_DELAY);
    return () => clearTimeout(later);
  }, [chosen]);
  useEffect(() => {
    const follow = () => {
      const next = ofAddress();
      setGiven(next);
      setChosen(next.chosen);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const choose = (part: Partial<ViewChoice>) => setChosen((before) => ({ ...before, ...part }));
  const { data, fields, fault } = table;
  const measures = useMemo(() => table.measures(chosen.workload), [chosen.workload]);
  const columns = useMemo(() => [table.number, ...fields, ...measures, ...(fault ? [fault] : [])], [measures]);
  const designs = useMemo(() => table.filtered(chosen.filters, columns), [chosen.filters, columns]);
  const ordered = useMemo(() => {
    const column = columns.find(({ name }) => name === chosen.order.column)!;
    return sorted(designs, column, chosen.order.rising);
  }, [designs, chosen.order, columns]);
  const filter = (filters: Filters) => {
    const merged = Object.entries({ ...chosen.filters, ...filters }).filter(([, text]) => text.trim() !== '');
    choose({ filters: Object.fromEntries(merged) });
  };
  useEffect(() => {
    root.classList.toggle('chosen', chosen.design !== null);
  }, [chosen.design]);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') choose({ design: null });
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  const view = { table, columns, measures, designs, chosen, choose, filter };
  const workloads = data.workloads.map(({ name }, w) => [String(w), name] as const);
  const means = workloads.length > 1 ? [[String(MEAN), 'weighted mean of all'] as const] : [];
  const faulty = new Set(data.faults.map(([d]) => d)).size;
  return (
    <>
      <div>
        <p class="note">
          {grouped(table.count)} designs, {data.workloads.length} workloads: <span class="mono">{data.command}</span>,
          texunit {data.program}, Node {data.node}, plan {data.plan}
        </p>
        {given.faults.length > 0 && (
          <p class="fail">This page has nothing for {given.faults.join(', ')} of its address.</p>
        )}
        <div class="bar">
          <Choice
            label="Workload"
            value={String(chosen.workload)}
            options={[...means, ...workloads]}
            onChange={(value) => choose({ workload: Number(value) })}
          />
          <output id="count">
            {grouped(designs.length)} of {grouped(table.count)} designs
          </output>
          <button
            type="button"
            disabled={Object.keys(chosen.filters).length === 0}
            onClick={() => choose({ filters: {} })}
          >
            Clear filters
          </button>
          {faulty > 0 && (
            <span class="fail">
              faults: {grouped(data.faults.length)} rows of {grouped(faulty)} designs{' '}
              <button type="button" class="link" onClick={() => filter({ [FAULT]: '*' })}>
                list them
              </button>
            </span>
          )}
        </div>
        <ParetoPlot {...view} />
        <Effects {...view} />
        {table.axes.length > 0 && <FieldLines {...view} />}
        <Parallel {...view} />
        <DesignList {...view} designs={ordered} />
      </div>
      {chosen.design !== null && (
        <Details table={table} design={chosen.design} onClose={() => choose({ design: null })} />
      )}
    </>
  );
}
