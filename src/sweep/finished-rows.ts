import type { Row } from './runs/design-runs.ts';

/** The rows that stand already: 8 bytes for each, or, for a search, the rows themselves. */
export class FinishedRows {
  private readonly workloads: ReadonlyMap<string, number>;
  private keys = new Float64Array(0);
  private readonly added: number[] = [];
  private readonly kept: Map<number, Row[]> | null;

  /** @param workloads their names  @param keeping true to keep the rows for `rowsOf` */
  constructor(workloads: readonly string[], keeping: boolean) {
    this.workloads = new Map(workloads.map((name, w) => [name, w]));
    this.kept = keeping ? new Map() : null;
  }

  get count(): number {
    return this.keys.length + this.added.length;
  }

  add(row: Row): void {
    const { design, workload } = row;
    this.added.push(design * this.workloads.size + this.workloads.get(workload)!);
    if (this.added.length === MOST_ADDED) this.sort();
    this.keep(row);
  }

  /** Keeps a new row, where rows are kept. */
  keep(row: Row): void {
    if (this.kept === null) return;
    const rows = this.kept.get(row.design) ?? [];
    this.kept.set(
      row.design,
      [...rows, row].sort((a, b) => this.place(a) - this.place(b)),
    );
  }

  /** The rows of a design in the order of the workloads, where rows are kept. */
  rowsOf(design: number): readonly Row[] {
    return this.kept?.get(design) ?? [];
  }

  private place({ workload }: Row): number {
    return this.workloads.get(workload)!;
  }

  /** The workloads without a row of a design. */
  missing(design: number): readonly number[] {
    if (this.added.length > 0) this.sort();
    const count = this.workloads.size;
    return Array.from({ length: count }, (_, w) => w).filter((w) => !this.has(design * count + w));
  }

  private has(key: number): boolean {
    const { keys } = this;
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key;
  }

  private sort(): void {
    const keys = new Float64Array(this.count);
    keys.set(this.keys);
    keys.set(this.added, this.keys.length);
    this.keys = keys.sort();
    this.added.length = 0;
  }
}

/** Rows that are held as a list before they are sorted in. */
const MOST_ADDED = 2 ** 16;
