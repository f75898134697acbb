#!/usr/bin/env node
import { texunit } from './program.ts';

// Whoever reads the output may stop reading, as head does: there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const { code, message } = await texunit(process.argv.slice(2));
if (message !== null) process.stderr.write(`${message}\n`);
process.exitCode = code;
