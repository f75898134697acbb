#!/usr/bin/env node
import { texunit } from './program.ts';

const USER_ERROR = 2;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads the output may stop reading, as head does: there is nobody left to tell.
    if (error.code === 'EPIPE') process.exit(0);
    if (stream === process.stdout)
      process.stderr.write(`texunit: standard output: cannot be written (${error.message})\n`);
    process.exit(USER_ERROR);
  });
}

const { code, message } = await texunit(process.argv.slice(2));
if (message !== null) process.stderr.write(`${message}\n`);
process.exitCode = code;
