import type { Design } from '../../../../rtl-model/design/design.ts';
import { canonicalJson } from './canonical-json.ts';

/** A value of a field as a design file has it: a number, a text, true, false, null, a list or a part. */
export type FieldValue = unknown;

/** Fields that change together: one of `vary`, several of `zip`. */
export interface PlanAxis {
  /** Paths in the design, such as `cache.ways`. */
  readonly fields: readonly string[];
  /** Values of the fields at each step: values[step][n] is that of fields[n]. */
  readonly values: readonly (readonly FieldValue[])[];
}

/** The step of an axis at which its fields have given values; -1 where none has all of them. */
export function axisStep({ fields, values }: PlanAxis, given: Readonly<Record<string, FieldValue>>): number {
  return values.findIndex((step) =>
    fields.every((field, n) => !Object.hasOwn(given, field) || canonicalJson(step[n]) === canonicalJson(given[field])),
  );
}

/** The bases and axes of a space; the last axis changes fastest. */
export interface Axes {
  readonly bases: readonly Design[];
  readonly axes: readonly PlanAxis[];
}

/** A range of numbers, both ends included: `step` is added, or `times` multiplies. */
export interface FieldRange {
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  readonly times?: number;
}

/** The most values of a field. */
export const MOST_VALUES = 65_536;

/** A range that has no values. The message completes the name of the field. */
export class RangeFault extends Error {
  override readonly name = 'RangeFault';
}

/**
 * The values of a range, in its order.
 *
 * @throws RangeFault when it never reaches its end, or has more than MOST_VALUES
 */
export function valuesOfRange({ from, to, step, times }: FieldRange): readonly number[] {
  if ((step === undefined) === (times === undefined)) {
    throw new RangeFault('expected either "step" or "times" beside "from" and "to"');
  }
  const added = step !== undefined;
  if (added && (step === 0 || (to - from) * step < 0)) {
    throw new RangeFault(`step ${step} never leads from ${from} to ${to}`);
  }
  if (!added && !(from > 0 && to > 0 && times! > 0 && times !== 1 && (to - from) * (times! - 1) >= 0)) {
    throw new RangeFault(`times ${times} never leads from ${from} to ${to}; expected positive numbers, times not 1`);
  }
  const steps = added ? (to - from) / step : Math.log(to / from) / Math.log(times!);
  // A range in tenths reaches its end, though no tenth is exact.
  const count = Math.floor(steps + 1e-9) + 1;
  if (count > MOST_VALUES) throw new RangeFault(`makes ${count} values; expected at most ${MOST_VALUES}`);
  return Array.from({ length: count }, (_, n) => rounded(added ? from + n * step : from * times! ** n));
}

/** Twelve significant digits: 0.3 instead of 0.30000000000000004. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
