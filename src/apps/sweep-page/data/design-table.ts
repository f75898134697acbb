import type { Design } from '../../../../rtl-model/design/design.ts';
import { valueAt } from '../../../../rtl-model/design/field.ts';
import { changedFrom } from '../../../designs/design-difference.ts';
import { designToAddress } from '../../inspector/state/design-address.ts';
import { withFields } from '../../../designs/with-fields.ts';
import { csvLine } from '../../../platform/pages/csv-cell.ts';
import { type Filters, type FilterValue, parseFilter } from './filter.ts';
import type { Factor } from './main-effects.ts';
import type { FieldData, MeasureData, PageData } from './page-data.ts';

/** A column of the designs. */
export interface TableColumn {
  /** Unique in the table. */
  readonly name: string;
  /** The unit of a measure; empty for others. */
  readonly unit: string;
  readonly doc: string;
  /** True if the texts are numbers. */
  readonly numeric: boolean;
  /** The value of a design by its place; NaN where it is no number. */
  readonly number: (d: number) => number;
  readonly text: (d: number) => string;
}

/** A varied field, or the base. */
export interface FieldColumn extends TableColumn, Factor {}

/** The name of the column with the faults. */
export const FAULT = 'fault';
/** The place of the weighted mean, as if it were a workload. */
export const MEAN = -1;

/** The designs of a page. A design is named by its place, from 0 to `count - 1`. */
export class DesignTable {
  readonly count: number;
  /** The places of all designs. */
  readonly all: readonly number[];
  /** What varies: the base, where there are several, and the fields. */
  readonly fields: readonly FieldColumn[];
  /** The axes of lines: the fields, and the bytes of the texel cache, where they vary. */
  readonly axes: readonly FieldColumn[];
  readonly number: TableColumn;
  /** Faults of a design; null where no design has one. */
  readonly fault: TableColumn | null;

  constructor(readonly data: PageData) {
    this.count = data.designs.length;
    this.all = [...data.designs.keys()];
    const names = data.bases.map(({ name }) => name);
    const base = { name: 'base', doc: 'Base design.', numeric: false, values: names, at: data.base };
    this.fields = [...(data.bases.length > 1 ? [base] : []), ...data.fields].map(fieldColumn);
    this.axes = [...this.cacheBytes(), ...this.fields];
    this.number = {
      name: 'design',
      unit: '',
      doc: 'Number of the design in the space.',
      numeric: true,
      number: (d) => data.designs[d],
      text: (d) => String(data.designs[d]),
    };
    this.fault = data.faults.length === 0 ? null : this.faultColumn();
  }

  /** The value of a measure; NaN where there is none. @param workload its place, or MEAN */
  value({ values }: MeasureData, workload: number, d: number): number {
    if (workload !== MEAN) return numberOf(values[workload][d]);
    const { workloads } = this.data;
    const [sum, all] = workloads.reduce(
      ([sum, all], { weight }, w) => [sum + weight * numberOf(values[w][d]), all + weight],
      [0, 0],
    );
    return sum / all;
  }

  /** The columns of the measures. @param workload its place, or MEAN */
  measures(workload: number): readonly TableColumn[] {
    return this.data.measures.map((measure) => {
      const values = Float64Array.from({ length: this.count }, (_, d) => this.value(measure, workload, d));
      const { name, unit, doc } = measure;
      return { name, unit, doc, numeric: true, number: (d) => values[d], text: (d) => valueText(values[d]) };
    });
  }

  /** The places of the designs that all filters let through. Filters of unknown columns count for nothing. */
  filtered(filters: Filters, columns: readonly TableColumn[]): readonly number[] {
    const conditions = columns.flatMap((column) => {
      const holds = parseFilter(filters[column.name] ?? '');
      return holds === null ? [] : [(d: number) => holds(filterValue(column, d))];
    });
    return this.all.filter((d) => conditions.every((holds) => holds(d)));
  }

  /** The base design of a design. */
  base(d: number): Design {
    return this.data.bases[this.data.base[d]] as Design;
  }

  /** A design whole, as a design file has it. */
  design(d: number): Design {
    const { fields, designs } = this.data;
    const base = this.base(d);
    const design = withFields(
      base,
      fields.map(({ name, values, at }) => [name, values[at[d]]]),
    );
    return changedFrom(base, design, `${base.name} #${designs[d]}`);
  }

