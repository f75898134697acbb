#!/usr/bin/env node
import { start } from './run/start.ts';

await start(async () => (await import('./run/supervise.ts')).supervise());
