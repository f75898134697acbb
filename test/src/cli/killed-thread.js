// Loaded before texunit: ends every thread but the first as it starts, as a system without memory does.
import { isMainThread, workerData } from 'node:worker_threads';

if (!isMainThread && workerData !== null) process.exit(3);
