import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { systemWords } from '../../../platform/pages/wording.ts';
import type { Row } from '../runs/design-row.ts';
import type { FinishedRows } from './finished-rows.ts';
import { LineChecks, type LogLine, LogReader, RowsError } from './log-reader.ts';
import { type SweepHeader, workloadDifference } from './sweep-header.ts';

/** Milliseconds after which a row begins to be forced to the disk: it is there after half a second. */
const SYNC_AFTER = 250;

/**
 * The rows of a sweep while it runs: a header, a line for each row, appended in one write, and at the end of the sweep one
 * with the number of its designs. Each has its checksum (LineChecks). A last line without an end was cut by the end of
 * the process and does not count.
 */
export class RowLog {
  private readonly descriptor: number;
  /** The place after the last row, in bytes. */
  private end = 0;
  private checks = new LineChecks();
  /** Runs while rows are not forced to the disk. */
  private timer: NodeJS.Timeout | undefined;
  /** The reason why they could not be. */
  private fault: { readonly error: unknown } | null = null;

  private constructor(
    private readonly path: string,
    place: string,
    flags: 'w' | 'r+',
  ) {
    this.descriptor = this.attempt(() => openSync(place, flags));
  }

  /**
   * Begins a log, whose header is whole once it has its name.
   *
   * @param replaces true to begin anew where there is one
   * @throws RowsError when there is one
   */
  static create(path: string, header: SweepHeader, replaces = false): RowLog {
    if (!replaces && existsSync(path)) {
      throw new RowsError(`${path}: holds the rows of a sweep; expected --resume, or another folder with --out`);
    }
    return RowLog.begun(path, header, []);
  }

  /** A log of some rows, which replaces any other one. */
  private static begun(path: string, header: SweepHeader, rows: Iterable<LogLine>): RowLog {
    const begun = `${path}.begun`;
    const log = new RowLog(path, begun, 'w');
    log.write(log.checks.seal(header));
    for (const each of rows) if ('row' in each) log.write(log.checks.seal(each.row));
    log.sync();
    log.attempt(() => renameSync(begun, path));
    return log;
  }

  /**
   * Goes on with a log after its last row.
   *
   * @param finished takes its rows
   * @param bad numbers of lines that are left out, with all others that are no rows; null where none may be bad
   * @throws RowsError when it is of another sweep, or a line is bad; FileError when it cannot be read
   */
  static resume(
    path: string,
    header: SweepHeader,
    finished: FinishedRows,
    bad: ReadonlySet<number> | null = null,
  ): RowLog {
    const reader = new LogReader(path);
    requireSame(path, reader.header, header);
    const isBad = (_: Row, line: number) => (bad?.has(line) ? 'is bad' : null);
    if (bad !== null) return RowLog.begun(path, reader.header, reader.lines(finished, isBad));
    for (const _ of reader.rows(finished));
    const log = new RowLog(path, path, 'r+');
    log.checks = reader.checks;
    log.end = reader.end;
    log.attempt(() => ftruncateSync(log.descriptor, log.end));
    return log;
  }

  append(rows: readonly Row[]): void {
    if (this.fault !== null) throw this.fault.error;
    this.write(rows.map((row) => this.checks.seal(row)).join(''));
    this.timer ??= setTimeout(() => {
      try {
        this.sync();
      } catch (error) {
        this.fault = { error };
      }
    }, SYNC_AFTER);
  }

  /** Ends the log of a sweep that is finished. @param designs those with rows for all workloads */
  finish(designs: number): void {
    this.write(this.checks.seal({ designs }));
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

  private sync(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
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

/** What two headers must share for their rows to belong together: the plan, the contents of the workloads, the program. */
export function requireSamePlan(path: string, found: SweepHeader, expected: SweepHeader): void {
  const difference = planDifference(found, expected);
  if (difference !== null) throw new RowsError(`${path}: ${difference}`);
}

/** The reason, in a line, why the rows of two headers do not belong together; null where they do. */
export function planDifference(found: SweepHeader, expected: SweepHeader): string | null {
  if (found.plan !== expected.plan) return `holds rows of another plan, ${found.plan}; expected ${expected.plan}`;
  const difference = workloadDifference(expected.workloads, found);
  if (difference !== null || found.program === expected.program) return difference;
  return `is of texunit ${found.program}; expected ${expected.program}`;
}

function requireSame(path: string, found: SweepHeader, expected: SweepHeader): void {
  requireSamePlan(path, found, expected);
  const shard = ({ index, of }: SweepHeader['shard']) => `${index + 1}/${of}`;
  if (shard(found.shard) === shard(expected.shard)) return;
  throw new RowsError(`${path}: holds shard ${shard(found.shard)}; expected ${shard(expected.shard)}`);
}
