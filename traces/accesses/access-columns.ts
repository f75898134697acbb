import type { ColumnNames } from '../encodings/columns.ts';

/** The range of each field, and its type in Parquet; see also `endsInRange`. */
export const ACCESS_RANGES = {
  address: { smallest: 0, largest: Number.MAX_SAFE_INTEGER, type: 'INT64' },
  bytes: { smallest: 1, largest: 2 ** 16 - 1, type: 'INT32' },
  quad: { smallest: 0, largest: 2 ** 32 - 1, type: 'INT64' },
  pass: { smallest: 0, largest: 2 ** 16 - 1, type: 'INT32' },
  lane: { smallest: 0, largest: 3, type: 'INT32' },
  write: { smallest: 0, largest: 1, type: 'INT32' },
  cycle: { smallest: 0, largest: Number.MAX_SAFE_INTEGER, type: 'INT64' },
  unit: { smallest: 0, largest: 2 ** 31 - 1, type: 'INT32' },
} as const;
export type AccessField = keyof typeof ACCESS_RANGES;
/** The fields of an access, as columns of a CSV or Parquet file */
export const ACCESS_FIELDS = Object.keys(ACCESS_RANGES) as readonly AccessField[];
export type AccessColumnNames = ColumnNames<AccessField>;

/** The largest value of a field. @param units the number of units that the accesses may name; any if left out */
export function largestOf(field: AccessField, units = ACCESS_RANGES.unit.largest + 1): number {
  return field === 'unit' ? units - 1 : ACCESS_RANGES[field].largest;
}

/** The range of a field, for messages. */
export function expectedOf(field: AccessField, units?: number): string {
  const largest = largestOf(field, units);
  return `expected an integer from ${ACCESS_RANGES[field].smallest} to ${largest === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : largest}`;
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
