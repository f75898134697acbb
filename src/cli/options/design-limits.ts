import { type Command, Option } from 'commander';
import { byteText } from '../../../traces/encodings/memory-budget.ts';
import { parseMemory } from './memory-option.ts';
import { countUpTo } from './option-values.ts';

/** An hour: a design takes minutes with a workload that fits into memory. */
const SECONDS = 3600;
const MOST_SECONDS = 1_000_000;
const BYTES = 2 ** 31;

/** Options of what a design of a sweep may take: `DesignLimits`. */
export function designLimitsOptions(command: Command): Command {
  const memory = new Option('--design-memory <size>', 'a design whose objects take more memory is given up');
  return command
    .option('--design-time <seconds>', 'a design that takes longer is given up', countUpTo(MOST_SECONDS), SECONDS)
    .addOption(memory.argParser(parseMemory).default(BYTES, byteText(BYTES)));
}
