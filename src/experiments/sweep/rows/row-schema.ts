import { show } from '../../../designs/schema-faults.ts';
import { measureOf } from '../measures/measure-table.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { cellOf, type Row } from '../runs/design-row.ts';
import type { SweepHeader } from './sweep-header.ts';

/**
 * The rows that a sweep can have, wherever they come from. Everything but the hash, the measures and the fault follows
 * from the number of the design.
 */
export class RowSchema {
  private readonly space = new DesignSpace(this.plan);
  private readonly texts: ReadonlySet<string> = new Set(this.plan.measures.filter((name) => measureOf(name).isText));
  private readonly columns: ReadonlySet<string>;

  constructor(
    private readonly plan: Plan,
    private readonly sweep: Pick<SweepHeader, 'shard' | 'taking'>,
  ) {
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
    if (!this.plan.workloads.some(({ name }) => name === workload)) return wrong('workload', 'one of the workloads');
    const { base, values } = this.space.valuesAt(design);
    for (const [n, name] of ['base', ...this.space.fields].entries()) {
      const cell = n === 0 ? base : cellOf(values[n - 1]);
      if (row[name] !== cell) return wrong(name, `${show(cell)}, which design ${design} has`);
    }
    if (typeof hash !== 'string' || !/^[0-9a-f]{16}$/.test(hash)) return wrong('design_hash', '16 hexadecimal digits');
    if (fault !== null && (typeof fault !== 'string' || fault === '')) return wrong('fault', 'null or a text');
    const fits = (name: string) => (fault === null ? isMeasure(row[name], this.texts.has(name)) : row[name] === null);
    const odd = this.plan.measures.find((name) => !fits(name));
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
}

function isMeasure(cell: unknown, isText: boolean): boolean {
  if (isText) return cell === null || typeof cell === 'string';
  return cell === null || cell === 'inf' || Number.isFinite(cell);
}
