const COLUMNS = 120;

/**
 * An entry of a list in Markdown, in lines of at most 120 columns, its details as a list within it.
 *
 * @param text,details with `code` between backquotes; other characters stand for themselves
 */
export function listEntry(text: string, details: readonly string[]): string {
  return [wrapped('- ', text), ...details.map((detail) => wrapped('  - ', detail))].join('\n');
}

/** @param mark what the first line begins with; the others are indented as far */
function wrapped(mark: string, text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of escaped(text).split(' ')) {
    if (line !== '' && mark.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return mark + [...lines, line].join(`\n${' '.repeat(mark.length)}`);
}

/** Markdown's marks between backquotes stay: there they have no meaning. */
function escaped(text: string): string {
  return text
    .split('`')
    .map((part, n) => (n % 2 === 1 ? part : part.replace(/[*<]/g, String.raw`\$&`)))
    .join('`');
}
