/** Something that the user asked for and that cannot be done. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
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
  return error instanceof kind ? new UsageError(`${before}${error.message}`, { cause: error }) : error;
}
