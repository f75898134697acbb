import { closeSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { jsonOf } from '../../../../traces/encodings/json-lines.ts';
import { fileError, FileError, openRegular } from '../../../platform/files/whole-file.ts';
import type { ParsedPlan, Plan } from '../plan/parse-plan.ts';
import type { Row } from '../runs/design-row.ts';
import type { FinishedRows } from './finished-rows.ts';
import { RowSchema } from './row-schema.ts';
import { headerSchema, planOf, type SweepHeader } from './sweep-header.ts';
import { createHash } from 'node:crypto';

/** The last field of a line, and its bytes. */
const FIELD = /^,"check":"([0-9a-f]{16})"\}$/;
const FIELD_BYTES = ',"check":"0123456789abcdef"}'.length;

/**
 * The checksums of the lines of a log. A line is an object in JSON, whose last field is its checksum: the start of the
 * SHA-256 of the checksum of the first line, that of the line above and the bytes of the line. So it fits no line that is
 * changed, moved, repeated or of another log, and no line whose neighbour above is gone.
 */
export class LineChecks {
  private first = '';
  private above = '';
  private last = '';

  /** The next line, its end included. @param value has fields */
  seal(value: object): string {
    const fields = JSON.stringify(value).slice(0, -1);
    this.take(this.checkOf(fields));
    return `${fields},"check":"${this.last}"}\n`;
  }

  /** The value of the next line without its checksum; undefined where that does not fit. */
  open(line: Buffer): unknown {
    const split = Math.max(0, line.length - FIELD_BYTES);
    const fields = line.subarray(0, split);
    const found = FIELD.exec(line.toString('latin1', split))?.[1] ?? '';
    const fits = this.checkOf(fields) === found;
    this.take(found);
    return fits ? jsonOf(`${fields.toString()}}`) : undefined;
  }

  /** Forgets the last line: the next one follows the line above it. */
  back(): void {
    this.last = this.above;
  }

  private take(check: string): void {
    if (this.first === '') this.first = check;
    [this.above, this.last] = [this.last, check];
  }

  private checkOf(fields: string | Uint8Array): string {
    return createHash('sha256').update(`${this.first} ${this.last} `).update(fields).digest('hex').slice(0, 16);
  }
}

/** Rows that cannot be gone on with. The message is one line and begins with the path. */
export class RowsError extends Error {
  override readonly name = 'RowsError';
}

/** A line of a log below its header: a row, or what is wrong with it. */
export type LogLine = RowLine | (Omit<RowLine, 'row'> & { readonly fault: string });

export interface RowLine {
  readonly row: Row;
  /** Number of the line, from 1. */
  readonly line: number;
  /** Place in bytes, and the bytes without the end of the line. */
  readonly offset: number;
  readonly length: number;
}

const CHUNK = 2 ** 20;
/** Bytes of a line, far more than any row has. */
const LONGEST_LINE = 2 ** 26;
const NEWLINE = 10;

/**
 * The first line of a log.
 *
 * @param checks takes its checksum
 * @throws RowsError when it is no header of this version; FileError when it cannot be read
 */
export function readHeader(path: string, checks = new LineChecks()) {
  const [first] = linesOf(path);
  const text = first?.isWhole ? first.bytes.toString() : '';
  if (!text.startsWith('{"texunit":"sweep",')) {
    throw new RowsError(`${path}: has no header of a sweep in its first line; expected the rows of a sweep`);
  }
  if (text.includes(',"version":1,')) {
    throw new RowsError(`${path}: holds rows of an earlier texunit, which have no checksums; ${AGAIN}`);
  }
  const { data: header } = headerSchema.safeParse(checks.open(first.bytes));
  if (header === undefined) throw new RowsError(`${path}:1: its header is damaged; ${AGAIN}`);
  return { header: header as SweepHeader, end: first.length + 1 };
}

const AGAIN = 'expected the sweep to run again, in another folder';

