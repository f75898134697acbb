import { getSystemErrorMap } from 'node:util';
import { isSystemError, systemWords } from '../../platform/pages/wording.ts';

/** Exit codes: for what the user gave, and (EX_SOFTWARE of sysexits.h) for faults of the program itself. */
export const USER_ERROR = 2;
export const INTERNAL_ERROR = 70;

/**
 * Runs one of the two processes of texunit, whose modules `run` loads: where the system gives it no files, no process or
 * no working folder, one line says so.
 *
 * @param run gives the exit code
 */
export async function start(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    const { syscall = '', errno = 0 } = error as NodeJS.ErrnoException;
    // The error of a process that cannot be made has no words.
    const words = syscall.startsWith('spawn') ? getSystemErrorMap().get(errno)?.[1] : systemWords(error);
    process.stderr.write(`texunit: cannot start (${words?.split('\n', 1)[0]})\n`);
    process.exitCode = isSystemError(error) ? USER_ERROR : INTERNAL_ERROR;
  }
}
