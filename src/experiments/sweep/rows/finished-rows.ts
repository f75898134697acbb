import { bisectLeft } from 'd3-array';
import { isGivenUp, type Row } from '../runs/design-row.ts';

/** The rows that are done, each once: 8 bytes for each, or, for a search, the rows themselves. */
export class FinishedRows {
  private readonly workloads: ReadonlyMap<string, number>;
  private keys = new Float64Array(0);
  private readonly added = new Set<number>();
  private readonly kept: Map<number, Row[]> | null;
  /** Those of designs that were given up. */
  readonly givenUp: Row[] = [];

  /** @param keeping true to keep the rows for `rowsOf` */
  constructor(workloads: readonly { readonly name: string }[], keeping = false) {
    this.workloads = new Map(workloads.map(({ name }, w) => [name, w]));
    this.kept = keeping ? new Map() : null;
  }

  get count(): number {
    return this.keys.length + this.added.size;
  }

  /** Takes a row. @returns false for one that is there already, which is not taken */
  add(row: Row): boolean {
    const { design } = row;
    const key = this.keyOf(row);
    if (this.has(key)) return false;
    this.added.add(key);
    if (isGivenUp(row)) this.givenUp.push(row);
    if (this.added.size === MOST_ADDED) this.sort();
    const rows = this.kept && [...this.rowsOf(design), row].sort((a, b) => this.place(a) - this.place(b));
    if (rows !== null) this.kept!.set(design, rows);
    return true;
  }

  /** The numbers of the designs whose rows are kept. */
  get designs(): readonly number[] {
    return [...(this.kept?.keys() ?? [])];
  }

  /** The rows of a design in the order of the workloads, where rows are kept. */
  rowsOf(design: number): readonly Row[] {
    return this.kept?.get(design) ?? [];
  }

  /** A number that orders rows by their designs, and by the workloads for each. */
  keyOf(row: Row): number {
    return row.design * this.workloads.size + this.place(row);
  }

  /** The number of the workload of a row. */
  place({ workload }: Row): number {
    return this.workloads.get(workload)!;
  }

  /** The workloads without a row of a design. */
  missing(design: number): readonly number[] {
    const count = this.workloads.size;
    return Array.from({ length: count }, (_, w) => w).filter((w) => !this.has(design * count + w));
  }

  private has(key: number): boolean {
    const { keys, added } = this;
    return keys[bisectLeft(keys, key)] === key || added.has(key);
  }

  private sort(): void {
    const keys = new Float64Array(this.count);
    keys.set(this.keys);
    keys.set([...this.added], this.keys.length);
    this.keys = keys.sort();
    this.added.clear();
  }
}

/** Rows that are held as a set before they are sorted in. */
const MOST_ADDED = 2 ** 16;