  /** The attributes of a name that links a design, or its base, to the inspector; none without one. */
  link(d: number, design: Design) {
    const { inspector, base } = this.data;
    if (inspector === undefined) return {};
    const state = { a: designToAddress({ base: inspector.bases[base[d]], design }), b: 'none' };
    return { href: `${inspector.address}#${new URLSearchParams(state).toString()}` };
  }

  private cacheBytes(): readonly FieldColumn[] {
    const { fields } = this.data;
    const parts = ['cache.lineBytes', 'cache.sets', 'cache.ways'].map((path) => {
      const varied = fields.find(({ name }) => name === path);
      return (d: number) => Number(varied === undefined ? valueAt(this.base(d), path) : varied.values[varied.at[d]]);
    });
    const bytes = this.all.map((d) => parts.reduce((product, part) => product * part(d), 1));
    const values = [...new Set(bytes)].sort((a, b) => a - b);
    if (values.length < 2) return [];
    const places = new Map(values.map((value, n) => [value, n]));
    const at = bytes.map((value) => places.get(value)!);
    const column = fieldColumn({ name: 'cache size', doc: 'Bytes of the texel cache.', numeric: true, values, at });
    return [{ ...column, unit: 'bytes' }];
  }

  private faultColumn(): TableColumn {
    const { faults, workloads } = this.data;
    const texts = new Map<number, string>();
    for (const [d, w, reason] of faults) {
      const before = texts.get(d);
      texts.set(d, `${before === undefined ? '' : `${before}; `}${workloads[w].name}: ${reason}`);
    }
    const text = (d: number) => texts.get(d) ?? '';
    return {
      name: FAULT,
      unit: '',
      doc: 'Why a design does not suit a workload.',
      numeric: false,
      number: () => NaN,
      text,
    };
  }
}

function fieldColumn({ name, doc, numeric, values, at }: FieldData): FieldColumn {
  const labels = values.map(fieldText);
  const numbers = values.map((value) => (typeof value === 'number' ? value : numeric ? Infinity : NaN));
  return {
    name,
    unit: '',
    doc,
    numeric,
    labels,
    at,
    ordered: numeric,
    number: (d) => numbers[at[d]],
    text: (d) => labels[at[d]],
  };
}

/** The values of a column by the places of designs. */
export function numbersOf({ number }: TableColumn, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, d) => number(d));
}

/** The value of a design that filters look at. */
export function filterValue(column: TableColumn, d: number): FilterValue {
  const number = column.number(d);
  return { text: column.text(d), number: Number.isNaN(number) ? null : number };
}

function numberOf(value: number | 'inf' | null | undefined): number {
  return value === 'inf' ? Infinity : (value ?? NaN);
}

/** A value of a field: texts as they are, parts and lists as JSON. */
export function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value of a measure with up to six significant digits; empty for NaN. */
export function valueText(value: number): string {
  if (Number.isNaN(value)) return '';
  if (value === Infinity) return 'inf';
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

/** Designs in the order of a column; those without a value come last. */
export function sorted(designs: readonly number[], column: TableColumn, rising: boolean): readonly number[] {
  const sign = rising ? 1 : -1;
  const compare = (a: number, b: number) => {
    const [x, y] = [column.number(a), column.number(b)];
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x === y ? a - b : sign * (x < y ? -1 : 1);
    const [textX, textY] = [column.text(a), column.text(b)];
    if ((textX === '') !== (textY === '')) return textX === '' ? 1 : -1;
    if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
    return sign * (textX < textY ? -1 : textX > textY ? 1 : 0) || a - b;
  };
  return designs.toSorted(compare);
}

/** Designs as CSV, with the names of the columns in the first line. Measures are those that the page shows, in full. */
export function designsCsv(designs: readonly number[], columns: readonly TableColumn[]): string {
  const exact = (column: TableColumn, d: number) => {
    const number = column.number(d);
    return Number.isFinite(number) ? number : column.text(d);
  };
  return [columns.map(({ name }) => name), ...designs.map((d) => columns.map((column) => exact(column, d)))]
    .map((cells) => csvLine(cells))
    .join('');
}
