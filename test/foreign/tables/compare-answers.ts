import { isDeepStrictEqual } from 'node:util';
import type { ForeignDevice } from '../device.ts';
import type { RequestAnswer } from '../execute.ts';
import { executeRequest, executeTable } from '../execute.ts';
import { jsonLine } from './json-line.ts';
import { parseTable } from './parse-table.ts';
import type { ForeignTable } from './records.ts';

/** A table, and what a device without faults answers. */
export interface KnownAnswers {
  /** The table as it is before its first request. */
  readonly table: () => ForeignTable;
  readonly answers: readonly RequestAnswer[];
}

/** Answers as texts, so that NaN and minus zero compare. */
export const answerText: (answer: RequestAnswer) => string = jsonLine;

/** The answers of a device to a table. */
export function knownAnswers(device: ForeignDevice, text: string): KnownAnswers {
  const read = parseTable(text);
  const writes = read.requests.some(({ op }) => op === 'write' || op === 'atomic');
  return {
    table: () => (writes ? parseTable(text) : read),
    answers: executeTable(device, read),
  };
}

/** The first request that a device answers differently, or -1: NaN is NaN, and minus zero is not zero. */
export function firstDifference(device: ForeignDevice, known: KnownAnswers): number {
  const table = known.table();
  return table.requests.findIndex((request, n) => {
    return !isDeepStrictEqual(executeRequest(device, table, request), known.answers[n]);
  });
}
