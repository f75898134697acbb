import { Option } from 'commander';

/** The option of commands that take several designs. @param what they are for the command */
export function designsOption(what: string): Option {
  return new Option('--design <name|file...>', what).default(['full-quality'], '"full-quality"');
}
