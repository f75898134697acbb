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

/** The value of a JSON text; undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
