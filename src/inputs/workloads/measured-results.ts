import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { JSON_LINES } from '../../../traces/encodings/json-lines.ts';
import { encodingOf, encodingOfSignature, type TraceInput } from '../../../traces/encodings/trace-encoding.ts';
import { REQUEST_ENCODINGS } from '../../../traces/requests/encodings/request-encodings.ts';
import type { ResultTable } from '../../../traces/results/result-csv.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { RESULT_ENCODINGS } from '../../../traces/results/result-encodings.ts';
import { ResultJoin } from '../../../traces/results/result-join.ts';
import { EMPTY_TRACE, TraceError } from '../../../traces/encodings/trace-error.ts';
import { type MeasuredTrace, MeasuredRequests } from '../../checker/judge/measured-trace.ts';
import { whileOpen } from '../files/file-input.ts';
import { UsageError } from '../files/usage-error.ts';
import { tableOption } from '../options/table-options.ts';
import { traceImages } from '../pictures/trace-image.ts';

const EXPECTED = 'expected a result trace or CSV; a trace that carries its results needs no other file';

/** Measured results: in a request trace, or in a file beside it. */
export interface MeasuredFiles extends ResultTable {
  /** A request trace with results; beside `requests` a result trace or a CSV. A file, or - for standard input. */
  readonly results: string;
  readonly requests?: string;
}

/** @throws UsageError where options ask for files that are not given, or for standard input twice */
export function checkResultOptions({ results, requests, ...table }: Partial<MeasuredFiles>): void {
  const option = tableOption(table);
  if (requests !== undefined && results === undefined) {
    throw new UsageError(`--requests ${requests}: expected --results beside it, a result trace or CSV`);
  }
  if (option !== undefined && requests === undefined) {
    const expected = 'expected --requests and --results beside it, a request trace and a CSV of results';
    throw new UsageError(`${option}: ${expected}`);
  }
  if (requests === '-' && results === '-') {
    throw new UsageError('--requests and --results: are both standard input, expected a file for one of them');
  }
}

/**
 * Reads requests and their results.
 *
 * @throws UsageError when a file cannot be read or is of another kind; TraceError when its content is faulty
 */
export async function readMeasured(files: MeasuredFiles, limits: LimitsDesign): Promise<MeasuredTrace> {
  const { results, requests = results } = files;
  const budget = new MemoryBudget();
  const join = files.requests === undefined ? null : await readResults(results, files, budget);
  return whileOpen(requests, async (input) => {
    if (join === null) await refuseResults(input);
    const reader = new RequestReader(input.name);
    const trace = new MeasuredRequests(input.name, traceImages(requests, limits, budget), join, budget);
    for await (const lines of encodingOf(REQUEST_ENCODINGS, input)!.read(input).lines()) {
      for (const line of lines) {
        const record = reader.read(line);
        if (record !== null) trace.add(record);
      }
    }
    reader.endFilled();
    join?.end(input.name);
    return trace.end(reader.api);
  });
}

/**
 * Reads results from a file without requests.
 *
 * @param budget takes them
 * @throws UsageError when the file cannot be read or is of another kind; TraceError when its content is faulty
 */
export function readResults(
  path: string,
  table: ResultTable,
  budget: MemoryBudget = new MemoryBudget(),
): Promise<ResultJoin> {
  return whileOpen(path, (input) => joinOf(input, table, budget));
}

async function joinOf(input: TraceInput, table: ResultTable, budget: MemoryBudget): Promise<ResultJoin> {
  const requests = encodingOfSignature(REQUEST_ENCODINGS, input);
  const encoding = encodingOf(RESULT_ENCODINGS, input);
  if (encoding === undefined || (requests !== undefined && requests.name !== encoding.name)) {
    throw new UsageError(`${input.name}: is neither a result trace nor CSV, expected one of them`);
  }
  if ((await JSON_LINES.kind(input)) === 'requests') {
    throw new UsageError(`${input.name}: is a request trace, ${EXPECTED}`);
  }
  const option = tableOption(table);
  if (option !== undefined && encoding.name !== 'csv') {
    throw new UsageError(`${option}: ${input.name} is a result trace, expected a CSV of results`);
  }
  const join = new ResultJoin(input.name, table.map, budget);
  let results = 0;
  for await (const some of encoding.read(input, table)) {
    for (const result of some) join.add(result);
    results += some.length;
  }
  if (results === 0) throw new TraceError({ file: input.name, line: 1 }, 'results', EMPTY_TRACE);
  return join;
}

/** @throws UsageError for results that need their requests beside them */
async function refuseResults(input: TraceInput): Promise<void> {
  if ((await JSON_LINES.kind(input)) !== 'results') return;
  throw new UsageError(
    `${input.name}: is a result trace, expected --requests FILE beside it, the requests of these results`,
  );
}
