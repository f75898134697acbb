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

/** The text of a cell, in quotes where it needs them (RFC 4180). */
export function cellText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The problem of a line without cells, for messages. */
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
