import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { Dice } from '../oracle/dice.ts';

/** One run: the code that is mutated and the tests that meet it. Paths begin at the root of the repository. */
export interface MutationRun {
  /** A folder or a file. */
  readonly code: string;
  /** Folders or files of tests. */
  readonly tests: readonly string[];
  /** The most mutants that are taken of one file, a seeded choice; null: all. */
  readonly sample: number | null;
  readonly seed: number;
  /** The file of results, JSON Lines. */
  readonly journal: string;
}

/** A mutant: the place in the code (the line counts from 1), and the code that stands there instead. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** The object in which Stryker's code counts what tests reach and finds the mutant that is switched on. */
export interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** A file, or all modules of a folder. */
export function modules(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(path, name))
    .sort();
}

/** The lines of `text` from one place to another; lines and columns count from 0. */
function textBetween(text: string, start: Position, end: Position): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

interface Position {
  readonly line: number;
  readonly column: number;
}

const silent = () => {};
const LOGGER = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Stryker's head of a file counts each line that runs. A run with a mutant needs no counts, and is faster without. */
const COUNTING = 'var c = cov.static;';

/**
 * Stryker's mutants of the code, as many as the run takes, and the text of its files with all mutants inside, each
 * behind a switch. Messages and names, the strings, are not mutated.
 */
export async function mutantsOf({ code, sample, seed }: MutationRun) {
  const files = modules(resolve(code)).map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const { files: changed, mutants } = await new Instrumenter(LOGGER).instrument(files, {
    plugins: null,
    excludedMutations: ['StringLiteral'],
    ignorers: [],
  });
  const dice = new Dice(seed);
  const chosen = files.flatMap(({ name, content }) => {
    const all = mutants
      .filter(({ fileName, status }) => fileName === name && status !== 'Ignored')
      .map(({ id, location: { start, end }, replacement }): Mutant => {
        return { id, file: name, line: start.line + 1, original: textBetween(content, start, end), replacement };
      });
    if (sample === null) return all;
    const taken = all.map((mutant) => ({ mutant, order: dice.bits() })).sort((a, b) => a.order - b.order);
    return taken.slice(0, sample).map(({ mutant }) => mutant);
  });
  const texts = changed.map(({ name, content }): [string, string] => {
    const quick = content.replace(COUNTING, `if (ns.activeMutant !== undefined) return; ${COUNTING}`);
    if (content.includes('stryCov') && quick === content) throw new Error(`Stryker's head of ${name} has another form`);
    return [name, quick];
  });
  return { mutants: chosen, texts: new Map(texts) };
}
