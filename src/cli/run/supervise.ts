import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { JOURNAL_VARIABLE, undoJournal } from '../files/journal.ts';

/** Signals that end a command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Shows the cursor and wraps long lines, after a progress bar; the rest of the bar is cleared. */
const RESTORED = '\r\u001B[K\u001B[?25h\u001B[?7h';

/**
 * Runs the program of this process in a second process. It can be ended in the midst of synchronous work, where its own
 * handlers of signals would wait: the first process takes back what the journal tells, and restores the terminal.
 *
 * @returns the exit code: that of the program, or 128 + n when signal n ended it
 */
export async function supervise(): Promise<number> {
  const named = new Set([0, 1, 2, ...process.argv.map(descriptorIn).filter(isOpen)]);
  const journalAt = Math.max(...named) + 1;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: [...Array.from({ length: journalAt }, (_, n) => (named.has(n) ? 'inherit' : 'ignore')), 'pipe'],
    env: { ...process.env, [JOURNAL_VARIABLE]: String(journalAt) },
  });
  let ended: NodeJS.Signals | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      ended ??= signal;
      child.kill('SIGKILL');
    });
  }
  const journal: Buffer[] = [];
  child.stdio[journalAt]!.on('data', (bytes: Buffer) => journal.push(bytes));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject).on('close', (...end) => resolve(end));
  });
  undoJournal(Buffer.concat(journal).toString());
  if (code !== null && ended === null) return code;
  if (isatty(2)) process.stderr.write(RESTORED);
  const last = ended ?? signal!;
  if (!SIGNALS.some((known) => known === last)) process.stderr.write(`texunit: was ended by ${last}\n`);
  return 128 + constants.signals[last];
}

/** The descriptor that an argument names, as a shell's `<(...)` does. */
function descriptorIn(argument: string): number {
  return Number(/(?:^|=)\/(?:dev|proc\/self)\/fd\/(\d{1,3})$/.exec(argument)?.[1] ?? 0);
}

function isOpen(descriptor: number): boolean {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}
