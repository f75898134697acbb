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

  /** Takes rows of one log, which stays as it is. It yields each with its place. @throws FileError */
  *of({ path }: Pick<LogReader, 'path'>, lines: Iterable<RowLine>): Generator<readonly [number, Row]> {
    const file = this.descriptors.push(openRegular(path).descriptor) - 1;
    for (const { row, offset, length } of lines) {
      this.files.push(file);
      this.offsets.push(offset);
      yield [this.lengths.push(length) - 1, row];
    }
  }

  /** The row at a place. */
  read(n: number): Row {
    const bytes = Buffer.alloc(this.lengths[n]);
    readSync(this.descriptors[this.files[n]], bytes, 0, bytes.length, this.offsets[n]);
    return JSON.parse(bytes.toString()) as Row;
  }

  close(): void {
    for (const descriptor of this.descriptors.splice(0)) closeSync(descriptor);
  }
}
