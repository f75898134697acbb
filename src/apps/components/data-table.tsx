import type { ComponentChildren } from 'preact';

export interface DataRow {
  /** The first cell names the row. */
  readonly cells: readonly ComponentChildren[];
  readonly title?: string;
  readonly kind?: string;
  readonly id?: string;
}

export interface DataTableProps {
  readonly caption: ComponentChildren;
  readonly kind?: string;
  readonly head: readonly string[];
  readonly rows: readonly DataRow[];
}

/** A table whose first column names the rows. */
export function DataTable({ caption, kind, head, rows }: DataTableProps) {
  return (
    <table class={kind}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells: [name, ...cells], title, kind, id }, n) => (
          <tr key={n} {...{ title, id }} class={kind}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
