import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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

const LONGEST = 100_000;

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
