import { closeSync, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { isSystemError, systemWords } from '../pages/wording.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { utf8Text } from '../../../traces/encodings/utf8-text.ts';

const NO_FILE = 'no such file';
/** The problem of a path that is a URL. */
export const NO_URL = 'is a URL, expected a file of this machine';

/** True for a URL, and for a path that was made of a folder and a URL. */
export function isUrl(path: string): boolean {
  return /(?:^|[/\\])(?:https?|ftp|file|s3|gs):/i.test(path);
}

/** A file that cannot be read. The message is one line and begins with the path. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** True if there is nothing at the path. */
  readonly missing = this.problem === NO_FILE;

  /** @param problem the message without the path */
  constructor(
    readonly path: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${problem}`, options);
  }
}

/**
 * Opens a regular file to read. A device or a pipe is refused before it is opened: it may have no end, or nobody at its
 * other end.
 *
 * @throws FileError
 */
export function openRegular(path: string): { readonly descriptor: number; readonly size: number } {
  try {
    statOf(path);
    const descriptor = openSync(path, 'r');
    return { descriptor, size: fstatSync(descriptor).size };
  } catch (error) {
    throw fileError(path, error);
  }
}

function withFile<T>(path: string, read: (descriptor: number, size: number) => T): T {
  const { descriptor, size } = openRegular(path);
  try {
    return read(descriptor, size);
  } catch (error) {
    throw fileError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The bytes of a regular file.
 *
 * @param budget must have room for them before they are read; they are not counted as taken
 * @throws FileError; MemoryError
 */
export function readWholeFile(path: string, budget: MemoryBudget = new MemoryBudget()): Buffer<ArrayBuffer> {
  return withFile(path, (descriptor, size) => {
    if (size === 0) return readUnsized(path, descriptor, budget);
    budget.require(size, `${path}: a file of ${size} bytes`);
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readInto(descriptor, bytes, 0));
  });
}

/** The text of a regular file in UTF-8. @throws FileError, MemoryError; TraceError at a line that is no UTF-8 */
export function readTextFile(path: string): string {
  return utf8Text(readWholeFile(path), path);
}

/** The bytes of a file that says that it is empty, as those of the system in /proc do. */
function readUnsized(path: string, descriptor: number, budget: MemoryBudget): Buffer<ArrayBuffer> {
  let bytes = Buffer.alloc(2 ** 16);
  for (let length = 0; ;) {
    length += readInto(descriptor, bytes.subarray(length), length);
    if (length < bytes.length) return bytes.subarray(0, length);
    budget.require(2 * length, `${path}: a file of more than ${length} bytes`);
    const larger = Buffer.alloc(2 * length);
    bytes.copy(larger);
    bytes = larger;
  }
}

/** The first bytes of a regular file, fewer if it is shorter. @throws FileError */
export function readStart(path: string, length: number): Buffer {
  return withFile(path, (descriptor) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readInto(descriptor, bytes, 0));
  });
}

/** Fills a buffer from a place of the file on. @returns the number of bytes, fewer at the end of the file */
export function readInto(descriptor: number, bytes: Uint8Array, from: number): number {
  let length = 0;
  while (length < bytes.length) {
    const more = readSync(descriptor, bytes, length, bytes.length - length, from + length);
    if (more === 0) break;
    length += more;
  }
  return length;
}

/** Folders below which files are opened; null for all. */
let confines: readonly string[] | null = null;

/**
 * Keeps this process from opening anything but regular files below some folders, wherever links lead, as long as paths
 * come from others. Whatever opens a file asks `statOf` first.
 *
 * @param folders null for an end of it
 * @throws FileError where one of them is not there
 */
export function confineFiles(folders: readonly string[] | null): void {
  confines = folders && folders.map(realPath);
}

/**
 * The state of a regular file, or of a pipe too where the path is the user's own.
 *
 * @throws FileError for anything else, since a device may have no end, and outside of where files may be
 */
export function statOf(path: string, pipes = false): Stats {
  try {
    const found = statSync(path);
    const isTaken = found.isFile() || (pipes && confines === null && found.isFIFO());
    if (!isTaken) throw new FileError(path, `is ${kindOf(found)}, expected a file`);
    if (confines === null || confines.some((folder) => isWithin(folder, realPath(path)))) return found;
    throw new FileError(path, `is outside of ${confines[0]}, expected a file below it`);
  } catch (error) {
    throw fileError(path, error);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw fileError(path, error);
  }
}

/** True for a path below a folder. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way);
}

/** A file's kind, where it is no regular one. */
export function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

/** An error of the system about a file as a FileError; others as they are. */
export function fileError(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const missing = 'code' in error && error.code === 'ENOENT';
  const problem = isUrl(path) ? NO_URL : missing ? NO_FILE : `cannot be read (${systemWords(error)})`;
  return new FileError(path, problem, { cause: error });
}
