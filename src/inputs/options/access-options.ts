import { ACCESS_FIELDS, type AccessColumnNames, LARGEST } from '../../../traces/accesses/access-columns.ts';
import type { Command } from 'commander';
import type { AccessOptions } from '../files/trace-files.ts';
import { columnMap } from './column-map.ts';
import { countUpTo } from './option-values.ts';

const EXAMPLE = 'address=addr,bytes=size';

/** The form of a trace of accesses, where the trace does not tell. */
export interface AccessCommandOptions {
  readonly size?: number;
  readonly map?: AccessColumnNames;
}

export function addAccessOptions(command: Command): Command {
  return command
    .option(
      '--size <bytes>',
      `bytes of an access where the trace does not tell, up to ${LARGEST.bytes}: din, tables (default: 4)`,
      countUpTo(LARGEST.bytes),
    )
    .option('--map <list>', `columns of a table that have other names: ${EXAMPLE}`, columnMap(ACCESS_FIELDS, EXAMPLE));
}

export function accessOptions({ size, map }: AccessCommandOptions): AccessOptions {
  return { ...(size && { size }), ...(map && { names: map }) };
}
