import type { OutputFiles } from '../files/output-files.ts';

/**
 * Puts the files of a command in their places, and tells what it found and where they are: on standard output, or on
 * standard error where an output of the command is standard output.
 */
export function conclude(files: OutputFiles, summary: (color: boolean) => string): void {
  const stream = files.takesStandardOutput ? process.stderr : process.stdout;
  const written = files.commit();
  stream.write(`${summary(showsColors(stream))}\n`);
  if (written.length > 0) stream.write(`Written: ${written.join(', ')}\n`);
}

/** Node leaves isTTY of a pipe undefined, whatever its type says. */
function showsColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY ? stream.hasColors() : false;
}
