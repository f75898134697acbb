import { withoutBreaks } from '../../../traces/encodings/names.ts';

const COLUMNS = 120;

/** A text that has no meaning in Markdown, on one line. */
export function plainText(text: string): string {
  const line = withoutBreaks(text).trim();
  return line.replace(/[\\`*_[\]<>&|~]/g, String.raw`\$&`).replace(/^(\d*)([-+=#.)])/, String.raw`$1\$2`);
}

/** An entry of a list in Markdown, its details as a list within it. Words between backquotes are code. */
export function listEntry(text: string, details: readonly string[] = []): string {
  return [wrapped(escaped(text), '- '), ...details.map((detail) => wrapped(escaped(detail), '  - '))].join('\n');
}

/**
 * A text in lines of at most 120 columns. No line begins with a sign, which would be read as a list.
 *
 * @param mark the text before the first line; the other lines are indented as far
 */
export function wrapped(text: string, mark = ''): string {
  const lines: string[] = [];
  let line = mark;
  for (const word of text.split(/ (?![-+] )/)) {
    if (line.length > mark.length && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = ' '.repeat(mark.length);
    }
    line += line.length > mark.length ? ` ${word}` : word;
  }
  return [...lines, line].join('\n');
}

/** The text with marks of Markdown escaped, but between backquotes, where they have no meaning. */
function escaped(text: string): string {
  return text
    .split('`')
    .map((part, n) => (n % 2 === 1 ? part : part.replace(/[*<]/g, String.raw`\$&`)))
    .join('`');
}
