import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isInherited, namedDescriptors } from '../../inputs/files/descriptors.ts';
import { asksForPatience, undoJournal } from '../../inputs/files/journal.ts';
import { USER_ERROR } from './start.ts';

/** Signals that end a command. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds that a process has to end by itself, if its journal asks for them. */
const PATIENCE = 2500;
/** Shows the cursor and wraps long lines, after a progress bar; the rest of the bar is cleared. */
const RESTORED = '\r\u001B[K\u001B[?25h\u001B[?7h';

/**
 * Runs a program in a second process. It can be ended in the midst of synchronous work, where its own handlers of signals
 * would wait: the first process takes back the steps in the journal, and restores the terminal.
 *
 * @param program URL of its module
 * @returns the exit code: that of the program, 128 + n when signal n ended it, or 2 for a descriptor that is not open
 */
export async function supervise(program: URL): Promise<number> {
  const named = new Set([0, 1, 2, ...namedDescriptors()]);
  const unknown = [...named].find((descriptor) => descriptor > 2 && !isInherited(descriptor));
  if (unknown !== undefined) {
    process.stderr.write(`texunit: /dev/fd/${unknown}: is not open, expected a descriptor that the shell opens\n`);
    return USER_ERROR;
  }
  const journalAt = Math.max(...named) + 1;
  const words = [fileURLToPath(program), String(journalAt), ...process.argv.slice(2)];
  const child = spawn(process.execPath, [...process.execArgv, ...words], {
    stdio: [...Array.from({ length: journalAt }, (_, n) => (named.has(n) ? 'inherit' : 'ignore')), 'pipe'],
  });
  let ended: NodeJS.Signals | null = null;
  const journal: Buffer[] = [];
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const waits = ended === null && asksForPatience(Buffer.concat(journal).toString());
      ended ??= signal;
      child.kill(waits ? signal : 'SIGKILL');
      if (waits) setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
    });
  }
  // There are no streams where the process cannot be started.
  child.stdio?.[journalAt]!.on('data', (bytes: Buffer) => journal.push(bytes));
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
