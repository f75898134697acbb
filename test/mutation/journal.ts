import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of the journal: a process that is stopped leaves what it found, and the next one goes on behind it. */
export type Entry =
  /** The mutants that tests reach, and those that code reaches while its module is loaded. */
  | { readonly kind: 'reached'; readonly reached: readonly string[]; readonly loaded: readonly string[] }
  /** A test begins with the mutant. Without one it takes `ms`. */
  | { readonly kind: 'begin'; readonly id: string; readonly ms: number }
  /** A test failed with the mutant, or never ended, or all tests passed. */
  | { readonly fate: 'killed' | 'endless' | 'survived'; readonly id: string; readonly by: string }
  /** The process is to be ended, because a mutant changed what its modules hold: a test fails without any. */
  | { readonly kind: 'restart'; readonly why: string };

export function writeEntry(journal: string, entry: Entry): void {
  appendFileSync(journal, `${JSON.stringify(entry)}\n`);
}

export function readEntries(journal: string): Entry[] {
  if (!existsSync(journal)) return [];
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
