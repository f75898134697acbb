import { Command, CommanderError, type Option } from 'commander';
import { COMMANDS } from './command-table.ts';
import { isClosedPipe } from '../inputs/files/usage-error.ts';
import { INTERNAL_ERROR, USER_ERROR } from './run/start.ts';
import { isUserError } from './run/user-errors.ts';
import { VERSION } from './run/version.ts';
import { isSystemError, systemWords, withoutControls } from '../platform/pages/wording.ts';
import { outgrown } from '../../traces/encodings/engine-error.ts';
import { ThreadError } from '../platform/threads/thread.ts';

/** The end of a command: its exit code, and its message for standard error. */
export interface ProgramOutcome {
  readonly code: number;
  readonly message: string | null;
}

/** The exit code when a check finds fault. */
const RULE_FAILS = 1;

/** Lines of a library's message that are shown, joined to one. */
const MOST_LINES = 8;

/** @param args of the command line, without the program's name */
export async function texunit(args: readonly string[]): Promise<ProgramOutcome> {
  let code = 0;
  const fails = () => {
    code = RULE_FAILS;
  };
  const words = args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
  const program = new Command('texunit')
    .description('A bit-exact, cycle-approximate model of a GPU texture unit.')
    .version(VERSION)
    // An option belongs to the last command before it, where two commands have one of its name.
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: termOf });
  try {
    for (const { name, description, load } of COMMANDS) {
      const command = new Command(name).description(description);
      if (name === words[0]) {
        (await load())(command, fails);
        (await import('../inputs/options/memory-option.ts')).addMemoryOption(command);
      }
      program.addCommand(command);
    }
    silence(program);
    await program.parseAsync(upToUnknown(program, words), { from: 'user' });
    return { code, message: null };
  } catch (error) {
    return outcomeOf(error, await adviceFor(error, program, words[0]));
  }
}

/** A command's first column in the list of commands. Most of them are not loaded when it is printed. */
function termOf(command: Command): string {
  const entry = COMMANDS.find(({ name }) => name === command.name());
  return entry === undefined ? `${command.name()} [command]` : `${entry.name} ${entry.usage}`.trimEnd();
}

/** The words up to one in the place of a command that is none. Otherwise commander would obey a --help after it. */
function upToUnknown(program: Command, words: readonly string[]): readonly string[] {
  let { commands, registeredArguments } = program;
  for (const [n, word] of words.entries()) {
    if (commands.length === 0 || word.startsWith('-') || word === 'help') break;
    const known = commands.find((command) => command.name() === word);
    // A command with commands below it may have arguments, too.
    if (known === undefined) return registeredArguments.length > 0 ? words : words.slice(0, n + 1);
    ({ commands, registeredArguments } = known);
  }
  return words;
}

/** Makes a command, and all commands below it, throw errors instead of printing them. */
function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(silence);
}

/** The option that a word belongs to which a command does not take, where there is one and no other. */
async function adviceFor(error: unknown, program: Command, name: string | undefined): Promise<string> {
  const command = program.commands.find((known) => known.name() === name);
  if (!(error instanceof CommanderError) || error.code !== 'commander.excessArguments' || !command) return '';
  const word = command.args[command.registeredArguments.length];
  const { BASES } = await import('../designs/bases.ts');
  const takes = ({ long, parseArg }: Option, text: string) => {
    if (long === '--design') return BASES.has(text) || /\.json$/i.test(text);
    try {
      return parseArg?.(text, undefined) !== undefined;
    } catch {
      return false;
    }
  };
  // An option that takes any word says nothing.
  const options = command.options.filter((option) => takes(option, word) && !takes(option, '?'));
  return options.length === 1 ? ` Did you mean ${options[0].long} ${word}?` : '';
}

/** @param advice after the message of a wrong command line */
async function outcomeOf(error: unknown, advice = ''): Promise<ProgramOutcome> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { code: 0, message: null };
    if (error.code === 'commander.help') return userError('a command is missing, see texunit --help');
    return userError(`${error.message.replace(/^error: /, '')}${advice}`);
  }
  const { SourceError } = await import('../designs/json-source.ts');
  if (isClosedPipe(error)) return { code: 0, message: null };
  if (error instanceof SourceError) return userError(...error.lines);
  if (isUserError(error)) return userError(error.message);
  if (isSystemError(error)) {
    return userError(`${'path' in error ? `${String(error.path)}: ` : ''}${systemWords(error)}`);
  }
  const limit = outgrown(error);
  if (limit !== null) return userError(limit);
  if (error instanceof ThreadError) return { code: INTERNAL_ERROR, message: `texunit: ${error.message}` };
  return { code: INTERNAL_ERROR, message: faultOfProgram(error) };
}

function oneLine(message: string): string {
  return message
    .split(/[\r\n]+/, MOST_LINES)
    .map((line) => line.trim())
    .join(' ');
}

/** @param messages each of which becomes one line, without characters of the input that control a terminal */
function userError(...messages: readonly string[]): ProgramOutcome {
  const lines = messages.map((message) => `texunit: ${withoutControls(oneLine(message))}`);
  return { code: USER_ERROR, message: lines.join('\n') };
}

/** The variable that shows the stack of an error of the program itself. */
const DEBUG = 'TEXUNIT_DEBUG';

/** One line, because a stack helps only those who search for the fault. */
function faultOfProgram(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const call = stack.split('\n').find((line) => /^ +at /.test(line)) ?? '';
  const place = /([^()\s]+:\d+:\d+)\)?$/.exec(call)?.[1] ?? '';
  const where =
    place === ''
      ? ''
      : ` at ${place.replace(/^.*[\\/](?=(?:program|rtl-model|pipeline|traces|src|node_modules)[\\/])/, '')}`;
  const line = `texunit: a fault of texunit itself${where}; please report it with the command and its input (${DEBUG}=1 shows more)`;
  return process.env[DEBUG] === undefined ? line : `${line}\n${error instanceof Error ? error.stack : String(error)}`;
}
