import { listed } from './json-lines.ts';
import { type LinePlace, TraceError } from './trace-error.ts';

/** The name of a field's column in a table, where it differs from the field's name. */
export type ColumnNames<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/**
 * The column of each field. Required fields must be there, and every field that has a name given; others may be missing.
 *
 * @param columns names of the table's columns
 * @returns by field its place among them, -1 for a field that has no column
 * @throws TraceError for a table that lacks a column, or has it twice
 */
export function findColumns<Field extends string>(
  fields: readonly Field[],
  required: readonly Field[],
  columns: readonly string[],
  names: ColumnNames<Field>,
  place: LinePlace,
): Readonly<Record<Field, number>> {
  const placeOf = (field: Field): number => {
    const name = names[field] ?? field;
    const found = columns.indexOf(name);
    if (found >= 0 && columns.includes(name, found + 1))
      throw new TraceError(place, name, 'is the name of two columns');
    if (found >= 0 || (!required.includes(field) && names[field] === undefined)) return found;
    throw new TraceError(place, name, `is no column, expected one of ${listed(columns)} for the ${field}`);
  };
  return Object.fromEntries(fields.map((field) => [field, placeOf(field)])) as Record<Field, number>;
}
