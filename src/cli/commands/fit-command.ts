import type { Command } from 'commander';
import { drive } from '../../platform/drive.ts';
import { PRESETS } from '../../designs/presets.ts';
import { fitDesigns } from '../../explain/measured/fit-designs.ts';
import { fitText, tellingTable, unexplainedTable } from '../../explain/measured/fit-text.ts';
import { inputName } from '../../inputs/files/file-input.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { resultTableOptions } from '../../inputs/options/table-options.ts';
import { checkResultOptions, readMeasured } from '../../inputs/workloads/measured-results.ts';
import type { FileOptions } from '../../inputs/options/common-options.ts';
import type { ResultTable } from '../../../traces/results/result-csv.ts';
import { conclude } from '../run/standard-output.ts';

type FitOptions = ResultTable & FileOptions<'requests' | 'closest' | 'unexplained' | 'next' | 'json'>;

/** texunit fit. @param fails is called when no design gives every row */
export function fitCommand(command: Command, fails: () => void): Command {
  const given = 'a request table (CSV) or a request trace that has its results, - for standard input';
  return resultTableOptions(command)
    .argument('<file>', given)
    .option('--requests <file>', 'the requests, where the file has no more than results: a result trace, or CSV')
    .option('--closest <file>', 'the closest design, as a design file')
    .option('--unexplained <file>', 'every result that it does not give, and what would give it, as CSV')
    .option('--next <file>', 'the requests that tell designs apart which give as many rows, as CSV')
    .option('--json <file>', 'all of it for machines')
    .addHelpText(
      'after',
      `
Exit code: 0 when the closest design gives every row, 1 when it does not, 2 when something is wrong with what was given.

Examples:
  texunit fit rows.csv
  texunit fit rows.csv --closest mine.json --unexplained rest.csv --next next.csv
  texunit fit traces/hardware/amd-rdna1-level-weights.jsonl
  texunit fit readback.csv --requests shots.jsonl --codes 8`,
    )
    .action(async (file: string, options: FitOptions) => {
      if (await fit(file, options)) fails();
    });
}

/** @returns true if rows are left that the closest design does not give */
async function fit(results: string, options: FitOptions): Promise<boolean> {
  const { requests, closest, unexplained, next, json } = options;
  const files = { results, ...options };
  checkResultOptions(files);
  return withOutputs({ inputs: [results, requests], outputs: [closest, unexplained, next, json] }, async (outputs) => {
    const name = inputName(results);
    const trace = await readMeasured(files, PRESETS.get('full-quality')!.limits);
    if (trace.requests.every((request) => request.results === null)) {
      throw new UsageError(`${name}: no row has a result, expected columns such as r, g, b, or rgb`);
    }
    const fitted = await drive(fitDesigns(trace), ({ what, part }) => ({ what: `${name}: ${what}`, part }));
    if (fitted.closest === null) {
      throw new UsageError(`${name}: no design can run the requests: ${fitted.known[0]?.refused}`);
    }
    if (closest !== undefined) outputs.whole(closest, `${JSON.stringify(fitted.closest.file, null, 2)}\n`);
    if (unexplained !== undefined) outputs.whole(unexplained, unexplainedTable(fitted.unexplained));
    if (next !== undefined) outputs.whole(next, tellingTable(fitted.telling));
    if (json !== undefined) outputs.whole(json, `${JSON.stringify(fitted, null, 2)}\n`);
    conclude(outputs, () => fitText(fitted));
    return fitted.unexplained.length > 0;
  });
}
