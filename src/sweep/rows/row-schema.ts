import { show } from '../../designs/schema-faults.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { cellOf } from '../runs/design-row.ts';
import type { Cell, Row } from '../runs/design-runs.ts';
import type { SweepHeader } from './sweep-header.ts';

/**
 * The rows that a sweep can have, wherever they come from. Everything but the hash, the measures and the fault follows
 * from the number of the design.
 */
export class RowSchema {
  private readonly space: DesignSpace;
  private readonly sweep: Pick<SweepHeader, 'shard' | 'taking'>;
  private readonly workloads: ReadonlySet<unknown>;
  private readonly measures: readonly string[];
  private readonly columns: ReadonlySet<string>;
  /** The design of the last row, and its cells. */
  private last = { design: -1, cells: new Map<string, Cell>() };

  constructor(plan: Plan, { shard, taking }: Pick<SweepHeader, 'shard' | 'taking'>) {
    this.space = new DesignSpace(plan);
    this.sweep = { shard, taking };
    this.workloads = new Set(plan.workloads.map(({ name }) => name));
    this.measures = plan.measures;
    const { fields } = this.space;
    this.columns = new Set(['design', 'workload', 'design_hash', 'base', ...fields, ...plan.measures, 'fault']);
  }

  /** What is wrong with a value, in a line; null for a row. */
  faultOf(value: unknown): string | null {
    if (typeof value !== 'object' || value === null) return `is ${show(value)}; expected a row`;
    const unknown = Object.keys(value).find((name) => !this.columns.has(name));
    if (unknown !== undefined) return `has a column ${show(unknown)}, which the sweep does not have`;
    const row = value as Row;
    for (const name of this.columns) if (!Object.hasOwn(row, name)) return `has no ${name}`;
    const wrong = (name: string, expected: string) => `${name} is ${show(row[name])}; expected ${expected}`;
    const { design, workload, design_hash: hash, fault } = row;
    if (!this.hasNumber(design)) return wrong('design', 'the number of a design of this sweep');
    if (!this.workloads.has(workload)) return wrong('workload', 'one of the workloads');
    for (const [name, cell] of this.cellsOf(design)) {
      if (row[name] !== cell) return wrong(name, `${show(cell)}, which design ${design} has`);
    }
    if (typeof hash !== 'string' || !/^[0-9a-f]{16}$/.test(hash)) return wrong('design_hash', '16 hexadecimal digits');
    if (fault !== null && (typeof fault !== 'string' || fault === '')) return wrong('fault', 'null or a text');
    const odd = this.measures.find((name) => !(fault === null ? isMeasure(row[name]) : row[name] === null));
    return odd === undefined ? null : wrong(odd, fault === null ? 'a number, "inf" or null' : 'null beside a fault');
  }

  /** True for a design of the share, as far as its number shows. */
  private hasNumber(design: unknown): design is number {
    const { shard, taking } = this.sweep;
    if (!Number.isSafeInteger(design)) return false;
    const number = design as number;
    const isInShare = taking.how !== 'all' || number % shard.of === shard.index;
    return number >= 0 && number < this.space.size && isInShare;
  }

  /** The base and the fields of a design. Rows of a design often follow one another. */
  private cellsOf(design: number): ReadonlyMap<string, Cell> {
    if (this.last.design !== design) {
      const { base, values } = this.space.valuesAt(design);
      const fields = this.space.fields.map((field, n) => [field, cellOf(values[n])] as const);
      this.last = { design, cells: new Map([['base', base], ...fields]) };
    }
    return this.last.cells;
  }
}

function isMeasure(cell: unknown): boolean {
  return cell === null || cell === 'inf' || Number.isFinite(cell);
}
