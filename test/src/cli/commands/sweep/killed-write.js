// Loaded before texunit sweep: writes half of a line of rows.jsonl, the one that KILLED_WRITE counts, and kills the process.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync } = fs;
let left = Number(process.env.KILLED_WRITE);

fs.writeSync = (descriptor, bytes, from, length, at) => {
  const isOfLog = typeof at === 'number';
  if (!isOfLog || --left > 0) return writeSync(descriptor, bytes, from, length, at);
  writeSync(descriptor, bytes, from, Math.floor(length / 2), at);
  process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
