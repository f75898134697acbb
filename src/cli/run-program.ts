import { start, USER_ERROR } from './run/start.ts';

// The program of the second process: main.ts puts the descriptor of the journal before the arguments of the user.
const [journal] = process.argv.splice(2, 1);
await start(async () => {
  const { journalTo } = await import('../inputs/files/journal.ts');
  journalTo(Number(journal));
  return runProgram();
});

/** Runs the program on the arguments of this process. @returns its exit code */
async function runProgram(): Promise<number> {
  const { isClosedPipe, OutputError, STANDARD } = await import('../inputs/files/usage-error.ts');
  const { texunit } = await import('./program.ts');
  // A file beyond the limit of the user is an error of the call that writes it. Without a listener it ends the process.
  process.on('SIGXFSZ', () => {});
  // Standard error is closed. The exit code is the only answer left.
  process.stderr.on('error', () => {});
  process.stdout.on('error', (cause) => {
    const error = new OutputError(STANDARD, cause);
    // Whoever reads the output may stop reading, as head does.
    if (isClosedPipe(error)) process.exit();
    process.stderr.write(`texunit: ${error.message}\n`);
    process.exit(USER_ERROR);
  });
  const { code, message } = await texunit(process.argv.slice(2));
  if (message !== null) process.stderr.write(`${message}\n`);
  return code;
}
