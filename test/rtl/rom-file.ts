/** The text of the file that a ROM of these entries is read from. */
export function romFile(entries: Iterable<number>): string {
  return Array.from(entries, (entry) => `${entry.toString(16)}\n`).join('');
}
