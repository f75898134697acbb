import type { Command } from 'commander';
import { DESIGN_LIMITS } from '../../experiments/sweep/threads/sweep-threads.ts';
import { countUpTo } from './option-values.ts';

const MOST_SECONDS = 1_000_000;
const MOST_MEMORY = 2 ** 20;
const { designTime, designMemory } = DESIGN_LIMITS;

/** Options for the time and the memory of a design: `DesignLimits`. */
export function designLimitsOptions(command: Command): Command {
  return command
    .option('--design-time <seconds>', 'a design fails that takes longer', countUpTo(MOST_SECONDS), designTime)
    .option('--design-memory <MiB>', 'a design fails that needs more', countUpTo(MOST_MEMORY), designMemory);
}
