import type { FilterArithmetic } from '../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';

/** Adds the differences of the four components of two texels, at `at` and `from`, to the sums from `to` on. */
export function addDifferences(
  unit: FilterArithmetic,
  a: Float32Array,
  at: number,
  b: Float32Array,
  from: number,
  squared: boolean,
  sum: Float64Array,
  to: number,
): void {
  for (let c = 0; c < 4; c++) unit.addDifference(a[at + c], b[from + c], squared, sum, to + c);
}
