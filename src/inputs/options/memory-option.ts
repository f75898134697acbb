import { type Command, Option } from 'commander';
import { byteText, DEFAULT_MEMORY, limitMemory, parseByteText } from '../../../traces/encodings/memory-budget.ts';
import { valueReader } from './option-values.ts';

/** Gives a command, and all commands below it, the option --memory: the budget of what it reads. */
export function addMemoryOption(command: Command): void {
  command.commands.forEach(addMemoryOption);
  if (command.commands.length > 0 && command.registeredArguments.length === 0) return;
  const option = new Option('--memory <size>', 'what pictures, models and traces that are read may take in memory');
  command.addOption(option.argParser(parseMemory).default(DEFAULT_MEMORY, byteText(DEFAULT_MEMORY)));
  command.hook('preAction', () => limitMemory(command.opts<{ readonly memory: number }>().memory));
}

/** 4GiB, 512MiB */
const parseMemory = valueReader('a size such as 4GiB, 512MiB or a number of bytes', (text) => {
  const bytes = parseByteText(text);
  return bytes >= 1 && Number.isSafeInteger(bytes) ? bytes : null;
});
