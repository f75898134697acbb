import type { Design } from '../../../../rtl-model/design/design.ts';
import { canonicalJson, valueHash } from '../plan/canonical-json.ts';
import type { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';

/** A value of a row: Infinity is the text "inf", which JSON can hold. */
export type Cell = string | number | boolean | null;

/** A design with a workload: the varied fields by their paths, and the measures by their names. */
export interface Row {
  readonly design: number;
  readonly workload: string;
  readonly design_hash: string;
  readonly base: string;
  readonly [column: string]: Cell;
}

/** A design, and the numbers of the workloads that have no row of it yet. */
export interface DesignTask {
  readonly number: number;
  readonly workloads: readonly number[];
}

/** The beginning of the fault of a design that was given up: it failed again and again, or went beyond a limit. */
const GIVEN_UP = 'given up: ';

/**
 * The row of a design with a workload.
 *
 * @param measures by the plan's order; null where there are none, because of the fault
 */
export function designRow(
  { space, plan }: { readonly space: DesignSpace; readonly plan: Plan },
  { number, design, workload }: { readonly number: number; readonly design: Design; readonly workload: string },
  measures: readonly Cell[] | null,
  fault: string | null,
): Row {
  const { base, values } = space.valuesAt(number);
  return {
    design: number,
    workload,
    design_hash: hashOf(design),
    base,
    ...Object.fromEntries(space.fields.map((field, n) => [field, cellOf(values[n])])),
    ...Object.fromEntries(plan.measures.map((name, n) => [name, measures === null ? null : measures[n]])),
    fault,
  };
}

/** The rows of a design that was given up, for the workloads of its task. @param reason in a line */
export function givenUpRows(
  of: { readonly space: DesignSpace; readonly plan: Plan },
  { number, workloads }: DesignTask,
  reason: string,
): readonly Row[] {
  const design = of.space.designAt(number) as Design;
  return workloads.map((w) => {
    const workload = of.plan.workloads[w].name;
    return designRow(of, { number, design, workload }, null, `${GIVEN_UP}${reason}`);
  });
}

/** True for a row of `givenUpRows`. */
export function isGivenUp({ fault }: Readonly<Record<string, Cell>>): boolean {
  return typeof fault === 'string' && fault.startsWith(GIVEN_UP);
}

/** A hash of all fields but the name and the description. */
export function hashOf(design: Design): string {
  const { name: _, description: __, ...fields } = design;
  return valueHash(fields);
}

/** A value as a cell. */
export function infCell(value: number | string | null): Cell {
  return value === Infinity ? 'inf' : value;
}

/** A cell as a number; NaN where it has none. */
export function numberInCell(cell: Cell): number {
  return cell === 'inf' ? Infinity : typeof cell === 'number' ? cell : NaN;
}

/** Parts and lists as JSON. */
export function cellOf(value: unknown): Cell {
  return typeof value === 'object' && value !== null ? canonicalJson(value) : (value as Cell);
}
