/** The fields of an access, as columns of a CSV or Parquet file. */
export const ACCESS_FIELDS = ['address', 'bytes', 'quad', 'pass', 'lane'] as const;
export type AccessField = (typeof ACCESS_FIELDS)[number];

/** The name of a field's column, where it differs from the field's name. */
export type ColumnNames = Readonly<Partial<Record<AccessField, string>>>;

/** The range of each field; see also `endsInRange`. */
export const LARGEST: Readonly<Record<AccessField, number>> = {
  address: Number.MAX_SAFE_INTEGER,
  bytes: 2 ** 16 - 1,
  quad: 2 ** 32 - 1,
  pass: 2 ** 16 - 1,
  lane: 3,
};
export const SMALLEST: Readonly<Record<AccessField, number>> = { address: 0, bytes: 1, quad: 0, pass: 0, lane: 0 };

/** A file of columns that lacks one. */
export class ColumnError extends Error {
  override readonly name = 'ColumnError';
  readonly column: string;

  constructor(column: string, problem: string) {
    super(problem);
    this.column = column;
  }
}

/**
 * The column of each field. The address must be there, and every field that has a name given; others may be missing.
 *
 * @param columns names of the file's columns
 * @returns by field its place among them, -1 for a field that has no column
 * @throws ColumnError
 */
export function findColumns(columns: readonly string[], names: ColumnNames): Readonly<Record<AccessField, number>> {
  const place = (field: AccessField): number => {
    const name = names[field] ?? field;
    const found = columns.indexOf(name);
    if (found >= 0 && columns.includes(name, found + 1)) throw new ColumnError(name, 'is the name of two columns');
    if (found >= 0 || (field !== 'address' && names[field] === undefined)) return found;
    const there = columns.map((column) => `"${column}"`).join(', ');
    throw new ColumnError(name, `is no column, expected one of ${there} for the ${field}`);
  };
  return Object.fromEntries(ACCESS_FIELDS.map((field) => [field, place(field)])) as Record<AccessField, number>;
}

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
