import { shortened } from './names.ts';

/** The problem of a trace that ends after its header. */
export const EMPTY_TRACE = 'are none, expected at least one: the trace is empty';

/** A line of a text file, counted from 1. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
}

/** A trace file that cannot be read. The message is `file:line: field: what is wrong, what would be right`. */
export class TraceError extends Error {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  /** The fault, and the value that would be right. */
  readonly problem: string;

  constructor({ file, line }: LinePlace, field: string, problem: string, options?: ErrorOptions) {
    super(`${file}:${line}: ${shortened(field)}: ${problem}`, options);
    this.name = 'TraceError';
    this.file = file;
    this.line = line;
    this.field = field;
    this.problem = problem;
  }
}
