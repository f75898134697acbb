import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { countUpTo } from './option-values.ts';

/** An option of cores: all of the machine unless the user says less. Results do not depend on it. */
export function coresOption(what: string, name = '--cores'): Option {
  return new Option(`${name} <n>`, what).argParser(parseCores).default(availableParallelism(), 'all');
}

export const parseCores = countUpTo(availableParallelism(), ', the cores of this machine');
