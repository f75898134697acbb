// Runs the commands that standard input lists as JSON, one after the other, and prints their outcomes and the most
// memory that the process has had. The compiled program loads in a fraction of the time of its sources.
const program = new URL('../../dist/src/cli/program.js', import.meta.url).href;
const { texunit } = (await import(program)) as typeof import('../../src/cli/program.ts');
const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const commands = JSON.parse(Buffer.concat(pieces).toString()) as readonly (readonly string[])[];
const outcomes = [];
const before = process.resourceUsage().maxRSS;
for (const command of commands) {
  // Processor time: the machine may be busy with other work.
  const start = process.cpuUsage();
  const { code, message } = await texunit(command);
  const { user, system } = process.cpuUsage(start);
  outcomes.push({ code, message, milliseconds: Math.round((user + system) / 1000) });
}
process.stdout.write(JSON.stringify({ outcomes, kilobytes: process.resourceUsage().maxRSS - before }));
