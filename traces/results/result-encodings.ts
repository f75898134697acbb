import { JSON_LINES } from '../encodings/json-lines.ts';
import { linesOf } from '../encodings/line-pieces.ts';
import type { TraceEncoding } from '../encodings/trace-encoding.ts';
import { csvResults, type LaneResult, resultCsv, type ResultTable } from './result-csv.ts';
import type { RequestResult } from './result-join.ts';
import { PARQUET } from '../encodings/parquet/parquet-file.ts';
import { parquetResults, resultRows } from './result-parquet.ts';
import { readLines, type ResultOutput, ResultReader, ResultWriter } from './result-trace.ts';

/**
 * Files of results are read as the results of requests or of lanes. Readers are given what a table does not say itself,
 * and writers whether it has codes.
 */
export type ResultEncoding = TraceEncoding<
  AsyncIterable<readonly (RequestResult | LaneResult)[]>,
  ResultTable,
  ResultOutput,
  ResultTable
>;

const RESULT_LINES: ResultEncoding = {
  ...JSON_LINES,
  read: ({ chunks, name }) => readLines(linesOf(chunks, name), new ResultReader(name)),
  write: ({ bytes }) => {
    const writer = new ResultWriter();
    const flush = () => bytes(writer.take());
    return { answer: (answer) => writer.answer(answer), fault: (fault) => writer.fault(fault), flush, end: flush };
  },
};

const RESULT_PARQUET: ResultEncoding = {
  ...PARQUET,
  read: parquetResults,
  write: ({ bytes }) => resultRows(bytes),
};

const RESULT_CSV: ResultEncoding = {
  name: 'csv',
  likeness: /^["\w].*,/,
  streams: true,
  read: ({ chunks, name }, table) => csvResults(chunks, name, table),
  write: ({ text }, table) => resultCsv(text, table),
};

/** The encodings of results in a file without requests. */
export const RESULT_ENCODINGS: readonly ResultEncoding[] = [RESULT_LINES, RESULT_PARQUET, RESULT_CSV];
