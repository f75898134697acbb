import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { isSystemError, systemWords, withoutControls } from '../../platform/pages/wording.ts';

/** The descriptor on which a supervising process reads the journal; null without one. */
let journalAt: number | null = null;

/** Writes the journal of this process to a descriptor from now on; null to none. */
export function journalTo(descriptor: number | null): void {
  journalAt = descriptor;
}

/** How a step of a run is taken back: a file, or a folder that is empty, is removed, or an older file is put back. */
export type Undo = { readonly remove: string } | { readonly restore: string; readonly from: string };

/**
 * A line of the journal: a way back from the step that follows, or, once all outputs are in their places, the ways back
 * that remain.
 */
type Entry = Undo | { readonly settled: readonly Undo[] } | typeof PATIENCE;

/** A line that asks the supervising process for time, in which this one ends by itself. */
const PATIENCE = { patience: true } as const;

/**
 * The ways back from the steps of a run, each noted before its step. A supervising process reads them too, so that it
 * can go back where this process has been ended.
 */
export class Journal {
  private undos: Undo[] = [];

  note(undo: Undo): void {
    this.undos.push(undo);
    enter(undo);
  }

  /** Forgets the ways back, because all outputs are in their places. @param remaining what is to be removed all the same */
  settle(remaining: readonly Undo[]): void {
    this.undos = [...remaining];
    enter({ settled: remaining });
  }

  /** Goes back, from the last step to the first. */
  goBack(): void {
    undo(this.undos);
    this.settle([]);
  }
}

function enter(entry: Entry): void {
  if (journalAt !== null) writeSync(journalAt, `${JSON.stringify(entry)}\n`);
}

/** Asks the supervising process for time after a signal. */
export function askForPatience(): void {
  enter(PATIENCE);
}

/** True if the process that wrote a journal ends by itself after a signal. */
export function asksForPatience(text: string): boolean {
  return text.includes(JSON.stringify(PATIENCE));
}

/** Goes back after the process that wrote a journal has ended, maybe in the midst of a line. */
export function undoJournal(text: string): void {
  let undos: Undo[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as Entry;
    if ('settled' in entry) undos = [...entry.settled];
    else if (!('patience' in entry)) undos.push(entry);
  }
  undo(undos);
}

/** Takes steps back, the last one first. A step that the system refuses is reported, and the others follow. */
function undo(undos: readonly Undo[]): void {
  for (const step of undos.toReversed()) {
    try {
      if ('remove' in step) remove(step.remove);
      else restore(step.restore, step.from);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const what =
        'remove' in step
          ? `${step.remove}: cannot be removed`
          : `${step.restore}: its backup ${step.from} cannot be put back`;
      process.stderr.write(`texunit: ${withoutControls(what)} (${systemWords(error)})\n`);
    }
  }
}

function remove(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) rmSync(path, { force: true });
  else if (readdirSync(path).length === 0) rmdirSync(path);
}

/** @param from a copy of the file, which is gone if the step after it has not begun */
function restore(path: string, from: string): void {
  if (lstatSync(from, { throwIfNoEntry: false }) === undefined) return;
  renameSync(from, path);
  // Two names of one file stay when one is renamed to the other.
  rmSync(from, { force: true });
}
