import { ACCESS_FIELDS, type ColumnNames } from '../../../traces/accesses/access-columns.ts';
import { UsageError } from '../files/usage-error.ts';

/**
 * The columns of somebody else's table by their names there: `address=addr,bytes=size`.
 *
 * @throws UsageError when it is no such list, or names a field twice or one that accesses have not
 */
export function parseColumnMap(text: string): ColumnNames {
  const names: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, field, column] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const known = ACCESS_FIELDS.find((name) => name === field);
    if (known === undefined || column === '' || names[known] !== undefined) {
      const problem = names[field] === undefined ? 'names no column of an access' : 'names a field twice';
      throw new UsageError(`"${part}" ${problem}, expected a list such as address=addr,bytes=size`);
    }
    names[known] = column;
  }
  return names;
}
