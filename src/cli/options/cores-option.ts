import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { countUpTo } from './option-values.ts';

/** The option --cores: all of the machine unless the user says less. Results do not depend on it. */
export function coresOption(what: string): Option {
  return new Option('--cores <n>', what).argParser(parseCores).default(availableParallelism(), 'all');
}

export const parseCores = countUpTo(availableParallelism(), ', the cores of this machine');
