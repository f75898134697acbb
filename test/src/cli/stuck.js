// Loaded before texunit: stops a command for ever, without a turn for signals, where STUCK_AT says. The process that
// supervises it ends with code 99 if it grants the command time to end by itself.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const { openSync, writeSync } = fs;

function stop() {
  writeSync(2, 'works for ever\n');
  for (;;);
}

const places = {
  /** The first output is open, and has nothing in it yet. */
  partial: () => {
    fs.openSync = (path, ...rest) => {
      const descriptor = openSync(path, ...rest);
      if (String(path).endsWith('.partial')) stop();
      return descriptor;
    };
  },
  /** The work has begun. */
  work: () => {
    timers.setImmediate = stop;
  },
  /** All is done but what is printed. */
  print: () => {
    if (!supervises) process.stdout.write = stop;
  },
};
const supervises = !process.argv[1].endsWith('run-program.js');
if (supervises) {
  globalThis.setTimeout = (callback) => {
    process.on('exit', () => (process.exitCode = 99));
    callback();
    return { unref: () => {} };
  };
}
places[process.env.STUCK_AT]();
syncBuiltinESMExports();
