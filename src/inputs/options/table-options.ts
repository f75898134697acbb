import type { Command } from 'commander';
import { ACCESS_FIELDS, ACCESS_RANGES, type AccessColumnNames } from '../../../traces/accesses/access-batch.ts';
import type { ColumnNames } from '../../../traces/encodings/columns.ts';
import { RESULT_FIELDS, type ResultTable } from '../../../traces/results/result-csv.ts';
import type { AccessOptions } from '../files/trace-files.ts';
import { UsageError } from '../files/usage-error.ts';
import { countUpTo } from './option-values.ts';

/** Column maps, for help. */
const ACCESS_COLUMNS = 'address=addr,bytes=size';
const RESULT_COLUMNS = 'id=request,r=red';

/** The form of a trace of accesses, where the trace does not say it. */
export interface AccessCommandOptions {
  readonly size?: number;
  readonly map?: AccessColumnNames;
}

export function addAccessOptions(command: Command): Command {
  const size = `bytes of an access where the trace does not say, up to ${ACCESS_RANGES.bytes.largest}: din, tables (default: 4)`;
  const map = `columns of a table that have other names: ${ACCESS_COLUMNS}`;
  return command
    .option('--size <bytes>', size, countUpTo(ACCESS_RANGES.bytes.largest))
    .option('--map <list>', map, columnMap(ACCESS_FIELDS, ACCESS_COLUMNS));
}

export function accessOptions({ size, map }: AccessCommandOptions): AccessOptions {
  return { ...(size && { size }), ...(map && { names: map }) };
}

/** --map and --codes: what a CSV of results does not say itself. */
export function resultTableOptions(command: Command): Command {
  const map = `columns of a CSV that have other names: ${RESULT_COLUMNS}`;
  const codes = 'a CSV has UNORM codes of so many bits, such as bytes, and not values';
  return command
    .option('--map <list>', map, columnMap(RESULT_FIELDS, RESULT_COLUMNS))
    .option('--codes <bits>', codes, countUpTo(32));
}

/** The name of an option that only a CSV has; undefined without. */
export function tableOption({ map, codes }: ResultTable): string | undefined {
  return map !== undefined ? '--map' : codes !== undefined ? '--codes' : undefined;
}

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
