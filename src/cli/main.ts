#!/usr/bin/env node
import { JOURNAL_VARIABLE } from './files/journal.ts';
import { supervise } from './run/supervise.ts';

if (process.env[JOURNAL_VARIABLE] === undefined) {
  process.exitCode = await supervise();
} else {
  const { runProgram } = await import('./run-program.ts');
  process.exitCode = await runProgram();
}
