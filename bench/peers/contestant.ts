import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that samples the coordinates of a state for each line that it gets: the model or a peer. */
export class Contestant {
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private readonly exit: Promise<unknown>;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    this.child = spawn(command, args, { stdio: [...stdio], env: { ...process.env, ...env }, ...(cwd && { cwd }) });
    this.exit = once(this.child, 'exit');
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
  }

  /** The next line of its output; null if it ended without one. The first is its name, or why it cannot do the state. */
  async line(): Promise<string | null> {
    const { value, done } = await this.lines.next();
    return done === true ? null : value;
  }

  /** One run over all coordinates: its processor time in seconds. */
  async run(): Promise<number> {
    this.child.stdin!.write('\n');
    const seconds = Number(await this.line());
    if (!(seconds > 0)) throw new Error(`${this.child.spawnargs.join(' ')} ended before its time`);
    return seconds;
  }

  /** Ends it; it writes its results before. */
  async end(): Promise<void> {
    this.child.stdin!.end();
    await this.exit;
  }
}
