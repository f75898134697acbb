import type { ColumnNames } from '../../../traces/encodings/columns.ts';
import { UsageError } from '../files/usage-error.ts';

/**
 * The reader of an option that names the columns of somebody else's table: `address=addr,bytes=size`. It throws
 * UsageError for any other text, and where a field is named twice or is none of the table.
 *
 * @param example for the message
 */
export function columnMap<Field extends string>(fields: readonly Field[], example: string) {
  return (text: string): ColumnNames<Field> => {
    const names: Partial<Record<Field, string>> = {};
    for (const part of text.split(',')) {
      const sign = part.indexOf('=');
      const field = part.slice(0, Math.max(0, sign)).trim();
      const column = part.slice(sign + 1).trim();
      const known = fields.find((name) => name === field);
      if (known === undefined || column === '' || names[known] !== undefined) {
        const twice = known !== undefined && names[known] !== undefined;
        const problem = twice ? 'names a field twice' : `names no column of ${fields.join(', ')}`;
        throw new UsageError(`"${part}" ${problem}, expected a list such as ${example}`);
      }
      names[known] = column;
    }
    return names;
  };
}
