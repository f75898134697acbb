#!/usr/bin/env node
import { extname } from 'node:path';
import { start } from './run/start.ts';

const PROGRAM = new URL(`./run-program${extname(import.meta.url)}`, import.meta.url);

await start(async () => (await import('./run/supervise.ts')).supervise(PROGRAM));
