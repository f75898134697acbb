import { type ColumnNames, findColumns } from '../encodings/columns.ts';

/** The fields of an access, as columns of a CSV or Parquet file. */
export const ACCESS_FIELDS = ['address', 'bytes', 'quad', 'pass', 'lane'] as const;
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
};
export const SMALLEST: Readonly<Record<AccessField, number>> = { address: 0, bytes: 1, quad: 0, pass: 0, lane: 0 };

/** The range of a field, for messages. */
export function expectedOf(field: AccessField): string {
  return `expected an integer from ${SMALLEST[field]} to ${field === 'address' ? '2^53 - 1' : LARGEST[field]}`;
}

/** True if an access ends below 2^53. */
export function endsInRange(address: number, bytes: number): boolean {
  return address <= 2 ** 53 - bytes;
}

export function endProblem(address: number, bytes: number): string {
  return `is ${address}, expected an access of ${bytes} bytes that ends below 2^53`;
}
