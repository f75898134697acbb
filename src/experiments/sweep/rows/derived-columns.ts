import type { Design } from '../../../../rtl-model/design/design.ts';
import type { DerivedRow } from '../plan/constraint.ts';
import { DesignSpace } from '../plan/design-space.ts';
import { derivationsOf, type Plan } from '../plan/parse-plan.ts';
import { type Cell, infCell, numberInCell, type Row } from '../runs/design-row.ts';

/** The rows of a design by their workloads. */
type DesignRows = ReadonlyMap<string, DerivedRow>;

/** The derived columns of a plan. They follow from the rows of a design and from those of its baseline. */
export class DerivedColumns {
  private readonly space = new DesignSpace(this.plan);
  private readonly derivations = [...derivationsOf(this.plan)];
  /** True once an expression has looked for a measure or a row that is missing: a condition has no value then. */
  private lacks = false;
  private readonly compares = this.derivations.some(([, { compares }]) => compares);

  constructor(private readonly plan: Plan) {}

  /**
   * The rows of a design, with their derived columns.
   *
   * @param rows of one design
   * @param rowsOf the rows of a design by its number; none where it has none
   */
  of(rows: readonly Row[], rowsOf: (design: number) => readonly Row[]): readonly Row[] {
    if (this.derivations.length === 0 || rows.length === 0) return rows;
    const baseline = this.compares ? this.rowsByWorkload(rowsOf(this.space.baselineOf(rows[0].design))) : null;
    const derived = this.rowsByWorkload(rows, baseline);
    return rows.map((row) => {
      const cells = this.derivations.map(([name, { of }]): [string, Cell] => {
        this.lacks = false;
        const value = row.fault === null ? of(derived.get(row.workload)!) : NaN;
        // No number, and less than every number, is no value of a column.
        return [name, this.lacks || Number.isNaN(value) || value === -Infinity ? null : infCell(value)];
      });
      return { ...row, ...Object.fromEntries(cells) };
    });
  }

  /** @param baseline its rows; null for the rows themselves */
  private rowsByWorkload(rows: readonly Row[], baseline: DesignRows | null = null): DesignRows {
    const design = rows.length === 0 ? null : (this.space.designAt(rows[0].design) as Design);
    const planned = this.plan.workloads;
    const found: DesignRows = new Map(
      rows.map((row): [string, DerivedRow] => [
        row.workload,
        {
          design: design!,
          measured: (name) => {
            this.lacks ||= row[name] === null;
            return numberInCell(row[name]);
          },
          baseline: () => {
            const other = (baseline ?? found).get(row.workload);
            this.lacks ||= other === undefined;
            return other;
          },
          workloads: () => {
            this.lacks ||= found.size < planned.length;
            return planned.flatMap(({ name, weight }) => {
              const own = found.get(name);
              return own === undefined ? [] : { row: own, weight };
            });
          },
        },
      ]),
    );
    return found;
  }
}
