import type { ForeignDevice } from '../device.ts';
import type { RequestAnswer } from '../execute.ts';
import { executeRequest, executeTable } from '../execute.ts';
import { jsonLine } from './json-line.ts';
import { parseTable } from './parse-table.ts';

/** A table, and what a device without faults answers. */
export interface KnownAnswers {
  readonly text: string;
  readonly answers: readonly string[];
}

/** Answers as texts, so that NaN and minus zero compare. */
export const answerText: (answer: RequestAnswer) => string = jsonLine;

/** The answers of a device to a table. */
export function knownAnswers(device: ForeignDevice, text: string): KnownAnswers {
  return { text, answers: executeTable(device, parseTable(text)).map(answerText) };
}

/** The first request that a device answers differently, or -1. */
export function firstDifference(device: ForeignDevice, known: KnownAnswers): number {
  const table = parseTable(known.text);
  return table.requests.findIndex((request, n) => {
    return answerText(executeRequest(device, table, request)) !== known.answers[n];
  });
}
