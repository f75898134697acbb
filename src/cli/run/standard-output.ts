import type { OutputFiles } from '../files/output-files.ts';

/** Puts the files of a command in their places, and tells what it found and where they are. */
export function conclude(files: OutputFiles, summary: (color: boolean) => string): void {
  const written = files.commit();
  process.stdout.write(`${summary(showsColors())}\n`);
  if (written.length > 0) process.stdout.write(`Written: ${written.join(', ')}\n`);
}

/** Node leaves isTTY of a pipe undefined, whatever its type says. */
function showsColors(): boolean {
  return process.stdout.isTTY ? process.stdout.hasColors() : false;
}
