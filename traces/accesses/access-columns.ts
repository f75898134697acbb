import { type ColumnNames, findColumns } from '../encodings/columns.ts';

/** The fields of an access, as columns of a CSV or Parquet file. */
export const ACCESS_FIELDS = ['address', 'bytes', 'quad', 'pass', 'lane', 'write', 'cycle', 'unit'] as const;
export type AccessField = (typeof ACCESS_FIELDS)[number];
export type AccessColumnNames = ColumnNames<AccessField>;

/** The column of each field, as `findColumns` has it. */
export function accessColumns(columns: readonly string[], names: AccessColumnNames) {
  return findColumns(ACCESS_FIELDS, ['address'], columns, names);
}

/** The range of each field; see also `endsInRange`. */
export const LARGEST: Readonly<Record<AccessField, number>> = {
  address: Number.MAX_SAFE_INTEGER,
  bytes: 2 ** 16 - 1,
  quad: 2 ** 32 - 1,
  pass: 2 ** 16 - 1,
  lane: 3,
  write: 1,
  cycle: Number.MAX_SAFE_INTEGER,
  unit: 2 ** 31 - 1,
};
export const SMALLEST: Readonly<Record<AccessField, number>> = {
  address: 0,
  bytes: 1,
  quad: 0,
  pass: 0,
  lane: 0,
  write: 0,
  cycle: 0,
  unit: 0,
};

/** The largest value of a field. @param units the number of units that the accesses may name; any if left out */
export function largestOf(field: AccessField, units = LARGEST.unit + 1): number {
  return field === 'unit' ? units - 1 : LARGEST[field];
}

/** The range of a field, for messages. */
export function expectedOf(field: AccessField, units?: number): string {
  const largest = largestOf(field, units);
  return `expected an integer from ${SMALLEST[field]} to ${largest === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : largest}`;
}

/** True if an access ends below 2^53. */
export function endsInRange(address: number, bytes: number): boolean {
  return address <= 2 ** 53 - bytes;
}

export function endProblem(address: number, bytes: number): string {
  return `is ${address}, expected an access of ${bytes} bytes that ends below 2^53`;
}

/** The problem of an access that comes before the one in front of it. */
export function orderProblem(cycle: number, last: number): string {
  return `is ${cycle}, expected at least ${last}, that of an earlier access`;
}
