import { listed } from './json-lines.ts';

/** The name of a field's column in a table, where it differs from the field's name. */
export type ColumnNames<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** A table that lacks a column, or has it twice. */
export class ColumnError extends Error {
  override readonly name = 'ColumnError';
  readonly column: string;

  constructor(column: string, problem: string) {
    super(problem);
    this.column = column;
  }
}

/**
 * The column of each field. Required fields must be there, and every field that has a name given; others may be missing.
 *
 * @param columns names of the table's columns
 * @returns by field its place among them, -1 for a field that has no column
 * @throws ColumnError
 */
export function findColumns<Field extends string>(
  fields: readonly Field[],
  required: readonly Field[],
  columns: readonly string[],
  names: ColumnNames<Field>,
): Readonly<Record<Field, number>> {
  const place = (field: Field): number => {
    const name = names[field] ?? field;
    const found = columns.indexOf(name);
    if (found >= 0 && columns.includes(name, found + 1)) throw new ColumnError(name, 'is the name of two columns');
    if (found >= 0 || (!required.includes(field) && names[field] === undefined)) return found;
    throw new ColumnError(name, `is no column, expected one of ${listed(columns)} for the ${field}`);
  };
  return Object.fromEntries(fields.map((field) => [field, place(field)])) as Record<Field, number>;
}
