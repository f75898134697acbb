import { isEngineError } from '../../../traces/encodings/engine-error.ts';
import { systemWords } from '../../platform/pages/wording.ts';

/** The path that is standard input where a file is read, and standard output where one is written. */
export const STANDARD = '-';

/** A command that cannot be carried out as given. The message is one line. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** An output that the system refuses. */
export class OutputError extends UsageError {
  override readonly name = 'OutputError';
  /** The system's code, such as ENOSPC. */
  readonly code: string;
  /** Its name, where - is standard output. */
  readonly output: string;

  /** @param cause an error of a call to the system */
  constructor(output: string, cause: Error) {
    super(`${output === STANDARD ? 'standard output' : output}: cannot be written (${systemWords(cause)})`, { cause });
    this.output = output;
    this.code = 'code' in cause ? String(cause.code) : '';
  }
}

/** True if nobody reads standard output any longer, as after head. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof OutputError && error.code === 'EPIPE' && error.output === STANDARD;
}

/** Runs an action whose errors of a kind are about what the user gave. @throws UsageError with `before` in front */
export function refused<T>(kind: abstract new (...fields: never[]) => Error, before: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw refusal(kind, before, error);
  }
}

/** An error of a kind that is about what the user gave as a UsageError with `before` in front; others as they are. */
export function refusal(kind: abstract new (...fields: never[]) => Error, before: string, error: unknown): unknown {
  return error instanceof kind && !isEngineError(error)
    ? new UsageError(`${before}${error.message}`, { cause: error })
    : error;
}