/** Reads a log once, from its header on. */
export class LogReader {
  readonly header: SweepHeader;
  readonly parsed: ParsedPlan;
  /** Those of the header and of the rows that have been read. */
  readonly checks = new LineChecks();
  /** The place after the last row, in bytes. */
  end: number;
  /** The designs of a sweep that is finished, once all lines have been read. */
  designs: number | null = null;

  /** @throws RowsError when it has no header of this version; SourceError; FileError when it cannot be read */
  constructor(readonly path: string) {
    const { header, end } = readHeader(path, this.checks);
    const parsed = planOf(header, `${path}:1`);
    if (parsed === null) {
      const problem = `is a header of another texunit (${header.program}), or its parts do not belong together`;
      throw new RowsError(`${path}:1: ${problem}; ${AGAIN}`);
    }
    this.header = header;
    this.parsed = parsed;
    this.end = end;
  }

  get plan(): Plan {
    return this.parsed.plan;
  }

  /**
   * The lines below the header.
   *
   * @param finished takes the rows
   * @param refuses what is wrong with a row that has the form of one, or null
   */
  *lines(finished: FinishedRows, refuses: (row: Row, line: number) => string | null = () => null): Generator<LogLine> {
    const schema = new RowSchema(this.plan, this.header);
    let line = 0;
    for (const { bytes, offset, length, isWhole } of linesOf(this.path)) {
      if (++line === 1) continue;
      const place = { line, offset, length };
      if (this.designs !== null) yield { ...place, fault: 'is below the end of the sweep' };
      if (this.designs !== null || !isWhole) continue;
      const value = this.checks.open(bytes);
      if (isEnd(value)) {
        this.designs = value.designs;
        this.checks.back();
        continue;
      }
      const row = value as Row;
      let fault = value === undefined ? DAMAGED : (schema.faultOf(value) ?? refuses(row, line));
      if (fault === null && !finished.add(row)) fault = `repeats design ${row.design} with "${row.workload}"`;
      if (fault === null) this.end = offset + length + 1;
      yield fault === null ? { ...place, row } : { ...place, fault };
    }
  }

  /** The rows. @throws RowsError at a line that is none, or where the log has not as many as its end says; FileError */
  *rows(finished: FinishedRows): Generator<RowLine> {
    let count = 0;
    for (const each of this.lines(finished)) {
      if ('fault' in each) {
        const repair = `texunit sweep verify ${dirname(this.path)} --repair runs what is bad again`;
        throw new RowsError(`${this.path}:${each.line}: ${each.fault}; ${repair}`);
      }
      count++;
      yield each;
    }
    const { path, designs, plan } = this;
    if (designs === null || count === designs * plan.workloads.length) return;
    throw new RowsError(`${path}: has ${count} rows; expected ${designs * plan.workloads.length}, as its end says`);
  }
}

const DAMAGED = 'is damaged, or at the wrong place: its checksum does not fit';

/** True for the last line of the log of a sweep that is finished. */
function isEnd(value: unknown): value is { readonly designs: number } {
  if (typeof value !== 'object' || value === null || !('designs' in value)) return false;
  return Number.isSafeInteger(value.designs) && Object.keys(value).length === 1;
}

/** The lines of a file. Only the last one can be without an end. */
function* linesOf(path: string) {
  const { descriptor } = openRegular(path);
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest: Buffer = Buffer.alloc(0);
    let offset = 0;
    for (let read = 0, from = 0; (read = readSync(descriptor, chunk, 0, CHUNK, from)) > 0; from += read) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let at = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
        yield { bytes: bytes.subarray(at, end), offset: offset + at, length: end - at, isWhole: true };
        at = end + 1;
      }
      rest = bytes.subarray(at);
      offset += at;
      if (rest.length > LONGEST_LINE) throw new RowsError(`${path}: has a line of more than 64 MiB; expected rows`);
    }
    if (rest.length > 0) yield { bytes: rest, offset, length: rest.length, isWhole: false };
  } catch (error) {
    throw error instanceof FileError ? error : fileError(path, error);
  } finally {
    closeSync(descriptor);
  }
}
