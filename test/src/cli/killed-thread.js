// Loaded before texunit: ends every thread that works for it as it starts, as a system without memory does.
import { isMainThread } from 'node:worker_threads';

if (!isMainThread && /-(worker|program)\.[jt]s$/.test(process.argv.at(-1))) process.exit(3);
