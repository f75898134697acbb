import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** A program in a group of its own, with all that it has said on both streams. */
export class Started {
  said = '';
  readonly end: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(program: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(program, words, { cwd, detached: true, env: { ...process.env, ...env } });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (bytes: Buffer) => (this.said += bytes.toString()));
    }
    this.end = once(this.child, 'close').then(() => this.child.exitCode);
  }

  get runs(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Seconds of processor time that the program and all that it has started have taken. */
  processorTime(): number {
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return ids.reduce((sum, id) => sum + processorTimeIn(this.child.pid!, id), 0);
  }

  /** Gives a signal to the program and all that it has started. */
  signal(signal: NodeJS.Signals): void {
    if (this.runs) process.kill(-this.child.pid!, signal);
  }

  /** Ends it, whatever it does. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.end;
  }

  /** Waits until it has said something. */
  async says(words: string): Promise<void> {
    await until(
      () => this.said.includes(words) || !this.runs,
      () => `"${words}" of: ${this.said}`,
    );
    if (!this.said.includes(words)) throw new Error(`ended without "${words}": ${this.said}`);
  }
}

/** Seconds that Linux tells in ticks of a hundredth: 0 for a process of another group, or one that has ended. */
function processorTimeIn(group: number, id: string): number {
  try {
    // The fields behind the name of the program, which is in brackets: state, parent, group, ..., in user mode, in the system.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return fields[2] === group ? (fields[11] + fields[12]) / 100 : 0;
  } catch {
    return 0;
  }
}

/** Milliseconds of patience: a busy machine takes ten times as long as a quiet one. */
const LONGEST = 300_000;

/** Waits for a condition. */
export async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (const start = performance.now(); !(await holds()); await after(20)) {
    if (performance.now() - start > LONGEST) throw new Error(`waited in vain for ${what()}`);
  }
}

/** A port of this machine that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
