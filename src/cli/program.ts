import { Command, CommanderError } from 'commander';
import { checkCommand } from './commands/check-command.ts';
import { convertCommand } from './commands/convert-command.ts';
import { designsCommand } from './commands/designs-command.ts';
import { explainCommand } from './commands/explain-command.ts';
import { minimizeCommand } from './commands/minimize-command.ts';
import { mipsCommand } from './commands/mips-command.ts';
import { replayCommand } from './commands/replay-command.ts';
import { resolveCommand } from './commands/resolve-command.ts';
import { sampleCommand } from './commands/sample-command.ts';
import { simulateCommand } from './commands/simulate-command.ts';
import { studyCommand } from './commands/study-command.ts';
import { isUserError } from './files/usage-error.ts';
import { vcdCheckCommand } from './commands/vcd-check-command.ts';
import { VERSION } from './run/version.ts';
import { ThreadError } from '../threads/thread.ts';

/** The end of a command: its exit code, and its message for standard error. */
export interface Outcome {
  readonly code: number;
  readonly message: string | null;
}

/** Exit codes: when a check finds fault, for what the user gave, and (EX_SOFTWARE of sysexits.h) for faults of the program itself. */
const RULE_FAILS = 1;
const USER_ERROR = 2;
const INTERNAL_ERROR = 70;

/** @param args of the command line, without the program's name */
export async function texunit(args: readonly string[]): Promise<Outcome> {
  let code = 0;
  const fails = () => {
    code = RULE_FAILS;
  };
  const program = new Command('texunit')
    .description('A bit-exact, cycle-approximate model of a GPU texture unit.')
    .version(VERSION)
    .addCommand(simulateCommand())
    .addCommand(sampleCommand())
    .addCommand(explainCommand())
    .addCommand(replayCommand())
    .addCommand(convertCommand())
    .addCommand(studyCommand())
    .addCommand(checkCommand(fails))
    .addCommand(minimizeCommand())
    .addCommand(mipsCommand())
    .addCommand(resolveCommand())
    .addCommand(vcdCheckCommand(fails))
    .addCommand(designsCommand());
  silence(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return { code, message: null };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Makes a command, and all commands below it, throw errors instead of printing them. */
function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(silence);
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { code: 0, message: null };
    if (error.code === 'commander.help') return userError('a command is missing, see texunit --help');
    return userError(error.message.replace(/^error: /, ''));
  }
  if (isUserError(error)) return userError(error.message);
  if (error instanceof ThreadError) return { code: INTERNAL_ERROR, message: `texunit: ${error.message}` };
  const stack = error instanceof Error ? error.stack : String(error);
  return { code: INTERNAL_ERROR, message: `texunit: internal error\n${stack}` };
}

function userError(message: string): Outcome {
  return { code: USER_ERROR, message: `texunit: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}` };
}
