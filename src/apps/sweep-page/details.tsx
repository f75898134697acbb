import { useMemo } from 'preact/hooks';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { differencesOf } from '../../designs/design-difference.ts';
import { DataTable, type DataTableProps } from '../components/data-table.tsx';
import { save } from '../components/save.ts';
import { axisLabel } from './data/value-scale.ts';
import { type DesignTable, fieldText, MEAN, valueText } from './data/design-table.ts';

/** The measures whose error a picture shows. */
const DEVIATIONS: readonly string[] = ['error_max', 'error_mean', 'psnr'];

interface DetailsProps {
  readonly table: DesignTable;
  /** Place of the design. */
  readonly design: number;
  readonly onClose: () => void;
}

/** One design: what it varies, what it measures, and its file. */
export function Details({ table, design: d, onClose }: DetailsProps) {
  const { data } = table;
  const [design, base] = [useMemo(() => table.design(d), [d]), table.base(d)];
  const changed = differencesOf(base, { ...design, name: base.name, description: base.description });
  const json = `${JSON.stringify(design, null, 2)}\n`;
  const shown = [...data.workloads.keys(), ...(data.workloads.length > 1 ? [MEAN] : [])];
  const faults = data.faults.filter(([place]) => place === d);
  return (
    <aside class="panel details" aria-label="Details of a design" tabIndex={0}>
      <header>
        <h2>
          <a {...table.link(d, design)}>Design {table.number.text(d)}</a>
        </h2>
        <button type="button" onClick={onClose} aria-keyshortcuts="Escape">
          Close
        </button>
      </header>
      <p class="note">
        base <a {...table.link(d, base)}>{base.name}</a>, hash <span class="mono">{data.hashes[d]}</span>
      </p>
      <div class="controls">
        <button
          type="button"
          onClick={() => save(new Blob([json], { type: 'application/json' }), `${design.name}.json`)}
        >
          Save as a design file
        </button>
      </div>
      {faults.map(([, w, reason]) => (
        <p key={w} class="fail">
          {data.workloads[w].name}: {reason}
        </p>
      ))}
      {data.measures.some(({ name }) => DEVIATIONS.includes(name)) && (
        <p class="note">
          Its picture beside that of the ideal design: <code>texunit sweep picture PLAN {table.number.text(d)}</code>
        </p>
      )}
      <h3>Measures</h3>
      <Cells
        caption="Measures by workload"
        head={['measure', ...shown.map((w) => (w === MEAN ? 'mean' : data.workloads[w].name))]}
        rows={data.measures.map((measure) => ({
          title: measure.doc,
          cells: [axisLabel(measure), ...shown.map((w) => valueText(table.value(measure, w, d)))],
        }))}
      />
      <h3>Varied fields</h3>
      <Cells
        caption="Varied fields"
        head={['field', 'value', 'base has']}
        rows={data.fields.map(({ name, doc, values, at }) => {
          const value = fieldText(values[at[d]]);
          const was = fieldText(valueAt(base, name));
          return { title: doc, cells: [name, value, was], kind: value !== was ? 'changed' : '' };
        })}
      />
      <h3>All differences from the base</h3>
      {changed.length === 0 ? (
        <p class="note">None.</p>
      ) : (
        <Cells
          caption="Differences from the base"
          head={['field', 'base', 'here']}
          rows={changed.map(({ path, from, to }) => ({ cells: [path, fieldText(from), fieldText(to)] }))}
        />
      )}
      <details>
        <summary>The design as JSON</summary>
        <pre tabIndex={0}>{json}</pre>
      </details>
    </aside>
  );
}

function Cells(table: DataTableProps & { readonly caption: string }) {
  return (
    <div class="table" role="region" aria-label={table.caption} tabIndex={0}>
      <DataTable {...table} />
    </div>
  );
}
