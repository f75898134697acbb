import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import { parseCount } from './option-values.ts';

/** The option --cores: all of the machine unless the user says less. Results do not depend on it. */
export function coresOption(what: string): Option {
  return new Option('--cores <n>', what).argParser(parseCores).default(availableParallelism(), 'all');
}

export function parseCores(text: string): number {
  const cores = parseCount(text);
  const most = availableParallelism();
  if (cores <= most) return cores;
  throw new InvalidArgumentError(`Expected 1 to ${most}, the cores of this machine.`);
}
