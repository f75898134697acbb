import { oneLine, withoutControls } from '../../platform/pages/wording.ts';
import type { OutputFiles } from '../../inputs/files/output-files.ts';

/** Colours of a table's head and border, and the end of a progress bar: all that a command controls a terminal by. */
const COLORS = ['\u001B[36m', '\u001B[90m', '\u001B[39m'];
const LINE_START = '\r\u001B[K';

/** Writes a text where a terminal may be. It is the one way there: names and messages of others control no terminal. */
export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(COLORS.reduce((clean, color) => clean.replaceAll(withoutControls(color), color), withoutControls(text)));
}

/** Prints a value as JSON, with the characters that control a terminal as JSON has them. */
export function printJson(value: unknown): void {
  const escaped = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
  print(`${JSON.stringify(value, null, 2).replaceAll(/[\u007F-\u009F]/g, escaped)}\n`);
}

/** Prints a line on standard error, in the place of a progress bar. */
export function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(LINE_START);
  print(`${oneLine(text)}\n`, process.stderr);
}

/**
 * Puts the files of a command in their places, and prints what it found and where they are: on standard output, or on
 * standard error where an output of the command is standard output.
 */
export function conclude(files: OutputFiles, summary: (color: boolean) => string): void {
  const stream = files.takesStandardOutput ? process.stderr : process.stdout;
  const written = files.commit();
  // Node leaves isTTY of a pipe undefined, whatever its type says.
  print(`${summary(stream.isTTY ? stream.hasColors() : false)}\n`, stream);
  if (written.length > 0) print(`Written: ${written.join(', ')}\n`, stream);
}
