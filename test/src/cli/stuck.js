// Loaded before texunit: stops a command for ever, without a turn for signals, where STUCK_AT says.
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
    if (process.argv[1].endsWith('run-program.js')) process.stdout.write = stop;
  },
};
places[process.env.STUCK_AT]();
syncBuiltinESMExports();
