import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../../../platform/files/whole-file.ts';
import type { Row } from '../runs/design-row.ts';
import type { LogReader, RowLine } from './log-reader.ts';

/** Rows of logs by their places: some bytes are held for a row, not the row itself. */
export class LocatedRows {
  private readonly descriptors: number[] = [];
  private readonly files: number[] = [];
  private readonly offsets: number[] = [];
  private readonly lengths: number[] = [];

  /** Rows of one log, which stays as it is. @throws FileError */
  *of({ path }: Pick<LogReader, 'path'>, lines: Iterable<RowLine>): Generator<Row> {
    const file = this.descriptors.push(openRegular(path).descriptor) - 1;
    for (const { row, offset, length } of lines) {
      this.files.push(file);
      this.offsets.push(offset);
      this.lengths.push(length);
      yield row;
    }
  }

  /** A row, by its place among all that have been given. */
  read(n: number): Row {
    const bytes = Buffer.alloc(this.lengths[n]);
    readSync(this.descriptors[this.files[n]], bytes, 0, bytes.length, this.offsets[n]);
    return JSON.parse(bytes.toString()) as Row;
  }

  close(): void {
    for (const descriptor of this.descriptors) closeSync(descriptor);
  }
}
