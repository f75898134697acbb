import { texunit } from '../../src/cli/program.ts';

// Runs the commands that standard input lists as JSON, one after the other, and prints their outcomes and the most
// memory that the process has had.
const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const commands = JSON.parse(Buffer.concat(pieces).toString()) as readonly (readonly string[])[];
const outcomes = [];
const before = process.resourceUsage().maxRSS;
for (const command of commands) {
  const start = performance.now();
  const { code, message } = await texunit(command);
  outcomes.push({ code, message, milliseconds: Math.round(performance.now() - start) });
}
process.stdout.write(JSON.stringify({ outcomes, kilobytes: process.resourceUsage().maxRSS - before }));
