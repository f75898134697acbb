import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { notPricedText } from '../../forms/cost/not-priced.ts';
import { readWholeFile } from '../../platform/files/whole-file.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { SAVE_SCRIPT } from '../../platform/pages/figure.ts';
import { htmlPage } from '../../platform/pages/page.ts';
import { usualGoal } from '../../experiments/sweep/measures/measure-table.ts';
import { DATA_ID, type PageData, ROOT_ID } from './data/page-data.ts';
import { PAGE_STYLE } from './page-style.ts';
import { RowsError } from '../../experiments/sweep/rows/log-reader.ts';
import { type TableWriter, tableColumns } from '../../experiments/sweep/rows/row-table.ts';
import type { RowColumn, SweepHeader } from '../../experiments/sweep/rows/sweep-header.ts';
import type { Cell } from '../../experiments/sweep/runs/design-row.ts';

/** The most designs of a page. */
export const MOST_PAGE_DESIGNS = 100_000;

/** The script of the page, which build-pages.js makes of src/apps/sweep-page. */
const SCRIPT = join(
  dirname(createRequire(import.meta.url).resolve('texunit/package.json')),
  'dist/sweep-page/script.js',
);

/**
 * The table as one HTML page, on which its designs are compared (docs/sweeps.md).
 *
 * @param inspector to which the page links its designs
 * @throws FileError when the package is not built; RowsError, while rows are written, when they are of more designs than
 * a page can have
 */
export function pageTable(sink: TextSink, header: SweepHeader, inspector: PageData['inspector']): TableWriter {
  const script = readWholeFile(SCRIPT).toString();
  const columns = new PageColumns(header);
  return {
    write: (rows) => rows.forEach((row) => columns.add(row)),
    end: (shown) => sink(sweepPage({ ...columns.data(), inspector }, script, shown)),
  };
}

/** A page of its data. @param shown how many rows there are, in words */
export function sweepPage(data: PageData, script: string, shown: string): string {
  const packed = gzipSync(JSON.stringify(data)).toString('base64');
  const title = `${data.name}: sweep`;
  const body = `<header><h1>${escaped(data.name)}</h1><p>${shown}</p><p class="note">${notPricedText(data.fields.map(({ name }) => name))}</p></header><div id="${ROOT_ID}"><p>This page needs JavaScript.</p></div>
<script type="text/plain" id="${DATA_ID}">${packed}</script>
${SAVE_SCRIPT}
<script>${script.replaceAll('</script', String.raw`<\/script`)}</script>`;
  return htmlPage(title, PAGE_STYLE, body);
}

/** Collects rows in columns. Rows come in the order of designs, and of workloads for each. */
export class PageColumns {
  private readonly place: ReadonlyMap<string, number>;
  private readonly workloads: ReadonlyMap<string, number>;
  private readonly bases: ReadonlyMap<string, number>;
  private readonly fields: readonly FieldCollector[];
  private readonly measures: readonly { readonly column: RowColumn; readonly values: (number | 'inf' | null)[][] }[];
  private readonly designs: number[] = [];
  private readonly hashes: string[] = [];
  private readonly base: number[] = [];
  private readonly faults: [number, number, string][] = [];

  constructor(private readonly header: SweepHeader) {
    this.place = new Map(tableColumns(header).map(({ name }, n) => [name, n]));
    this.workloads = new Map(header.workloads.map(({ name }, w) => [name, w]));
    this.bases = new Map(header.bases.map(({ name }, n) => [name, n]));
    this.measures = header.columns
      .filter(({ unit, type }) => unit !== null && type !== 'text')
      .map((column) => ({ column, values: header.workloads.map(() => []) }));
    const own = header.columns.findIndex(({ name }) => name === 'base') + 1;
    this.fields = header.columns
      .slice(own)
      .filter(({ name, unit }) => unit === null && name !== 'fault')
      .map((column) => new FieldCollector(column));
  }

  add(row: readonly Cell[]): void {
    const cell = (name: string) => row[this.place.get(name)!];
    const number = cell('design') as number;
    if (this.designs.at(-1) !== number) this.begin(number, cell);
    const d = this.designs.length - 1;
    const w = this.workloads.get(cell('workload') as string)!;
    for (const { column, values } of this.measures) values[w][d] = cell(column.name) as number | 'inf' | null;
    const fault = cell('fault');
    if (fault !== null) this.faults.push([d, w, String(fault)]);
  }

  private begin(number: number, cell: (name: string) => Cell): void {
    if (this.designs.length === MOST_PAGE_DESIGNS) {
      throw new RowsError(
        `${this.header.name}: has more than ${MOST_PAGE_DESIGNS} designs, the most of a page (--html)`,
      );
    }
    this.designs.push(number);
    this.hashes.push(cell('design_hash') as string);
    this.base.push(this.bases.get(cell('base') as string)!);
    for (const field of this.fields) field.add(cell(field.column.name));
    for (const { values } of this.measures) for (const list of values) list.push(null);
  }

  data(): PageData {
    const { name, plan, program, node, command, workloads, bases, objectives } = this.header;
    const goals = new Map(objectives.map(({ measure, goal }) => [measure, goal]));
    return {
      name,
      plan,
      program,
      node,
      command,
      workloads,
      bases,
      designs: this.designs,
      hashes: this.hashes,
      base: this.base,
      fields: this.fields.map((field) => field.data()),
      measures: this.measures.map(({ column: { name, unit, doc }, values }) => ({
        name,
        unit: unit!,
        doc,
        values,
        goal: goals.get(name) ?? usualGoal(name),
      })),
      faults: this.faults,
      objectives: objectives.map(({ measure }) => measure),
    };
  }
}

/** Collects the values of a field, each once. */
class FieldCollector {
  private readonly places = new Map<Cell, number>();
  private readonly at: number[] = [];

  constructor(readonly column: RowColumn) {}

  add(cell: Cell): void {
    let place = this.places.get(cell);
    if (place === undefined) this.places.set(cell, (place = this.places.size));
    this.at.push(place);
  }

  data(): PageData['fields'][number] {
    const { name, doc, type } = this.column;
    const cells = [...this.places.keys()];
    const order = [...cells.keys()].sort((a, b) => rank(cells[a]) - rank(cells[b]) || a - b);
    const places = new Map(order.map((old, place) => [old, place]));
    const values = order.map((n) => valueOf(cells[n]));
    const numeric = (type === 'integer' || type === 'number') && !cells.includes(null);
    return { name, doc, numeric, values, at: this.at.map((old) => places.get(old)!) };
  }
}

/** Numbers by their size, then others. */
function rank(cell: Cell): number {
  return typeof cell === 'number' ? cell : Number.MAX_VALUE;
}

/** The value of a field from its cell: parts and lists are JSON there. */
function valueOf(cell: Cell): unknown {
  return typeof cell === 'string' && /^[[{]/.test(cell) ? JSON.parse(cell) : cell;
}
