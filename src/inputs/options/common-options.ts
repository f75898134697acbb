import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { DEFAULT_UNDEFINED_POLICY, UNDEFINED_POLICIES } from '../../validity/undefined-policy.ts';
import { countUpTo, parseFolder, parseSize } from './option-values.ts';

/** The values of options that each name a file. */
export type FileOptions<Name extends string> = { readonly [Option in Name]?: string };

/** An option whose value is one of some words; of several where its flags say so. */
export function choiceOption(flags: string, what: string, words: readonly string[], usual?: string): Option {
  const option = new Option(flags, what).choices(words);
  return usual === undefined ? option : option.default(usual);
}

/** --design: one design. */
export function designOption(): Option {
  return new Option('--design <name|file>', 'preset or design file').default('full-quality');
}

/** --undefined: the treatment of results without a definition. @param more of it, for help */
export function undefinedOption(more = ''): Option {
  const what = `results that the specifications leave undefined (docs/validity.md)${more}`;
  return choiceOption('--undefined <policy>', what, UNDEFINED_POLICIES, DEFAULT_UNDEFINED_POLICY);
}

/** --design of commands that take several. @param what they are for the command */
export function designsOption(what: string): Option {
  return new Option('--design <name|file...>', what).default(['full-quality'], '"full-quality"');
}

/** An option of cores: all of the machine unless the user says less. Results do not depend on it. */
export function coresOption(what: string, name = '--cores'): Option {
  return new Option(`${name} <n>`, what).argParser(parseCores).default(availableParallelism(), 'all');
}

export const parseCores = countUpTo(availableParallelism(), ', the cores of this machine');

/** --size of an image. */
export function sizeOption(): Option {
  const option = new Option('--size <WxH>', 'size of the image in pixels').argParser(parseSize);
  return option.default({ width: 640, height: 480 }, '640x480');
}

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
