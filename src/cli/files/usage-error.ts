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

/** An error of reading a file as one of usage; others as they are. */
export function readFault(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const why = { ENOENT: 'no such file', EISDIR: 'is a folder, expected a file' }[String(code)];
  return new UsageError(`${path}: ${why ?? `cannot be read (${error.message})`}`, { cause: error });
}
