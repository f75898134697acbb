import { useState } from 'preact/hooks';
import { grouped } from '../../platform/pages/wording.ts';
import { save } from '../components/save.ts';
import { type TableColumn, designsCsv } from './data/design-table.ts';
import type { PageView } from './data/view.ts';

const PAGE_ROWS = 50;

/** The filtered designs as a table: sorted by a column, filtered by any, page by page. */
export function DesignList({ table, columns, designs, chosen, choose, filter }: PageView) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(designs.length / PAGE_ROWS));
  const at = Math.min(page, pages - 1);
  const rows = designs.slice(PAGE_ROWS * at, PAGE_ROWS * (at + 1));
  const { order } = chosen;
  const sortBy = (column: string) =>
    choose({ order: { column, rising: order.column === column ? !order.rising : true } });
  const last = PAGE_ROWS * at + rows.length;
  const range = rows.length === 0 ? 'none' : `${grouped(PAGE_ROWS * at + 1)}–${grouped(last)}`;
  return (
    <section id="designs">
      <h2>Designs</h2>
      <p class="note">
        Filters below the names: <code>4..8</code>, <code>&gt;= 4</code>, <code>4 | 8</code>, a part of a text,{' '}
        <code>=whole text</code>, <code>*</code> for any.
      </p>
      <div class="controls">
        <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
          Back
        </button>
        <output>
          {range} of {grouped(designs.length)}
        </output>
        <button type="button" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
          Next
        </button>
        <button
          type="button"
          onClick={() => save(new Blob([designsCsv(designs, columns)], { type: 'text/csv' }), `${table.data.name}.csv`)}
        >
          Save {grouped(designs.length)} rows as CSV
        </button>
      </div>
      <div class="panel">
        <div class="table" role="region" aria-label="Designs" tabIndex={0}>
          <table>
            <caption>Designs that the filters let through</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column.name}
                    scope="col"
                    class={column.numeric ? 'number' : ''}
                    title={column.doc}
                    aria-sort={order.column !== column.name ? 'none' : order.rising ? 'ascending' : 'descending'}
                  >
                    <button type="button" class="link" onClick={() => sortBy(column.name)}>
                      {column.name}
                      {order.column !== column.name ? '' : order.rising ? ' ▲' : ' ▼'}
                    </button>
                    <small>{unitOf(column)}</small>
                  </th>
                ))}
              </tr>
              <tr>
                {columns.map(({ name }) => (
                  <td key={name}>
                    <input
                      aria-label={`Filter of ${name}`}
                      value={chosen.filters[name] ?? ''}
                      spellcheck={false}
                      onInput={({ currentTarget }) => filter({ [name]: currentTarget.value })}
                    />
                  </td>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((d) => (
                <DesignRow key={d} {...{ d, columns, chosen, choose }} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

interface DesignRowProps extends Pick<PageView, 'columns' | 'chosen' | 'choose'> {
  readonly d: number;
}

/** A design, the whole row of which chooses it. */
function DesignRow({ d, columns, chosen, choose }: DesignRowProps) {
  const [first, ...others] = columns;
  return (
    <tr aria-selected={chosen.design === d} onClick={() => choose({ design: d })}>
      <th scope="row" class="number">
        <button type="button" class="link" aria-label={`Details of design ${first.text(d)}`}>
          {first.text(d)}
        </button>
      </th>
      {others.map(({ name, numeric, text }) => (
        <td key={name} class={numeric ? 'number' : ''} title={text(d)}>
          {text(d)}
        </td>
      ))}
    </tr>
  );
}

function unitOf({ unit }: TableColumn): string {
  return unit === '1' ? '' : unit;
}
