import { ACCESS_FIELDS, type ColumnNames } from '../../../traces/accesses/access-columns.ts';
import type { Command } from 'commander';
import type { AccessOptions } from '../files/trace-files.ts';
import { UsageError } from '../files/usage-error.ts';
import { parseCount } from './option-values.ts';

/** The form of a trace of accesses, where the trace does not tell. */
export interface AccessCommandOptions {
  readonly size?: number;
  readonly map?: ColumnNames;
}

export function addAccessOptions(command: Command): Command {
  return command
    .option('--size <bytes>', 'bytes of an access where the trace does not tell: din, tables (default: 4)', parseCount)
    .option('--map <list>', 'columns of a table that have other names: address=addr,bytes=size', parseColumnMap);
}

export function accessOptions({ size, map }: AccessCommandOptions): AccessOptions {
  return { ...(size && { size }), ...(map && { names: map }) };
}

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
