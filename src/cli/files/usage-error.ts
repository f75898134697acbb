import { TextureFileError } from '../../pictures/containers/container-file.ts';
import { PictureError } from '../../pictures/textures/picture.ts';
import { DesignNotFoundError } from '../../designs/load-design.ts';
import { SourceError } from '../../designs/json-source.ts';
import { VariationError } from '../../designs/vary-design.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';

/** Something that the user asked for and that cannot be done. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** True for an error about the user's input: its message says everything. */
export function isUserError(error: unknown): error is Error {
  const kinds = [
    UsageError,
    PictureError,
    TextureFileError,
    DesignNotFoundError,
    SourceError,
    VariationError,
    TraceError,
  ];
  return kinds.some((kind) => error instanceof kind);
}

/** Runs an action whose errors of a kind are about what the user gave. @throws UsageError with `before` in front */
export function refused<T>(kind: abstract new (...fields: never[]) => Error, before: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (!(cause instanceof kind)) throw cause;
    throw new UsageError(`${before}${cause.message}`, { cause });
  }
}

/** An error of reading a file as one of usage; others as they are. */
export function readFault(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const why = { ENOENT: 'no such file', EISDIR: 'is a folder, expected a file' }[String(code)];
  return new UsageError(`${path}: ${why ?? `cannot be read (${error.message})`}`, { cause: error });
}
