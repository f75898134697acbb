import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { FileError, fileError, openRegular } from '../../files/whole-file.ts';
import { systemWords } from '../../pages/wording.ts';
import type { Row } from '../runs/design-runs.ts';
import { headerSchema, type SweepHeader, workloadDifference } from './sweep-header.ts';

/** Rows that cannot be gone on with. The message is one line and begins with the path. */
export class RowsError extends Error {
  override readonly name = 'RowsError';
}

/** A row of a log, and where its line stands. */
export interface LoggedRow {
  readonly row: Row;
  /** Place in bytes, and the bytes without the end of the line. */
  readonly offset: number;
  readonly length: number;
}

const CHUNK = 2 ** 20;
/** Bytes of a line, far more than any row has. */
const LONGEST_LINE = 2 ** 26;
const NEWLINE = 10;

/** Milliseconds after which a row begins to be forced to the disk: it is there after half a second. */
const SYNC_AFTER = 250;

/**
 * The rows of a sweep while it runs: a header, and a line for each row, appended in one write. A last line without an
 * end was cut by the end of the process and does not count.
 */
export class RowLog {
  private readonly path: string;
  private readonly descriptor: number;
  /** The place behind the last row, in bytes. */
  private end = 0;
  /** Runs while rows are not forced to the disk. */
  private timer: NodeJS.Timeout | null = null;
  /** The reason why they could not be. */
  private fault: { readonly error: unknown } | null = null;

  private constructor(path: string, place: string, flags: 'w' | 'r+') {
    this.path = path;
    this.descriptor = this.attempt(() => openSync(place, flags));
  }

  /** Begins a log, whose header is whole once it has its name. @throws RowsError when there is one */
  static create(path: string, header: SweepHeader): RowLog {
    if (existsSync(path)) {
      throw new RowsError(`${path}: holds the rows of a sweep; expected --resume, or another folder with --out`);
    }
    const begun = `${path}.begun`;
    const log = new RowLog(path, begun, 'w');
    log.write(`${JSON.stringify(header)}\n`);
    log.sync();
    log.attempt(() => renameSync(begun, path));
    return log;
  }

  /**
   * Goes on with a log behind its last whole line.
   *
   * @param take is called with each row that stands
   * @throws RowsError when it is of another sweep; FileError when it cannot be read
   */
  static resume(path: string, header: SweepHeader, take: (row: Row) => void): RowLog {
    const found = readHeader(path);
    requireSame(path, found.header, header);
    const log = new RowLog(path, path, 'r+');
    log.end = found.end;
    for (const { row, offset, length } of loggedRows(path, header)) {
      take(row);
      log.end = offset + length + 1;
    }
    log.attempt(() => ftruncateSync(log.descriptor, log.end));
    return log;
  }

  append(rows: readonly Row[]): void {
    if (this.fault !== null) throw this.fault.error;
    this.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    this.timer ??= setTimeout(() => this.syncLater(), SYNC_AFTER);
  }

  /** @throws RowsError when rows could not be forced to the disk */
  close(): void {
    if (this.fault !== null) throw this.fault.error;
    this.sync();
    closeSync(this.descriptor);
  }

  /** Removes the file of a log without rows. */
  discard(): void {
    this.attempt(() => rmSync(this.path));
  }

  private syncLater(): void {
    try {
      this.sync();
    } catch (error) {
      this.fault = { error };
    }
  }

  private sync(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.attempt(() => fsyncSync(this.descriptor));
  }

  private write(text: string): void {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) {
      const written = this.attempt(() => writeSync(this.descriptor, bytes, at, bytes.length - at, this.end));
      at += written;
      this.end += written;
    }
  }

  private attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      throw new RowsError(`${this.path}: cannot be written (${systemWords(error)})`, { cause: error });
    }
  }
}

/** The header of a log, and the place behind it. @throws RowsError when it has none; FileError when it cannot be read */
export function readHeader(path: string): { readonly header: SweepHeader; readonly end: number } {
  const [first] = lines(path);
  const parsed = headerSchema.safeParse(jsonOf(first?.text ?? ''));
  if (parsed.success) return { header: parsed.data, end: first.offset + first.length + 1 };
  throw new RowsError(`${path}: has no header of a sweep in its first line; expected the rows of a sweep`);
}

/** The whole rows of a log. @throws RowsError at a line that is none; FileError */
export function* loggedRows(path: string, { workloads }: SweepHeader): Generator<LoggedRow> {
  const names = new Set(workloads.map(({ name }) => name));
  let line = 0;
  for (const { text, offset, length } of lines(path)) {
    if (line++ === 0) continue;
    const row = jsonOf(text) as Partial<Row> | null;
    if (!(Number.isSafeInteger(row?.design) && names.has(row!.workload!))) {
      throw new RowsError(`${path}:${line}: is no row of this sweep; the file is damaged`);
    }
    yield { row: row as Row, offset, length };
  }
}

/** The value of a JSON text; null for any other text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The lines of a file that have an end. */
function* lines(path: string) {
  const { descriptor } = openRegular(path);
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest: Buffer = Buffer.alloc(0);
    let offset = 0;
    for (let read = 0, from = 0; (read = readSync(descriptor, chunk, 0, CHUNK, from)) > 0; from += read) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let at = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
        yield { text: bytes.toString('utf8', at, end), offset: offset + at, length: end - at };
        at = end + 1;
      }
      rest = bytes.subarray(at);
      offset += at;
      if (rest.length > LONGEST_LINE) throw new RowsError(`${path}: has a line of more than 64 MiB; expected rows`);
    }
  } catch (error) {
    throw error instanceof FileError ? error : fileError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

/** What two headers must share for their rows to belong together: the plan, the contents of the workloads, the program. */
export function requireSamePlan(path: string, found: SweepHeader, expected: SweepHeader): void {
  if (found.plan !== expected.plan) {
    throw new RowsError(`${path}: holds rows of another plan, ${found.plan}; expected ${expected.plan}`);
  }
  const difference = workloadDifference(expected.workloads, found);
  if (difference !== null) throw new RowsError(`${path}: ${difference}`);
  if (found.program !== expected.program) {
    throw new RowsError(`${path}: is of texunit ${found.program}; expected ${expected.program}`);
  }
}

function requireSame(path: string, found: SweepHeader, expected: SweepHeader): void {
  requireSamePlan(path, found, expected);
  const shard = ({ index, of }: SweepHeader['shard']) => `${index + 1}/${of}`;
  if (shard(found.shard) === shard(expected.shard)) return;
  throw new RowsError(`${path}: holds shard ${shard(found.shard)}; expected ${shard(expected.shard)}`);
}
