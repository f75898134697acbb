import { type Command, Option } from 'commander';
import { RESULT_FIELDS, type ResultTable } from '../../../traces/results/result-csv.ts';
import { columnMap } from './column-map.ts';
import { countUpTo } from './option-values.ts';

/** A column map, for help. */
const COLUMNS = 'id=request,r=red';

/** --map and --codes: what a CSV of results does not say itself. */
export function resultTableOptions(command: Command): Command {
  return command
    .option('--map <list>', `columns of a CSV that have other names: ${COLUMNS}`, columnMap(RESULT_FIELDS, COLUMNS))
    .addOption(
      new Option('--codes <bits>', 'a CSV has UNORM codes of so many bits, such as bytes, and not values').argParser(
        countUpTo(32),
      ),
    );
}

/** The name of an option that only a CSV has; undefined without. */
export function tableOption({ map, codes }: ResultTable): string | undefined {
  return map !== undefined ? '--map' : codes !== undefined ? '--codes' : undefined;
}
