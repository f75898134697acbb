import { Option } from 'commander';
import { parseFolder } from './option-values.ts';

/** --out: a folder, in every command that writes several files. @param what goes there */
export function outOption(what: string): Option {
  return new Option('--out <folder>', what).argParser(parseFolder).default('out');
}

/** --output: one file that is the result of the command. */
export function outputOption(what: string): Option {
  return new Option('-o, --output <file>', what);
}

/** --html: one page without external files. */
export function htmlOption(what: string): Option {
  return new Option('--html <file>', what);
}

/** --json: one file for programs. */
export function jsonOption(what: string): Option {
  return new Option('--json <file>', what);
}

/** --csv: one table. */
export function csvOption(what: string): Option {
  return new Option('--csv <file>', what);
}
