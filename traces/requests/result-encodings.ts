import { JSON_LINES } from '../encodings/json-lines.ts';
import { linesOf } from '../encodings/line-pieces.ts';
import type { TraceEncoding, TraceInput } from '../encodings/trace-encoding.ts';
import { csvResults, type LaneResult, type ResultColumnNames } from './result-csv.ts';
import type { RequestResult } from './result-join.ts';
import { ResultReader } from './result-trace.ts';

/** Files of results are read as the results of requests or of lanes. Readers are given the names of columns. */
export type ResultEncoding = TraceEncoding<
  AsyncIterable<readonly (RequestResult | LaneResult)[]>,
  ResultColumnNames,
  never,
  never
>;

const RESULT_LINES: ResultEncoding = { ...JSON_LINES, read: readLines };

const RESULT_CSV: ResultEncoding = {
  name: 'csv',
  likeness: /^["\w].*,/,
  streams: true,
  read: ({ chunks, name }, names) => csvResults(chunks, name, names),
};

/** The encodings of results that stand in a file of their own. */
export const RESULT_ENCODINGS: readonly ResultEncoding[] = [RESULT_LINES, RESULT_CSV];

async function* readLines({ chunks, name }: TraceInput): AsyncGenerator<readonly RequestResult[], void, void> {
  const reader = new ResultReader(name);
  for await (const lines of linesOf(chunks, name)) yield lines.flatMap((line) => reader.read(line) ?? []);
  reader.end();
}
