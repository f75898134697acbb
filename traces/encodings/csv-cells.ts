import { TraceError } from './trace-error.ts';

/**
 * The cells of a line of comma-separated values, without blanks and double quotes around them. A quote within quotes is
 * doubled (RFC 4180).
 *
 * @returns null if a quote is not closed
 */
export function cells(line: string): readonly string[] | null {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim());
  const found = [''];
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    if (character === ',' && !quoted) found.push('');
    else found[found.length - 1] += character;
  }
  return quoted ? null : found.map(unquoted);
}

/** Reads comma-separated values with a header line, line by line. */
export abstract class CsvReader {
  /** Lines read so far. */
  line = 0;
  protected columns: readonly string[] | null = null;

  /** @param file its name, for messages */
  constructor(protected readonly file: string) {}

  /** Takes the names of the columns. @throws TraceError when they are wrong */
  protected abstract header(columns: readonly string[]): void;

  /**
   * The cells of the next line; null for the header and for lines without a cell that says anything.
   *
   * @throws TraceError when a quote is not closed, or there are not as many cells as columns
   */
  protected cellsOf(text: string): readonly string[] | null {
    this.line++;
    const row = cells(text);
    if (row === null) throw this.error('line', OPEN_QUOTE);
    if (row.every((cell) => cell === '')) return null;
    if (this.columns === null) {
      this.header(row);
      this.columns = row;
      return null;
    }
    if (row.length === this.columns.length) return row;
    throw this.error('line', `has ${row.length} cells, expected ${this.columns.length} as in the header`);
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    if (this.columns !== null) return;
    this.line++;
    throw this.error('line', NO_HEADER);
  }

  protected error(field: string, problem: string): TraceError {
    return new TraceError({ file: this.file, line: this.line }, field, problem);
  }
}

/** The text of a cell, in quotes where it needs them (RFC 4180). */
export function cellText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The problem of a table without a header, and that of a line without cells, for messages. */
export const NO_HEADER = 'is missing, expected a header that names the columns';
export const OPEN_QUOTE = 'has a quote that is not closed, expected cells within one line';

function unquoted(cell: string): string {
  const [, inner] = /^\s*"(.*)"\s*$/.exec(cell) ?? [];
  return inner === undefined ? cell.trim() : inner.replaceAll('""', '"');
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NOT_FINITE = /^([+-]?)(nan|inf(?:inity)?)$/i;

/** A number as `componentValue` takes it; a text for NaN, for infinities and for what is no number. */
export function cellNumber(text: string): unknown {
  if (DECIMAL.test(text)) return Number(text);
  const [, sign, name] = NOT_FINITE.exec(text) ?? [];
  if (name === undefined) return text;
  if (name.length === 3 && name[0].toLowerCase() === 'n') return 'NaN';
  return sign === '-' ? '-Infinity' : 'Infinity';
}
